import ipaddr from 'ipaddr.js';

/** A network, in CIDR notation, and the ports in it that the server may reach for users. */
export interface OutboundRule {
  readonly network: string;
  readonly from_port: number;
  readonly to_port: number;
}

/** The entries of a comma-separated setting, without blanks and empty ones. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Reads `network`, `network:port` or `network:from-to` entries; a network is an address or CIDR, and IPv6
 * stands in brackets. Without ports all of them are meant.
 * @param fault told about each entry that cannot be read
 */
export function readOutbound(text: string, fault: (message: string) => void): OutboundRule[] {
  return splitList(text).flatMap((entry) => {
    const parts =
      /^\[([^\]]+)\](?::(\d+)(?:-(\d+))?)?$/.exec(entry) ?? /^([\d./]+)(?::(\d+)(?:-(\d+))?)?$/.exec(entry);
    const network = readNetwork(parts?.[1] ?? '');
    const from = Number(parts?.[2] ?? 1);
    const to = Number(parts?.[3] ?? parts?.[2] ?? 65_535);
    if (network !== undefined && from >= 1 && from <= to && to <= 65_535) {
      return [{ network, from_port: from, to_port: to }];
    }
    fault(`has an entry that is no network with ports: ${entry}`);
    return [];
  });
}

/** Reads what stands in front of the program: nothing, a number of proxies, or their addresses and networks. */
export function readProxies(text: string, fault: (message: string) => void): false | number | string[] {
  const given = text.trim();
  if (given === '' || given === 'false') return false;
  if (/^[1-9]$/.test(given)) return Number(given);
  return splitList(given).flatMap((entry) => {
    const network = readNetwork(entry);
    if (network !== undefined) return [network];
    fault(`must list addresses or networks, or be a number of proxies from 1 to 9: ${entry}`);
    return [];
  });
}

/** CIDR notation of an address or network, undefined when it is neither. */
function readNetwork(text: string): string | undefined {
  if (ipaddr.isValidCIDR(text)) return text;
  // ipaddr also reads the ancient one-number and short forms; a person who writes one has mistyped.
  if (!ipaddr.isValid(text) || !/:|^\d+\.\d+\.\d+\.\d+$/.test(text)) return undefined;
  return `${text}/${ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128}`;
}
