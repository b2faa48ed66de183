import type { LineReach, NetworkReach } from '../../src/shared/server/endpoints/reach.ts';

/** Reaches what a plain rule says, however it is called, and every serial line. */
export function reachOf(allow: (address: string, port: number) => boolean): NetworkReach & LineReach {
  return {
    names: async () => 'told',
    open: async (_host, port, addresses) => addresses.filter((address) => allow(address, port)),
    line: async () => true,
  };
}

export const EVERYWHERE = reachOf(() => true);
