import ipaddr from 'ipaddr.js';
import type { OutboundRule } from '../network-settings.ts';
import { createOutboundGuard } from '../outbound.ts';
import type { NetworkReach } from './reach.ts';

/**
 * What stands behind the name of a provider: public addresses, and what the installation's setting lists. The setting names it
 * and no user does, but whoever answers for the name could let it lead inside.
 */
export function providerReach(rules: readonly OutboundRule[]): NetworkReach {
  const listed = createOutboundGuard(rules);
  const isOpen = (address: string, port: number) =>
    ipaddr.process(address).range() === 'unicast' || listed(address, port);
  return {
    names: async () => 'told',
    open: async (_host, port, addresses) => addresses.filter((address) => isOpen(address, port)),
  };
}
