import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../src/shared/units/zones.ts';
import { END, type Field, INVERTER_VARIABLES, type Piece } from './field.ts';
import { askJson, bodiesOf, bytesIn, deliveryOf, linesOf, quiet } from './http-text.ts';
import { debianProgram } from './peer-files.ts';
import { hoursIn, LOOK_BACK_H, type Question } from './questions.ts';
import { freePort, ServerProcess } from './server-process.ts';
import type { Store } from './store.ts';

const SERIES_IN_BODY = 500;

interface Found {
  metric: Record<string, string>;
  value?: [number, string];
  values?: [number, string][];
}

/** Lines of /api/v1/import: one for each series, with all its values and stamps. */
function* seriesLines(pieces: readonly Piece[]): Generator<string> {
  for (const { device, ts, columns } of pieces) {
    for (const [slot, column] of columns.entries()) {
      const [values, timestamps]: [number[], number[]] = [[], []];
      column.forEach((value, i) => {
        if (Number.isNaN(value)) return;
        values.push(value);
        timestamps.push(ts[i] ?? 0);
      });
      if (values.length === 0) continue;
      const { set, name, plant, variables } = device;
      const metric = { __name__: `${set}_${variables[slot]}`, device: name, plant: `P${plant}` };
      yield JSON.stringify({ metric, values, timestamps });
    }
  }
}

/** VictoriaMetrics 1.79 from Debian, on loopback, in a folder of its own. */
export class Victoria implements Store {
  readonly name = 'VictoriaMetrics 1.79';
  readonly about =
    'one series for each variable (labels device and plant), JSON lines in bulk, line protocol for commits, answers not cached; it acknowledges from memory and writes within seconds: what it acknowledged can be lost, and a repeated delivery is stored twice';
  readonly #home: string;
  readonly #field: Field;
  readonly #server: ServerProcess;
  readonly #address: string;

  private constructor(field: Field, home: string, server: ServerProcess, address: string) {
    this.#field = field;
    this.#home = home;
    this.#server = server;
    this.#address = address;
  }

  static async open(field: Field): Promise<Victoria> {
    const file = await debianProgram('victoria-metrics', 'usr/bin/victoria-metrics');
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'meridiana-victoria-')));
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const server = await ServerProcess.start(
      file,
      [
        `-storageDataPath=${home}/data`,
        `-httpListenAddr=127.0.0.1:${port}`,
        '-retentionPeriod=100y',
        '-selfScrapeInterval=0s',
        '-search.disableCache',
        '-search.latencyOffset=0s',
        '-search.maxSamplesPerQuery=1000000000',
        '-loggerLevel=WARN',
      ],
      { log: join(home, 'log'), probe: `${address}/health` },
    );
    return new Victoria(field, home, server, address);
  }

  async bulk(pieces: readonly Piece[]) {
    return deliveryOf(
      `${this.#address}/api/v1/import`,
      bodiesOf(seriesLines(pieces), SERIES_IN_BODY),
      pieces,
    );
  }

  async commit(pieces: readonly Piece[]) {
    return deliveryOf(`${this.#address}/write?precision=ms`, bodiesOf(linesOf(pieces), 5000), pieces);
  }

  async settle(): Promise<void> {
    await this.#get('/internal/force_flush');
    await this.#get('/internal/force_merge');
    for (let idle = 0; idle < 3; ) {
      const merging = /^vm_active_merges\{.*\} [1-9]/m.test(await this.#get('/metrics'));
      idle = merging ? 0 : idle + 1;
      await sleep(1000);
    }
    await quiet(join(this.#home, 'data'));
  }

  async #get(path: string): Promise<string> {
    const response = await fetch(this.#address + path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  }

  async bytes(): Promise<number> {
    return bytesIn(join(this.#home, 'data'));
  }

  async count(): Promise<number> {
    // Set by set and year by year: all at once is more than the server may read for one answer.
    let count = 0;
    for (const set of ['fleet', 'inverter', 'meter', 'real']) {
      const [found] = await this.#instant(`sum(count_over_time({__name__=~"${set}_.*"}[40y]))`, END);
      count += Number(found?.value?.[1] ?? 0);
    }
    return count;
  }

  async #query(path: string, asked: Record<string, string>): Promise<Found[]> {
    const text = new URLSearchParams({ ...asked, nocache: '1' });
    return (await askJson<{ data: { result: Found[] } }>(`${this.#address}/api/v1/${path}?${text}`)).data
      .result;
  }

  /** `at` is exclusive, as ends of windows are here; the server's are inclusive. */
  #instant(query: string, at: number): Promise<Found[]> {
    return this.#query('query', { query, time: ((at - 1) / 1000).toFixed(3) });
  }

  async ask(question: Question): Promise<Float64Array> {
    if (question.kind === 'last') return this.#last();
    const { window } = question;
    const span = `${window.end - window.start}ms`;
    if (question.kind === 'sum') {
      const [found] = await this.#instant(`sum(sum_over_time(${this.#meters()}[${span}]))`, window.end);
      return Float64Array.of(Number(found?.value?.[1] ?? Number.NaN));
    }
    if (question.kind === 'series') {
      const [found] = await this.#instant(`inverter_ac_power_kw{device="Y0001"}[${span}]`, window.end);
      return Float64Array.from(
        (found?.values ?? []).flatMap(([at, value]) => [Math.round(at * 1000), Number(value)]),
      );
    }
    const hours = hoursIn(window);
    const answer = new Float64Array(hours * INVERTER_VARIABLES.length).fill(Number.NaN);
    const found = await this.#query('query_range', {
      query: 'avg_over_time({__name__=~"inverter_.*",device="Y0001"}[1h]) keep_metric_names',
      start: ((window.start + HOUR_MS - 1) / 1000).toFixed(3),
      end: ((window.end - 1) / 1000).toFixed(3),
      step: '1h',
    });
    for (const { metric, values } of found) {
      const slot = INVERTER_VARIABLES.indexOf(metric.__name__?.slice('inverter_'.length) ?? '');
      for (const [at, value] of values ?? [])
        answer[slot * hours + Math.floor((at * 1000 - window.start) / HOUR_MS)] = Number(value);
    }
    return answer;
  }

  /** Named where all have one name, which is the quicker way. */
  #meters(): string {
    const [name, ...others] = this.#field.meters[0]?.variables ?? [];
    return others.length === 0 ? `meter_${name}` : '{__name__=~"meter_.*"}';
  }

  async #last(): Promise<Float64Array> {
    const variables = this.#field.fleet[0]?.variables ?? [];
    const width = variables.length;
    const answer = new Float64Array(this.#field.fleet.length * width).fill(Number.NaN);
    for (const { metric, value } of await this.#instant(
      `last_over_time({__name__=~"fleet_.*"}[${LOOK_BACK_H}h])`,
      END,
    )) {
      const slot = variables.indexOf(metric.__name__?.slice('fleet_'.length) ?? '');
      answer[(Number(metric.device?.slice(1)) - 1) * width + slot] = Number(value?.[1] ?? Number.NaN);
    }
    return answer;
  }

  pause(): void {
    this.#server.pause();
  }

  resume(): void {
    this.#server.resume();
  }

  async close(): Promise<void> {
    await this.#server.stop();
    rmSync(this.#home, { recursive: true, force: true });
  }
}
