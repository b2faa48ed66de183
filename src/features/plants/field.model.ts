import { FRAMERS, type Framer } from './framers.model.ts';

export { FRAMERS, type Framer };
/** How a port reaches the field: over the network, or by a serial line of the machine that polls. // spec §3 Port */
export const PORT_TYPES = ['tcp', 'serial'] as const;
export type PortType = (typeof PORT_TYPES)[number];

export const PROTOCOLS = ['modbus'] as const;

export const PARITIES = ['none', 'even', 'odd'] as const;

export const BAUD_RATES = [1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200] as const;
export const BYTE_SIZES = [7, 8] as const;
export const STOP_BITS = [1, 2] as const;

/** The order in which the bytes of a value of two registers arrive. */
export const BYTE_ORDERS = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;
export type ByteOrder = (typeof BYTE_ORDERS)[number];

/** Only what reads: the program has no function that writes to a device. */
export const FUNCTION_CODES = [1, 2, 3, 4] as const;
export type FunctionCode = (typeof FUNCTION_CODES)[number];

/** Each interval_s, each slow_interval_s, or with the first answered poll of the plant's day. */
export const POLLS = ['fast', 'slow', 'daily'] as const;

const LABEL = /^[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/;
const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const HOST_WORDS = 'must be a name or an address alone, without scheme, port, path or spaces';

/** Why a host can be no name and no address, or null. Nothing is looked up. The empty host is judged by its port. */
export function findHostFault(host: string): string | null {
  if (host === '') return null;
  if (host.includes(':')) return isV6(host) ? null : HOST_WORDS;
  const four = V4.exec(host);
  if (four)
    return four.slice(1).every((part) => String(Number(part)) === part && Number(part) <= 255)
      ? null
      : 'is no IPv4 address';
  const labels = host.replace(/\.$/, '').split('.');
  if (!labels.every((label) => LABEL.test(label))) return HOST_WORDS;
  // What ends in a number is read as an address by many programs, each in its own way.
  return /^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '') ? 'is no IPv4 address' : null;
}

/**
 * A gateway's host as it is compared: however a name or an IPv6 address is written, it is the same one, and an IPv4
 * address inside of an IPv6 one is the IPv4 address. SQL compares so by `HOST_COMPARED`.
 */
export function gatewayHost(host: string): string {
  if (!host.includes(':')) return host.toLowerCase().replace(/\.$/, '');
  return isV6(host) ? plainAddress(host) : host.toLowerCase();
}

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** An IPv6 address in its shortest form; one that holds an IPv4 address (RFC 4291, 2.5.5.2) as that. */
function plainAddress(v6: string): string {
  const shortest = new URL(`http://[${v6}]`).hostname.slice(1, -1);
  const inside = MAPPED.exec(shortest)?.slice(1);
  if (!inside) return shortest;
  const pairs = inside.map((group) => Number.parseInt(group, 16));
  return pairs.flatMap((pair) => [pair >> 8, pair & 0xff]).join('.');
}

/** How a gateway is reached over TCP. */
export interface Gateway {
  readonly host: string;
  readonly port: number;
  readonly framer: Framer;
}

/** The same text for all ways that lead to the same gateway, framed alike. */
export const gatewayKey = ({ host, port, framer }: Gateway): string =>
  `${framer} ${gatewayHost(host)} ${port}`;

function isV6(host: string): boolean {
  if (!/^[0-9A-Fa-f:]{2,39}$/.test(host) || /:::/.test(host)) return false;
  const halves = host.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (halves.length > 2 || !groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

/** What decides how a port is reached, as it would be after a change. */
export interface PortWay {
  readonly type: PortType;
  readonly framer: Framer;
  readonly host: string;
  readonly tty: string | null;
  readonly window: number;
}

export interface PortFault {
  readonly path: string;
  readonly message: string;
  readonly code: string;
}

/** Why a port could never be polled, or null. */
export function findPortFault({ type, framer, host, tty, window }: PortWay): PortFault | null {
  if (type === 'tcp' && host === '')
    return { path: 'host', message: 'required: the name or address of the gateway', code: 'required' };
  if (type === 'serial' && tty === null)
    return { path: 'tty', message: 'required: the serial line, such as /dev/ttyUSB0', code: 'required' };
  if (type === 'serial' && framer === 'tcp') {
    return { path: 'framer', message: 'a serial line speaks rtu or ascii', code: 'framer_serial' };
  }
  if (window > 1 && framer !== 'tcp') {
    return {
      path: 'window',
      message: 'more than one request at once only with the framer tcp, whose answers name their request',
      code: 'window_framer',
    };
  }
  return null;
}

/** Why a unit id cannot be used behind a framer, or null. Gateways take 0 and 248–255 over TCP only. */
export function findUnitFault(unit_id: number, framer: Framer): string | null {
  if (framer === 'tcp' || (unit_id >= 1 && unit_id <= 247)) return null;
  return `must be 1 to 247 behind the framer ${framer}; 0 and 248 to 255 only with tcp`;
}
