import { NotToBeHad, npmPackage } from '../store/peer-files.ts';
import { median } from '../store/repeats.ts';
import type { ClientName, ClientTask, Round } from './client.ts';
import { MEASURED, Part } from './processes.ts';

const PEERS = { 'modbus-serial': '8.0.25', jsmodbus: '5.0.0' } as const;
const NAMES: Readonly<Record<ClientName, string>> = {
  ours: 'Meridiana',
  'modbus-serial': `modbus-serial ${PEERS['modbus-serial']}`,
  jsmodbus: `jsmodbus ${PEERS.jsmodbus}`,
  bare: 'sockets alone',
};
const WARMING = 2;

export interface ClientFigure {
  readonly name: string;
  readonly is_peer: boolean;
  /** Microseconds of its process for one read, decoding included: the median of the rounds. */
  readonly cpu_us: number;
  readonly rounds: readonly number[];
}

async function taskOf(name: ClientName, tcp_ports: readonly number[]): Promise<ClientTask> {
  if (name === 'ours' || name === 'bare') return { name, tcp_ports };
  // Without its serial ports, which would have to be compiled.
  const wanted = { version: `${name}@${PEERS[name]}`, place: name, options: ['--omit=optional'] };
  return { name, tcp_ports, folder: await npmPackage(name, wanted) };
}

/**
 * The processor time of one read by our client, by the libraries that can be had and by sockets with nothing around
 * them, in alternating rounds, each in a process of its own on the same core; all must read the same numbers.
 * @param skipped is given the reason for each who cannot be had
 */
export async function benchBesidePeers(
  tcp_ports: readonly number[],
  options: { rounds: number; reads: number; skipped: string[] },
): Promise<ClientFigure[]> {
  const { rounds, reads, skipped } = options;
  const clients: { name: ClientName; part: Part; found: number[] }[] = [];
  try {
    for (const name of ['ours', 'modbus-serial', 'jsmodbus', 'bare'] as const) {
      const task = await taskOf(name, tcp_ports).catch((error: unknown) => {
        if (!(error instanceof NotToBeHad)) throw error;
        skipped.push(error.message);
      });
      if (!task) continue;
      const part = Part.start('client.ts', { core: MEASURED });
      clients.push({ name, part, found: [] });
      await part.ask<number>(task);
    }
    const times = Math.ceil(reads / tcp_ports.length);
    const sums = new Set<number>();
    for (let round = 0; round < rounds + WARMING; round += 1)
      // Who begins changes with the round.
      for (let i = 0; i < clients.length; i += 1) {
        const client = clients[(i + round) % clients.length];
        if (client === undefined) continue;
        const { cpu_us, reads: done, sum } = await client.part.ask<Round>({ times });
        sums.add(Number((sum / done).toPrecision(12)));
        if (round >= WARMING) client.found.push(cpu_us / done);
      }
    if (sums.size !== 1) throw new Error(`the clients read different numbers: ${[...sums].join(', ')}`);
    return clients.map(({ name, found }) => ({
      name: NAMES[name],
      is_peer: name in PEERS,
      cpu_us: median(found),
      rounds: found,
    }));
  } finally {
    await Promise.all(clients.map(({ part }) => part.stop()));
  }
}
