import { mkdtempSync, realpathSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '../../src/shared/units/zones.ts';
import type { DuckApi, DuckConnection } from './duck-types.ts';
import {
  countReadings,
  devicesOf,
  END,
  type Field,
  type FieldDevice,
  INVERTER_VARIABLES,
  type Piece,
} from './field.ts';
import { duckdbPackage } from './peer-files.ts';
import { type DaysWindow, hoursIn, LOOK_BACK_H, type Question } from './questions.ts';
import type { Delivery, Store } from './store.ts';

const load = createRequire(import.meta.url);

const tableOf = ({ set, name }: FieldDevice) => (set === 'real' ? `real_${name}` : set);
const stamp = (ts: number) => `timestamp '${new Date(ts).toISOString().slice(0, 19).replace('T', ' ')}'`;
const between = ({ start, end }: DaysWindow) => `ts >= ${stamp(start)} and ts < ${stamp(end)}`;
const numberOf = (value: unknown) => (value === null || value === undefined ? Number.NaN : Number(value));

/** DuckDB within this process, in a file of its own; fetched by npm. */
export class Duck implements Store {
  readonly name = 'DuckDB 1.5';
  readonly about =
    'one wide table for each kind of device, in the order of time, no index (a key would make it idempotent and several times slower); COPY from CSV in bulk, appender in a transaction for commits, each fsynced to its WAL';
  readonly #home: string;
  readonly #api: DuckApi;
  readonly #connection: DuckConnection;
  readonly #end: () => void;
  readonly #field: Field;
  #files = 0;

  private constructor(
    field: Field,
    open: { home: string; api: DuckApi; connection: DuckConnection; end(): void },
  ) {
    this.#field = field;
    this.#home = open.home;
    this.#api = open.api;
    this.#connection = open.connection;
    this.#end = open.end;
  }

  static async open(field: Field): Promise<Duck> {
    const api = load(await duckdbPackage()) as DuckApi;
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'meridiana-duck-')));
    const instance = await api.DuckDBInstance.create(join(home, 'bench.db'));
    const connection = await instance.connect();
    const end = () => {
      connection.closeSync();
      instance.closeSync();
    };
    for (const [table, device] of new Map(devicesOf(field).map((device) => [tableOf(device), device]))) {
      const columns = device.variables.map((name) => `${name} double`).join(', ');
      await connection.run(`create table ${table} (device integer, ts timestamp, ${columns})`);
    }
    return new Duck(field, { home, api, connection, end });
  }

  async bulk(pieces: readonly Piece[]): Promise<Delivery> {
    const files: { table: string; path: string }[] = [];
    for (const [table, ofTable] of Map.groupBy(pieces, ({ device }) => tableOf(device))) {
      const path = join(this.#home, `${this.#files++}.csv`);
      writeFileSync(path, csvOf(ofTable));
      files.push({ table, path });
    }
    return {
      readings: countReadings(pieces),
      write: async () => {
        for (const { table, path } of files) {
          await this.#connection.run(`copy ${table} from '${path}' (format csv, header false)`);
          unlinkSync(path);
        }
      },
    };
  }

  async commit(pieces: readonly Piece[]): Promise<Delivery> {
    return { readings: countReadings(pieces), write: () => this.#append(pieces) };
  }

  async #append(pieces: readonly Piece[]): Promise<void> {
    await this.#connection.run('begin');
    for (const [table, ofTable] of Map.groupBy(pieces, ({ device }) => tableOf(device))) {
      const appender = await this.#connection.createAppender(table);
      for (const { device, ts, columns } of ofTable) {
        for (let i = 0; i < ts.length; i++) {
          appender.appendInteger(device.index);
          appender.appendTimestamp(new this.#api.DuckDBTimestampValue(BigInt(ts[i] ?? 0) * 1000n));
          for (const column of columns) {
            const value = column[i] ?? Number.NaN;
            if (Number.isNaN(value)) appender.appendNull();
            else appender.appendDouble(value);
          }
          appender.endRow();
        }
      }
      appender.closeSync();
    }
    await this.#connection.run('commit');
  }

  async settle(): Promise<void> {
    await this.#connection.run('checkpoint');
  }

  async bytes(): Promise<number> {
    const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return size(join(this.#home, 'bench.db')) + size(join(this.#home, 'bench.db.wal'));
  }

  async count(): Promise<number> {
    let count = 0;
    for (const [table, { variables }] of new Map(
      devicesOf(this.#field).map((device) => [tableOf(device), device]),
    )) {
      const each = variables.map((name) => `count(${name})`).join(' + ');
      const columns = await this.#columns(`select ${each} from ${table}`);
      count += numberOf(columns[0]?.[0]);
    }
    return count;
  }

  async #columns(text: string) {
    return (await this.#connection.runAndReadAll(text)).getColumns();
  }

  async ask(question: Question): Promise<Float64Array> {
    if (question.kind === 'last') return this.#last();
    const { window } = question;
    if (question.kind === 'sum') {
      const total = this.#field.meters[0]?.variables.map((name) => `sum(${name})`).join(' + ');
      const [sums] = await this.#columns(`select ${total} from meter where ${between(window)}`);
      return Float64Array.of(numberOf(sums?.[0]));
    }
    if (question.kind === 'series') {
      const [at = [], values = []] = await this.#columns(
        `select epoch_ms(ts), ac_power_kw from inverter where device = 0 and ${between(window)} order by ts`,
      );
      return Float64Array.from(at.flatMap((ts, i) => [numberOf(ts), numberOf(values[i])]));
    }
    const hours = hoursIn(window);
    const means = INVERTER_VARIABLES.map((name) => `avg(${name})`).join(', ');
    const [at = [], ...columns] = await this.#columns(
      `select epoch_ms(date_trunc('hour', ts)) as h, ${means} from inverter where device = 0 and ${between(window)} group by 1`,
    );
    const answer = new Float64Array(hours * INVERTER_VARIABLES.length).fill(Number.NaN);
    at.forEach((ts, i) => {
      const hour = (numberOf(ts) - window.start) / HOUR_MS;
      columns.forEach((column, slot) => {
        answer[slot * hours + hour] = numberOf(column[i]);
      });
    });
    return answer;
  }

  async #last(): Promise<Float64Array> {
    const variables = this.#field.fleet[0]?.variables ?? [];
    const newest = variables.map((name) => `arg_max(${name}, ts)`).join(', ');
    const [devices = [], ...columns] = await this.#columns(
      `select device, ${newest} from fleet where ts >= ${stamp(END - LOOK_BACK_H * HOUR_MS)} group by device`,
    );
    const answer = new Float64Array(this.#field.fleet.length * variables.length).fill(Number.NaN);
    devices.forEach((device, i) => {
      columns.forEach((column, slot) => {
        answer[numberOf(device) * variables.length + slot] = numberOf(column[i]);
      });
    });
    return answer;
  }

  pause(): void {
    // It works only while it is asked.
  }

  resume(): void {
    // It works only while it is asked.
  }

  async close(): Promise<void> {
    this.#end();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** Rows in the order of time, as they would have come in. */
function csvOf(pieces: readonly Piece[]): string {
  const rows: { ts: number; text: string }[] = [];
  for (const { device, ts, columns } of pieces) {
    ts.forEach((at, i) => {
      const values = columns.map((column) => (Number.isNaN(column[i]) ? '' : String(column[i])));
      const time = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
      rows.push({ ts: at, text: `${device.index},${time},${values.join(',')}` });
    });
  }
  return rows
    .sort((a, b) => a.ts - b.ts)
    .map(({ text }) => text)
    .join('\n');
}
