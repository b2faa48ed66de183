import type { ReadingRow } from '../../src/features/measurements/readings.model.ts';
import { PACKED_AFTER_MS } from '../../src/features/measurements/server/day-making.ts';
import { recomputeDirty } from '../../src/features/measurements/server/day-row-updater.ts';
import { markOpenDays } from '../../src/features/measurements/server/open-days.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { dropEmptyMonth, listMonths } from '../../src/features/measurements/server/readings.repository.ts';
import {
  listSeriesDevices,
  type SeriesDevice,
} from '../../src/features/measurements/server/series.repository.ts';
import { loadSources, MAX_VALUES } from '../../src/features/measurements/server/series-sources.ts';
import { listDayRows } from '../../src/features/measurements/server/stored-days.repository.ts';
import { joinLanded } from '../../src/features/measurements/server/stretch-joining.ts';
import { emptyLanding } from '../../src/features/measurements/server/stretches.repository.ts';
import { listLastPoints } from '../../src/features/overview/server/follow.repository.ts';
import type { SlotOf } from '../../src/features/overview/sources.model.ts';
import { inScope, type Scope, type Tx } from '../../src/shared/server/tenancy.ts';
import { DAY_MS } from '../../src/shared/units/zones.ts';
import { makeCompany, makeDevice, makePlant } from '../../tests/support/field.ts';
import { type BenchInstallation, startBenchInstallation } from '../installation.ts';
import { countReadings, devicesOf, END, type Field, type FieldDevice, type Piece, ZONE } from './field.ts';
import type { Chunk } from './generator.ts';
import { inLanes } from './http-text.ts';
import { addVariableNames, listBytes } from './ours.repository.ts';
import type { DaysWindow, Question } from './questions.ts';
import type { Delivery, Store } from './store.ts';

const ROWS_IN_COMMIT = 10_000;
const MAX_OPEN_DAYS = 1_000_000;

/** The portal's own store: PostgreSQL with the writer, the day keeper and the questions that screens ask. */
export class Ours implements Store {
  readonly name = 'Meridiana';
  readonly about =
    'PostgreSQL as the program starts it (fsync and synchronous_commit on), the program’s own writer with last values and marks, tenancy and row-level security; a repeated delivery changes nothing';
  readonly #bench: BenchInstallation;
  readonly #scope: Scope;
  readonly #writer: ReadingWriter;
  readonly #field: Field;
  readonly #ids: ReadonlyMap<string, number>;
  #inverter: SeriesDevice | undefined;
  #meters: readonly SeriesDevice[] | undefined;

  private constructor(
    field: Field,
    bench: BenchInstallation,
    made: { scope: Scope; ids: ReadonlyMap<string, number> },
  ) {
    this.#field = field;
    this.#bench = bench;
    this.#scope = made.scope;
    this.#ids = made.ids;
    this.#writer = new ReadingWriter(bench.pool);
  }

  static async open(field: Field): Promise<Ours> {
    const bench = await startBenchInstallation(undefined);
    try {
      const scope = await makeCompany(bench.pool, 'Bench store');
      return new Ours(field, bench, { scope, ids: await makeDevices(bench, scope, field) });
    } catch (error) {
      await bench.close();
      throw error;
    }
  }

  async bulk(pieces: readonly Piece[]): Promise<Delivery> {
    const commits = commitsOf(pieces.map((piece) => this.#rowsOf(piece)));
    return {
      readings: countReadings(pieces),
      write: () => inLanes(commits, (rows) => this.#writer.write(this.#scope, rows)),
    };
  }

  async commit(pieces: readonly Piece[]): Promise<Delivery> {
    const rows = pieces.flatMap((piece) => this.#rowsOf(piece));
    return {
      readings: countReadings(pieces),
      write: async () => {
        await this.#writer.write(this.#scope, rows);
      },
    };
  }

  #rowsOf({ device, ts, columns }: Piece): ReadingRow[] {
    const device_id = this.#idOf(device);
    return Array.from(ts, (at, i) => ({
      device_id,
      ts: at,
      values: Float64Array.from(columns, (column) => column[i] ?? Number.NaN),
      quality: null,
    }));
  }

  #idOf({ name }: FieldDevice): number {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`${name} is not in the field`);
    return id;
  }

  #slotsOf(devices: readonly FieldDevice[]): SlotOf[] {
    return devices.flatMap((device) => {
      const { variables, interval_s } = device;
      return variables.map((_, slot) => ({ device_id: this.#idOf(device), slot, interval_s }));
    });
  }

  /** History is packed as it comes, for it is older than two days; what comes tick by tick stays in the hot table. */
  async tend({ kind, until }: Chunk): Promise<void> {
    await this.#makeDays(kind === 'history' ? until + PACKED_AFTER_MS + DAY_MS : until);
  }

  async #makeDays(now: number): Promise<void> {
    await recomputeDirty(this.#bench.pool, this.#scope, { clock: () => now });
  }

  async settle(): Promise<void> {
    const now = END + PACKED_AFTER_MS + DAY_MS;
    const before = new Date(now - PACKED_AFTER_MS);
    const open = () =>
      inScope(this.#bench.pool, this.#scope, (tx) => markOpenDays(tx, before, MAX_OPEN_DAYS));
    while ((await open()) > 0) await this.#makeDays(now);
    await this.#makeDays(now);
    await joinLanded(this.#bench.pool, this.#scope, { now, atMost: MAX_OPEN_DAYS, all: true });
    for (const landing of [0, 1]) await emptyLanding(this.#bench.pool, landing);
    for (const month of await listMonths(this.#bench.pool)) await dropEmptyMonth(this.#bench.pool, month);
    for (const table of ['obs', 'obs_stretch', 'obs_figures', 'obs_year', 'obs_last', 'obs_dirty'])
      await this.#bench.arrange(`vacuum analyze ${table}`);
    await this.#bench.arrange('checkpoint');
  }

  async bytes(): Promise<number> {
    const parts = await listBytes(this.#bench.pool);
    const kb = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
    for (const { name, bytes, index_bytes } of parts)
      console.error(`${name}: ${kb(bytes)}, its indexes ${kb(index_bytes)}`);
    return parts.reduce((sum, { bytes, index_bytes }) => sum + bytes + index_bytes, 0);
  }

  async count(): Promise<number> {
    const span = { from: '1990-01-01', to: '2100-01-01', fields: ['n'] } as const;
    let count = 0;
    for (const device of devicesOf(this.#field)) {
      const query = {
        ...span,
        device_ids: [this.#idOf(device)],
        slots: device.variables.map((_, slot) => slot),
      };
      const days = await this.#read((tx) => listDayRows(tx, query));
      count += days.reduce((sum, { row }) => row.n.reduce((all, n) => all + n, sum), 0);
    }
    return count;
  }

  #read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return inScope(this.#bench.pool, this.#scope, work, 'read only');
  }

  async ask(question: Question): Promise<Float64Array> {
    if (question.kind === 'last') return this.#last();
    const { window } = question;
    if (question.kind === 'sum') return Float64Array.of(await this.#sum(window));
    return question.kind === 'series' ? this.#series(window) : this.#hours(window);
  }

  /** The inverter as charts know it; the peers are told the names of their series too. */
  async #inverterDevice(): Promise<SeriesDevice> {
    const device_ids = [this.#idOf(this.#field.inverter)];
    this.#inverter ??= (await this.#read((tx) => listSeriesDevices(tx, { device_ids, plants: [] })))[0];
    if (!this.#inverter) throw new Error('the inverter is not to be seen');
    return this.#inverter;
  }

  /** As charts by days ask for the sums of many devices. */
  async #sum(window: DaysWindow): Promise<number> {
    const device_ids = this.#field.meters.map((meter) => this.#idOf(meter));
    this.#meters ??= await this.#read((tx) => listSeriesDevices(tx, { device_ids, plants: [] }));
    const sources = this.#meters.flatMap((device) => device.slots.map((variable) => ({ device, variable })));
    return this.#read(async (tx) => {
      const ask = { resolution: 'day', window, now: END + DAY_MS, mostValues: MAX_VALUES } as const;
      const loaded = await loadSources(tx, sources, { ...ask, aggregates: ['sum'] });
      if (!loaded) throw new Error('too many readings for one answer');
      const values = sources.flatMap((source) => [...loaded.points(source, 'sum').values]);
      return values.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0);
    });
  }

  async #strands(window: DaysWindow, resolution: 'raw' | 'hour', slots: number) {
    const device = await this.#inverterDevice();
    return this.#read(async (tx) => {
      const strands = device.slots.slice(0, slots).map((variable) => ({ device, variable }));
      const ask = { resolution, window, now: END + DAY_MS, mostValues: MAX_VALUES };
      const loaded = await loadSources(tx, strands, ask);
      if (!loaded) throw new Error('too many readings for one answer');
      return strands.map((strand) => loaded.points(strand, 'mean'));
    });
  }

  async #series(window: DaysWindow): Promise<Float64Array> {
    const [points] = await this.#strands(window, 'raw', 1);
    const values = points?.values ?? [];
    return Float64Array.from([...(points?.ts ?? [])].flatMap((at, i) => [at, values[i] ?? Number.NaN]));
  }

  async #hours(window: DaysWindow): Promise<Float64Array> {
    const all = await this.#strands(window, 'hour', this.#field.inverter.variables.length);
    const hours = all[0]?.values.length ?? 0;
    const answer = new Float64Array(hours * all.length);
    all.forEach(({ values }, slot) => {
      answer.set(values, slot * hours);
    });
    return answer;
  }

  /** As the live figures of cards ask. */
  async #last(): Promise<Float64Array> {
    const points = await this.#read((tx) => listLastPoints(tx, this.#slotsOf(this.#field.fleet)));
    return Float64Array.from(points, ({ value }) => value ?? Number.NaN);
  }

  pause(): void {
    // What PostgreSQL does by itself is part of what is measured.
  }

  resume(): void {
    // What PostgreSQL does by itself is part of what is measured.
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.#bench.close();
  }
}

/** Rows of whole devices in commits of so many at most, so that no two commits at once touch one device. */
function commitsOf(devices: readonly ReadingRow[][]): ReadingRow[][] {
  const commits: ReadingRow[][] = [];
  let some: ReadingRow[] = [];
  for (const rows of devices) {
    if (some.length > 0 && some.length + rows.length > ROWS_IN_COMMIT) {
      commits.push(some);
      some = [];
    }
    some = some.concat(rows);
  }
  if (some.length > 0) commits.push(some);
  return commits;
}

async function makeDevices(
  { pool }: BenchInstallation,
  scope: Scope,
  field: Field,
): Promise<ReadonlyMap<string, number>> {
  const names = new Set(devicesOf(field).flatMap(({ variables }) => variables));
  await inScope(pool, scope, (tx) => addVariableNames(tx, [...names]));
  const plants: number[] = [];
  for (let i = 0; i < field.scale.plants; i++)
    plants.push(await makePlant(pool, scope, `P${i}`, { time_zone: ZONE, potenza_nominale: 1000 }));
  const ids = new Map<string, number>();
  for (const { name, plant, variables, interval_s } of devicesOf(field)) {
    ids.set(name, await makeDevice(pool, scope, plants[plant] ?? 0, name, variables, { interval_s }));
  }
  return ids;
}
