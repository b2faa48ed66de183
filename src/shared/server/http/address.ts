import ipaddr from 'ipaddr.js';

/**
 * The block of addresses that one subscriber has: an IPv4 address itself (a mapped one is taken out), the /64 network
 * of an IPv6 address, in which anybody may take a new address for each call. Null where there is no address.
 */
export function addressBlock(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `${parsed.toString()}/32`;
  const network = ipaddr.fromByteArray([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)]);
  return `${network.toString()}/64`;
}

/** An address as PostgreSQL takes it: without the zone of a link-local one; null where there is none. */
export function plainAddress(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  return ipaddr.fromByteArray(ipaddr.process(address).toByteArray()).toString();
}
