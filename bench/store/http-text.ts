import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countReadings, type Piece } from './field.ts';
import type { Delivery } from './store.ts';

/** Requests under way at once, for every store: sender and store share two cores. */
export const LANES = 2;

/** Runs tasks, some at once. */
export async function inLanes<T>(tasks: readonly T[], work: (task: T) => Promise<unknown>): Promise<void> {
  const rest = [...tasks].reverse();
  const lane = async () => {
    for (let task = rest.pop(); task !== undefined; task = rest.pop()) await work(task);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Posts bodies that are ready; every one must be acknowledged. */
export function deliveryOf(address: string, bodies: readonly Buffer[], pieces: readonly Piece[]): Delivery {
  return {
    readings: countReadings(pieces),
    write: () =>
      inLanes(bodies, async (body) => {
        const response = await fetch(address, { method: 'POST', body: new Uint8Array(body) });
        const text = await response.text();
        if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text.slice(0, 300)}`);
      }),
  };
}

/** Asks by GET and answers the JSON. */
export async function askJson<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok)
    throw new Error(`${address} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return (await response.json()) as T;
}

/** Points of InfluxDB's line protocol, stamps in ms: the set is the measurement, device and plant are tags. */
export function* linesOf(pieces: readonly Piece[]): Generator<string> {
  for (const { device, ts, columns } of pieces) {
    const head = `${device.set},device=${device.name},plant=P${device.plant} `;
    for (let i = 0; i < ts.length; i++) {
      const fields: string[] = [];
      columns.forEach((column, slot) => {
        const value = column[i] ?? Number.NaN;
        if (!Number.isNaN(value)) fields.push(`${device.variables[slot]}=${value}`);
      });
      if (fields.length > 0) yield `${head}${fields.join(',')} ${ts[i]}`;
    }
  }
}

/** Lines in bodies of so many each. */
export function bodiesOf(lines: Iterable<string>, linesEach: number): Buffer[] {
  const bodies: Buffer[] = [];
  let some: string[] = [];
  for (const line of lines) {
    some.push(line);
    if (some.length < linesEach) continue;
    bodies.push(Buffer.from(some.join('\n')));
    some = [];
  }
  if (some.length > 0) bodies.push(Buffer.from(some.join('\n')));
  return bodies;
}

/** Bytes that a folder's files take on disk: space that a store set aside without writing does not count. */
export function bytesIn(folder: string): number {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      // A store that compacts takes files away while they are counted.
      .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.blocks ?? 0)
      .reduce((sum, blocks) => sum + blocks * 512, 0)
  );
}

/** Waits until a folder has kept its size for some looks in a row. */
export async function quiet(folder: string, looks = 5, every_ms = 2000): Promise<void> {
  let [same, before] = [0, -1];
  for (let i = 0; i < 150 && same < looks; i++) {
    const now = bytesIn(folder);
    same = now === before ? same + 1 : 0;
    before = now;
    await sleep(every_ms);
  }
}
