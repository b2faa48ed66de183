import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '../../src/shared/units/zones.ts';
import { END, type Field, type FieldDevice, INVERTER_VARIABLES, type Piece } from './field.ts';
import { askJson, bodiesOf, bytesIn, deliveryOf, linesOf, quiet } from './http-text.ts';
import { debianProgram } from './peer-files.ts';
import { type DaysWindow, hoursIn, LOOK_BACK_H, type Question } from './questions.ts';
import { freePort, ServerProcess } from './server-process.ts';
import type { Store } from './store.ts';

/** As the manual recommends for one request. */
const POINTS_IN_BODY = 5000;

interface Answer {
  results: { error?: string; series?: { tags?: Record<string, string>; values: (number | null)[][] }[] }[];
}

const between = ({ start, end }: DaysWindow) => `time >= ${start}ms and time < ${end}ms`;

const eachBy = (how: string, [device]: readonly FieldDevice[]) =>
  (device?.variables ?? []).map((name) => `${how}(${name})`).join(', ');

const QUERIES: Record<Question['kind'], (window: DaysWindow, field: Field) => string> = {
  last: (_, { fleet }) =>
    `select ${eachBy('last', fleet)} from fleet where time >= ${END - LOOK_BACK_H * HOUR_MS}ms group by device`,
  series: (window) => `select ac_power_kw from inverter where device = 'Y0001' and ${between(window)}`,
  hours: (window, { inverter }) =>
    `select ${eachBy('mean', [inverter])} from inverter where device = 'Y0001' and ${between(window)} group by time(1h)`,
  sum: (window, { meters }) => `select ${eachBy('sum', meters)} from meter where ${between(window)}`,
};

const NO_WINDOW: DaysWindow = { start: 0, end: 0, from: '', to: '' };

function config(home: string, port: number, admin: number, cold: boolean): string {
  // Once everything is loaded its shards are told to be cold at once, so that they are compacted fully.
  const soon = cold
    ? `cache-snapshot-write-cold-duration = "2s"\n  compact-full-write-cold-duration = "2s"`
    : '';
  return `reporting-enabled = false
bind-address = "127.0.0.1:${admin}"
[meta]
  dir = "${home}/meta"
[data]
  dir = "${home}/data"
  wal-dir = "${home}/wal"
  index-version = "tsi1"
  wal-fsync-delay = "0s"
  query-log-enabled = false
  ${soon}
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
[monitor]
  store-enabled = false
`;
}

/** InfluxDB 1.6 from Debian, on loopback, in a folder of its own. */
export class Influx implements Store {
  readonly name = 'InfluxDB 1.6';
  readonly about =
    'tsi1 index, one point for each device and instant (tags device and plant), shards of a year, 5,000 points a request; each write is fsynced to the WAL (wal-fsync-delay 0)';
  readonly #home = realpathSync(mkdtempSync(join(tmpdir(), 'meridiana-influx-')));
  readonly #field: Field;
  readonly #file: string;
  #server: ServerProcess | undefined;
  #address = '';

  private constructor(field: Field, file: string) {
    this.#field = field;
    this.#file = file;
  }

  static async open(field: Field): Promise<Influx> {
    const store = new Influx(field, await debianProgram('influxdb', 'usr/bin/influxd'));
    await store.#start(false);
    await fetch(`${store.#address}/query`, {
      method: 'POST',
      body: new URLSearchParams({ q: 'create database bench with shard duration 52w' }),
    });
    return store;
  }

  async #start(cold: boolean): Promise<void> {
    const [port, admin] = [await freePort(), await freePort()];
    this.#address = `http://127.0.0.1:${port}`;
    const file = join(this.#home, 'influxdb.conf');
    writeFileSync(file, config(this.#home, port, admin, cold));
    const options = { log: join(this.#home, 'log'), probe: `${this.#address}/ping` };
    this.#server = await ServerProcess.start(this.#file, ['-config', file], options);
  }

  async bulk(pieces: readonly Piece[]) {
    const bodies = bodiesOf(linesOf(pieces), POINTS_IN_BODY);
    return deliveryOf(`${this.#address}/write?db=bench&precision=ms`, bodies, pieces);
  }

  commit(pieces: readonly Piece[]) {
    return this.bulk(pieces);
  }

  async settle(): Promise<void> {
    await this.#server?.stop();
    await this.#start(true);
    await quiet(join(this.#home, 'data'), 10);
  }

  async bytes(): Promise<number> {
    return bytesIn(join(this.#home, 'data')) + bytesIn(join(this.#home, 'wal'));
  }

  async count(): Promise<number> {
    let count = 0;
    for (const set of ['fleet', 'inverter', 'meter', 'real']) {
      for (const row of await this.#query(`select count(*) from ${set}`))
        for (const value of row.values[0]?.slice(1) ?? []) count += value ?? 0;
    }
    return count;
  }

  async #query(text: string) {
    const asked = new URLSearchParams({ db: 'bench', epoch: 'ms', q: text });
    const [result] = (await askJson<Answer>(`${this.#address}/query?${asked}`)).results;
    if (result?.error) throw new Error(result.error);
    return result?.series ?? [];
  }

  async ask(question: Question): Promise<Float64Array> {
    const window = 'window' in question ? question.window : NO_WINDOW;
    const series = await this.#query(QUERIES[question.kind](window, this.#field));
    const rows = series[0]?.values ?? [];
    if (question.kind === 'sum')
      return Float64Array.of(
        rows[0]?.slice(1).reduce<number>((sum, one) => sum + (one ?? 0), 0) ?? Number.NaN,
      );
    if (question.kind === 'series') return Float64Array.from(rows.flat(), (value) => value ?? Number.NaN);
    if (question.kind === 'hours') return byHour(rows, window);
    const width = this.#field.fleet[0]?.variables.length ?? 0;
    const answer = new Float64Array(this.#field.fleet.length * width).fill(Number.NaN);
    for (const { tags, values } of series) {
      const index = Number(tags?.device?.slice(1)) - 1;
      values[0]?.slice(1).forEach((value, slot) => {
        answer[index * width + slot] = value ?? Number.NaN;
      });
    }
    return answer;
  }

  pause(): void {
    this.#server?.pause();
  }

  resume(): void {
    this.#server?.resume();
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** Rows of instant and means, as the question's kind lays them out. */
function byHour(rows: readonly (number | null)[][], window: DaysWindow): Float64Array {
  const hours = hoursIn(window);
  const answer = new Float64Array(hours * INVERTER_VARIABLES.length).fill(Number.NaN);
  for (const row of rows) {
    const hour = ((row[0] ?? 0) - window.start) / HOUR_MS;
    for (let slot = 0; slot < INVERTER_VARIABLES.length; slot++)
      answer[slot * hours + hour] = row[slot + 1] ?? Number.NaN;
  }
  return answer;
}
