import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { OutboundRule } from './network-settings.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** May the server open a connection to this address, as resolved, on a user's behalf? */
export type OutboundGuard = (address: string, port: number) => boolean;

/** Public by its number, and yet answered by the cloud's own host: Azure's platform address. */
const NOT_PUBLIC = [ipaddr.parseCIDR('168.63.129.16/32')];
/** All of IPv6 that is given out for global use; what lies outside, such as ::7f00:1, reaches nobody or the machine itself. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * Decides on the bytes of an address, never on its spelling. Public unicast addresses are open; everything else
 * (loopback, private, link-local, metadata, shared, reserved, tunnels) only where a rule lists its network and port.
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
      isPublic(address) ||
      listed.some(
        ({ range, from_port, to_port }) => port >= from_port && port <= to_port && isInside(address, range),
      ) ||
      alsoAllow(address.toString(), port)
    );
  };
}

/** The address that a connection would reach in the end: IPv4 inside a mapped or NAT64 address is taken out. */
function readAddress(text: string): Address | undefined {
  if (isIP(text) === 0) return undefined;
  const address = ipaddr.process(text);
  if (!isInside(address, NAT64)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(12));
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv6' && !isInside(address, GLOBAL_V6)) return false;
  return address.range() === 'unicast' && !NOT_PUBLIC.some((range) => isInside(address, range));
}

function isInside(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
