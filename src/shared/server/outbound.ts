import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { OutboundRule } from './network-settings.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** May the server open a connection to this address, as resolved, on a user's behalf? */
export type OutboundGuard = (address: string, port: number) => boolean;

const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * Decides on the bytes of an address, never on its spelling. Nothing is open but the networks and ports that a rule
 * lists, the public internet no more than loopback: a user names the address, the installation says where to.
 * @param alsoAllow a further permission, asked with the address in its plain form: the demonstration's own ports.
 */
export function createOutboundGuard(
  rules: readonly OutboundRule[],
  alsoAllow: OutboundGuard = () => false,
): OutboundGuard {
  const listed = rules.map((rule) => ({ ...rule, range: ipaddr.parseCIDR(rule.network) }));
  return (text, port) => {
    const address = readAddress(text);
    if (address === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return false;
    return (
      listed.some(
        ({ range, from_port, to_port }) => port >= from_port && port <= to_port && isInside(address, range),
      ) || alsoAllow(address.toString(), port)
    );
  };
}

/** The address that a connection would reach in the end: IPv4 inside a mapped or NAT64 address is taken out. */
function readAddress(text: string): Address | undefined {
  if (isIP(text) === 0) return undefined;
  const address = ipaddr.process(text);
  // Connected to, it would be this machine under one more name.
  if (address.range() === 'unspecified') return undefined;
  if (!isInside(address, NAT64)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(12));
}

function isInside(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
