import { findHostFault } from '../../../plants/field.model.ts';

/** Why a text is no list of addresses: `part` is the piece of it that cannot be read; `many` how many may be named. */
export type AddressFault = { code: 'addresses'; part: string } | { code: 'many'; most: number };

const V4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3}\.)(\d{1,3})$/;
/** 192.168.1.101-130, 192.168.1.101-192.168.1.130, .140 and .140-150 after a whole one. */
const RANGE = /^((?:\d{1,3}\.){3}|\.)(\d{1,3})-(?:((?:\d{1,3}\.){3}|\.))?(\d{1,3})$/;
const SHORT = /^\.(\d{1,3})$/;
/** Hyphens as people and their keyboards write them. */
const HYPHEN = /\s*[–—]\s*|\s+-\s*|\s*-\s+/g;

interface Read {
  hosts: string[];
  /** The network that a short one after it stands in, such as `192.168.1.`. */
  network: string | undefined;
}

function readPart(part: string, network: string | undefined): Read | undefined {
  const range = RANGE.exec(part);
  if (range) {
    const [, head = '', first = '', other, last = ''] = range;
    const within = head === '.' ? network : head;
    if (within === undefined || (other !== undefined && other !== '.' && other !== within)) return undefined;
    if (Number(last) > 255 || Number(last) < Number(first)) return undefined;
    const count = Number(last) - Number(first) + 1;
    const hosts = Array.from({ length: count }, (_, i) => within + String(Number(first) + i));
    return { hosts, network: within };
  }
  const short = SHORT.exec(part)?.[1];
  const host = short === undefined ? part : network && network + String(Number(short));
  if (host === undefined || host === '' || findHostFault(host) !== null) return undefined;
  return { hosts: [host], network: V4.exec(host)?.[1] ?? network };
}

/** Addresses as people write them, such as `192.168.1.101-130, .140`: each once, in the order in which they stand. */
export function parseAddresses(
  text: string,
  max: number,
): { hosts: string[]; fault?: never } | { hosts?: never; fault: AddressFault } {
  const hosts = new Set<string>();
  let network: string | undefined;
  const parts = text.replace(HYPHEN, '-').split(/[,;\s]+/);
  for (const part of parts.filter((one) => one !== '')) {
    const read = readPart(part, network);
    if (!read || read.hosts.some((host) => findHostFault(host) !== null))
      return { fault: { code: 'addresses', part } };
    network = read.network;
    for (const host of read.hosts) hosts.add(host);
  }
  if (hosts.size > max) return { fault: { code: 'many', most: max } };
  return { hosts: [...hosts] };
}
