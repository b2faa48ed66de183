import ipaddr from 'ipaddr.js';
import type { OutboundRule } from '../network-settings.ts';
import { createOutboundGuard } from '../outbound.ts';
import type { NetworkReach } from './reach.ts';

/**
 * What stands behind a name that a setting gives: public addresses, and what the installation lists. No user names it, but
 * whoever answers for the name could let it lead inside.
 */
export function publicReach(rules: readonly OutboundRule[]): NetworkReach {
  const listed = createOutboundGuard(rules);
  const isOpen = (address: string, port: number) =>
    ipaddr.process(address).range() === 'unicast' || listed(address, port);
  return {
    names: async () => 'told',
    open: async (_host, port, addresses) => addresses.filter((address) => isOpen(address, port)),
  };
}
