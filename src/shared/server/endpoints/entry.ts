import ipaddr from 'ipaddr.js';
import { type OutboundRule, readOutbound } from '../network-settings.ts';
import { readSerialDevices } from '../serial-settings.ts';
import { entryHost } from './endpoints.repository.ts';

/** What a company is given: a network, a name, or a serial line; `*` ends a beginning. */
export type AllowedEntry = { readonly entry: string } & (
  | (OutboundRule & { readonly kind: 'network' })
  | { readonly kind: 'name'; readonly host: string; readonly from_port: number; readonly to_port: number }
  | { readonly kind: 'line'; readonly tty: string }
);

const NAME = /^([A-Za-z0-9_][A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.]|[A-Za-z]):(\d{1,5})(?:-(\d{1,5}))?$/;

const isPort = (port: number): boolean => port >= 1 && port <= 65_535;

/**
 * Reads an entry as the administrator writes it: `10.1.0.0/16:502`, `[fd00::/8]:502-510`, `gateway.example:502`,
 * `/dev/ttyUSB0`. Its normal form stands in `entry`: however an address is written, it is the same.
 */
export function readEntry(text: string): AllowedEntry | undefined {
  if (text.startsWith('/')) return readLine(text);
  if (/^[\d./]+(:|$)|^\[/.test(text)) return readNetworkEntry(text);
  const [, name = '', from, to = from] = NAME.exec(text) ?? [];
  const [from_port, to_port] = [Number(from), Number(to)];
  if (name === '' || !isPort(from_port) || !isPort(to_port) || from_port > to_port) return undefined;
  const host = entryHost(name);
  return { kind: 'name', entry: `${host}:${portsOf(from_port, to_port)}`, host, from_port, to_port };
}

function readLine(text: string): AllowedEntry | undefined {
  const [tty] = readSerialDevices(text, () => undefined);
  // `/dev/*` is every line there is; a list of settings has no need for it.
  const whole = text === '/dev/*' ? text : tty;
  return whole === undefined || whole !== text ? undefined : { kind: 'line', entry: whole, tty: whole };
}

function readNetworkEntry(text: string): AllowedEntry | undefined {
  const [rule, more] = readOutbound(text, () => undefined);
  if (rule === undefined || more !== undefined) return undefined;
  const { from_port, to_port } = rule;
  const [address, bits] = ipaddr.parseCIDR(rule.network);
  const single = bits === (address.kind() === 'ipv4' ? 32 : 128);
  const network = single ? singleNetwork(address) : rule.network;
  const shown = single ? network.slice(0, network.lastIndexOf('/')) : network;
  const ports = from_port === 1 && to_port === 65_535 ? '' : `:${portsOf(from_port, to_port)}`;
  const entry = `${shown.includes(':') ? `[${shown}]` : shown}${ports}`;
  return { kind: 'network', entry, network, from_port, to_port };
}

function singleNetwork(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const processed = ipaddr.process(address.toString());
  // As plain_address in the database has it: every loopback address is this machine.
  const plain = processed.range() === 'loopback' ? ipaddr.parse('127.0.0.1') : processed;
  return `${plain.toString()}/${plain.kind() === 'ipv4' ? 32 : 128}`;
}

const portsOf = (from: number, to: number): string => (from === to ? `${from}` : `${from}-${to}`);

/** Does the installation's outer limit list all of an entry? Unknown for a name. */
export function isListed(
  entry: AllowedEntry,
  { outbound, serial }: { outbound: readonly OutboundRule[]; serial: (tty: string) => boolean },
): boolean | undefined {
  if (entry.kind === 'name') return undefined;
  if (entry.kind === 'line') return serial(entry.tty.replace('*', 'x'));
  const [address, bits] = ipaddr.parseCIDR(entry.network);
  return outbound.some(({ network, from_port, to_port }) => {
    const [outer, outer_bits] = ipaddr.parseCIDR(network);
    const inside = address.kind() === outer.kind() && bits >= outer_bits && address.match(outer, outer_bits);
    return inside && from_port <= entry.from_port && entry.to_port <= to_port;
  });
}
