import { appendFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Duck } from './duck.ts';
import {
  type Field,
  LAYOUTS,
  type Layout,
  makeField,
  PLANTS_IN_STEPS,
  SCALES,
  type ScaleName,
  scaleOf,
} from './field.ts';
import { Influx } from './influx.ts';
import { loadAll } from './load.ts';
import { measureAll } from './measure.ts';
import { Ours } from './ours.ts';
import { NotToBeHad } from './peer-files.ts';
import { readRealSeries } from './real-series.ts';
import { aimsOf, devicesIn, type StoreResult, tableOf } from './report.ts';
import type { Store } from './store.ts';
import { Truth } from './truth.ts';
import { Victoria } from './victoria.ts';

const OPENERS: Record<string, (field: Field) => Promise<Store>> = {
  ours: Ours.open,
  influx: Influx.open,
  victoria: Victoria.open,
  duckdb: Duck.open,
};

const HELP = `npm run bench:store -- [--readings ${SCALES.join('|')}] [--layout ${LAYOUTS.join('|')}] [--only ${Object.keys(OPENERS).join(',')}] [--out file] [--plants 1000]
Loads the same readings into our store and into the peers that can be had, and measures them in one run. Small plants
share loggers of 20 variables, or each has devices of its own. Plants come in steps of ${PLANTS_IN_STEPS}.`;

interface Options {
  scale: ScaleName;
  layout: Layout;
  only: string[];
  out: string | undefined;
  plants: number;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      readings: { type: 'string', default: '20m' },
      layout: { type: 'string', default: 'loggers' },
      only: { type: 'string', default: Object.keys(OPENERS).join(',') },
      out: { type: 'string' },
      plants: { type: 'string', default: '1000' },
      help: { type: 'boolean', default: false },
    },
  });
  const scale = SCALES.find((name) => name === values.readings);
  const layout = LAYOUTS.find((name) => name === values.layout);
  const only = values.only.split(',');
  const plants = Number(values.plants);
  const fits = plants > 0 && plants <= 1000 && plants % PLANTS_IN_STEPS === 0;
  if (values.help || !scale || !layout || only.some((name) => !OPENERS[name]) || !fits) return undefined;
  return { scale, layout, only, plants, out: values.out };
}

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

async function openStores(field: Field, only: readonly string[], skipped: string[]): Promise<Store[]> {
  const stores: Store[] = [];
  for (const name of only) {
    try {
      const store = await OPENERS[name]?.(field);
      if (store) stores.push(store);
    } catch (error) {
      if (!(error instanceof NotToBeHad)) throw error;
      skipped.push(`${name}: ${error.message}`);
    }
  }
  return stores;
}

async function measure(
  stores: readonly Store[],
  field: Field,
): Promise<{ results: StoreResult[]; readings: number }> {
  const truth = new Truth(field);
  const loaded = await loadAll(stores, field, { truth, say });
  for (const store of loaded.keys()) {
    await store.settle();
    const count = await store.count();
    say(`${store.name} has settled with ${count.toLocaleString('en-GB')} readings`);
    if (count !== truth.count)
      throw new Error(`${store.name} holds ${count} readings instead of ${truth.count}`);
  }
  const answers = await measureAll(stores, truth, say);
  const results: StoreResult[] = [];
  for (const store of stores) {
    const [found, asked] = [loaded.get(store), answers.get(store)];
    if (!found || !asked) continue;
    results.push({ store, loaded: found, bytes_each: (await store.bytes()) / truth.count, answers: asked });
  }
  return { results, readings: truth.count };
}

async function closeAll(stores: Store[]): Promise<void> {
  for (const store of stores.splice(0)) await store.close();
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    console.error(HELP);
    process.exitCode = 2;
    return;
  }
  const field = makeField(
    scaleOf(options.scale, options.plants),
    options.layout,
    readRealSeries(process.env.MERIDIANA_SHARED_DATA),
  );
  const skipped: string[] = [];
  const stores = await openStores(field, options.only, skipped);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(stores);
    return closing;
  };
  // Servers outlive a killed parent: whoever stops the bench stops them too. Ctrl-C may come more than once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void close().finally(() => process.exit(130)));
  try {
    const { results, readings } = await measure(stores, field);
    const text = [
      `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}; ${readings.toLocaleString('en-GB')} readings (${options.scale}, ${options.plants} plants)`,
      `layout ${options.layout}: ${devicesIn(field)}`,
      ...skipped.map((reason) => `skipped: ${reason}`),
      tableOf(results, options.layout),
      aimsOf(results, options.layout),
      ...stores.map(({ name, about }) => `${name}: ${about}.`),
    ].join('\n\n');
    console.log(text);
    if (options.out) appendFileSync(options.out, `${text}\n\n`);
  } finally {
    await close();
  }
}

await main();
