import type { measurementsFeature } from '../../../src/features/measurements/measurements.feature.ts';
import { makeFigures } from '../../../src/features/measurements/month-figures.model.ts';
import { packFigures } from '../../../src/features/measurements/server/packed-figures.ts';
import { packStretch } from '../../../src/features/measurements/server/packed-stretch.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { jsonOf } from '../support/ask.ts';
import { DAY, NOON } from '../support/canary-ground.ts';
import { fresh, request } from '../support/making.ts';
import { device, deviceNumber, NOWHERE } from '../support/slot-kinds.ts';
import { ago, type Things, type World } from '../support/world.ts';

const CSV = ['time;power', `${ago(30)};10.5`, `${ago(29)};10.75`].join('\n');

const mapping = {
  separator: ';',
  decimal: '.',
  header_rows: 1,
  time_column: 0,
  time_format: 'iso',
  time_zone: 'Europe/Rome',
  columns: [{ column: 1, variable: 'ac_power_kw', unit: 'kW' }],
} as const;

async function anImport(world: World, things: Things): Promise<number> {
  const answer = await request(
    world,
    'measurements.createImport',
    {
      query: { device_id: String(things.device_id), file_name: `${things.mark}.csv` },
      body: CSV,
    },
    world.headers,
  );
  const { id } = jsonOf(answer) as { id?: number };
  if (id === undefined) throw new Error(`no import was made: ${answer.text}`);
  return id;
}

/** A mark on readings of a device of the world's company. */
async function aReadingMark({ test, scope }: World, { device_id, mark }: Things): Promise<number> {
  const [row] = await test.arrange<{ id: number }>(
    `insert into reading_mark (company_id, device_id, start_at, end_at, reason) values ($1, $2, $3, $4, $5) returning id`,
    [scope.company_id, device_id, ago(90), ago(80), mark],
  );
  if (!row) throw new Error('no mark was made');
  return row.id;
}

const definitionOf = ({ proj_code, device_id }: Things) => ({
  series: [{ proj_code, device_id, name: 'ac_power_kw' }],
  span: 'day' as const,
  compare: { with: 'plant' as const, proj_code },
});

/** A new chart that the world's owner keeps for themselves. */
async function aChart(world: World, things: Things): Promise<string> {
  const body = { name: `Chart ${fresh()}`, definition: definitionOf(things) };
  const { id } = jsonOf(await request(world, 'charts.create', { body }, world.headers)) as { id?: number };
  if (id === undefined) throw new Error('no chart was made');
  return String(id);
}

/** Gives a chart to whoever is to change it. */
const chartTo = (world: World, id: string) => async (user_id: number) => {
  await world.test.arrange('update saved_chart set owner_id = $2 where id = $1', [id, user_id]);
};

/** The number of a device of the world's company whose credential for MQTT was just made. */
async function aCredential({ test, scope }: World, { device_id }: Things): Promise<string> {
  await test.arrange(
    `insert into mqtt_credential (company_id, device_id, secret_hash) values ($1, $2, 'none') on conflict do nothing`,
    [scope.company_id, device_id],
  );
  return String(device_id);
}

/** Examples for the loops: readings. */
export const area: AreaExamples<typeof measurementsFeature.calls> = {
  examples: {
    measurements: {
      resultsData: (_, { proj_code, device_id }) => ({
        query: { proj_code, devices: String(device_id), start: ago(120), end: ago(0) },
      }),
      resultsDataAllDevice: (_, { proj_code }) => ({ query: { proj_code, start: ago(120), end: ago(0) } }),
      aggregateResultsData: (_, { proj_code, device_id }) => ({
        query: { proj_code, master_id: String(device_id), start: ago(120), end: ago(0) },
      }),
      aggregateResultsDataAllDevice: (_, { proj_code }) => ({
        query: { proj_code, start: ago(120), end: ago(0) },
      }),
      chartResultsDataAllDevice: (_, { proj_code }) => ({
        query: { proj_code, start: ago(120), end: ago(0) },
      }),
      chartResultsData: (_, { device_id }) => ({
        query: { devices: String(device_id), variables: 'ac_power_kw', start: ago(120), end: ago(0) },
      }),
      lastResults: (_, { device_id }) => ({ params: { id: String(device_id) } }),
      ingest: (_, { short_name, key }) => ({
        headers: key,
        body: {
          readings: [{ device: short_name, ts: ago(1), values: { ac_power_kw: 10 } }],
        },
      }),
      ingestLines: (_, { short_name, key }) => ({
        headers: key,
        query: { precision: 's' },
        body: `pv,device=${short_name} ac_power_kw=10i ${Math.floor(Date.parse(ago(2)) / 1000)}`,
      }),
      ingestNdjson: (_, { short_name, key }) => ({
        headers: key,
        body: `${JSON.stringify({ device: short_name, ts: ago(3), values: { ac_power_kw: 10 } })}\n`,
      }),
      writeInflux: (_, { short_name, key }) => ({
        headers: key,
        query: { bucket: 'any', precision: 'ms' },
        body: `pv,device=${short_name} ac_power_kw=10 ${Date.parse(ago(4))}`,
      }),
      refusedReadings: () => ({}),
      progress: () => ({}),
      listImports: (_, { proj_code }) => ({ query: { proj_code } }),
      createImport: (_, { device_id, mark }) => ({
        query: { device_id: String(device_id), file_name: `${mark}.csv` },
        body: CSV,
      }),
      previewImport: async (world, things) => ({
        params: { id: String(await anImport(world, things)) },
        body: { ...mapping, columns: [...mapping.columns] },
      }),
      runImport: async (world, things) => ({
        params: { id: String(await anImport(world, things)) },
        body: { ...mapping, columns: [...mapping.columns] },
      }),
    },
    readingMarks: {
      list: (_, { proj_code, device_id }) => ({ query: { proj_code, device_id: String(device_id) } }),
      create: (_, { device_id, mark }) => ({
        body: { device_id, variables: ['ac_power_kw'], start: ago(60), end: ago(30), reason: mark },
      }),
      undo: async (world, things) => ({ params: { id: String(await aReadingMark(world, things)) } }),
    },
    charts: {
      list: () => ({}),
      get: (_, { chart_id }) => ({ params: { id: String(chart_id) } }),
      create: (_, things) => ({ body: { name: `Chart ${fresh()}`, definition: definitionOf(things) } }),
      update: async (world, things) => {
        const id = await aChart(world, things);
        const body = { name: `Chart ${fresh()}`, shared: false, definition: definitionOf(things) };
        return { params: { id }, body, handOver: chartTo(world, id) };
      },
      remove: async (world, things) => {
        const id = await aChart(world, things);
        return { params: { id }, handOver: chartTo(world, id) };
      },
      seriesTree: () => ({}),
    },
    mqttCredentials: {
      door: () => ({}),
      list: async (world, things) => {
        const device_id = await aCredential(world, things);
        return { query: { proj_code: things.proj_code, device_id } };
      },
      create: (_, { device_id }) => ({ body: { device_id, replace: true } }),
      remove: async (world, things) => ({ params: { id: await aCredential(world, things) } }),
    },
  },
  slots: {
    'mqttCredentials.create device_id': deviceNumber,
    'mqttCredentials.remove id': { made: true },
    'readingMarks.create device_id': deviceNumber,
    'readingMarks.undo id': { made: true },
    'measurements.lastResults id': device,
    // Devices that the caller does not see are left out.
    'measurements.resultsDataAllDevice devices': { ...device, status: 200 },
    'measurements.aggregateResultsDataAllDevice devices': { ...device, status: 200 },
    'measurements.chartResultsDataAllDevice devices': { ...device, status: 200 },
    // Shared in the company: what of it is of hidden plants is left out of its answer.
    'charts.get id': { of: ({ chart_id }) => String(chart_id), missing: String(NOWHERE), plantless: true },
    // Charts that are changed or deleted are made by the example itself.
    'charts.update id': { made: true },
    'charts.remove id': { made: true },
    'charts.create device_id': deviceNumber,
    'charts.update device_id': deviceNumber,
    // Imports are made by the example itself, in the company that it is given.
    'measurements.previewImport id': { made: true },
    'measurements.runImport id': { made: true },
  },
  rows: {
    counter_event: ({ company_id, ids }) => ({
      company_id,
      device_id: ids.device,
      slot: 0,
      at: NOON,
      kind: 'reset',
    }),
    obs: ({ company_id, ids }) => ({ company_id, device_id: ids.device, ts: NOON, vals: [7.25] }),
    obs_last: ({ company_id, ids }) => ({
      company_id,
      device_id: ids.device,
      ts: NOON,
      vals: [7.25],
      slot_ts: [NOON],
      spoke_at: [NOON],
    }),
    obs_dirty: ({ company_id, ids }) => ({ company_id, device_id: ids.device, day: DAY }),
    obs_day: ({ company_id, ids }) => ({
      company_id,
      device_id: ids.device,
      day: DAY,
      start_at: `${DAY}T00:00:00+01:00`,
      end_at: `${DAY}T24:00:00+01:00`,
      last_ts: [NOON],
      ...Object.fromEntries(
        ['n', 'sum', 'min', 'max', 'first', 'last', 'energy', 'recovered'].map((name) => [name, [7]]),
      ),
    }),
    obs_month: ({ company_id, ids }) => ({
      company_id,
      device_id: ids.device,
      month: `${DAY.slice(0, 7)}-01`,
      ...Object.fromEntries(['n', 'sum', 'min', 'max', 'energy', 'recovered'].map((name) => [name, [7]])),
    }),
    obs_stretch: ({ company_id, ids }) => ({
      company_id,
      device_id: ids.device,
      start_at: NOON,
      last_at: NOON,
      readings: 1,
      instants: 1,
      level: 2,
      packed: packStretch({
        ts: Float64Array.of(Date.parse(NOON)),
        columns: [{ values: Float64Array.of(7.25), quality: null }],
      }),
    }),
    obs_figures: ({ company_id, ids }) => ({
      company_id,
      device_id: ids.device,
      month: `${DAY.slice(0, 7)}-01`,
      days: 1,
      zone: 'Europe/Rome',
      figures: packFigures(makeFigures(1, 31)),
    }),
    obs_year: ({ company_id, ids }) => ({
      company_id,
      device_id: ids.device,
      year: Number(DAY.slice(0, 4)),
      ...Object.fromEntries(
        ['n', 'sum', 'energy'].map((name) => [name, Array.from({ length: 12 }, () => 7)]),
      ),
    }),
    progress: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      kind: 'import',
      message: mark,
      detail: { file_name: mark },
    }),
    import_file: ({ company_id, ids, mark }) => ({
      company_id,
      device_id: ids.device,
      file_name: `${mark}.csv`,
      content: Buffer.from(`time;${mark}\n${NOON};1`),
    }),
    reading_mark: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      device_id: ids.device,
      start_at: `${DAY}T03:00:00Z`,
      end_at: `${DAY}T04:00:00Z`,
      reason: mark,
      created_by: user_id,
    }),
    saved_chart: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      owner_id: user_id,
      name: mark,
      shared: true,
      definition: {
        series: [{ proj_code: mark, device_id: ids.device, name: `v_${mark}` }],
        span: 'day',
      },
    }),
    mqtt_credential: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      device_id: ids.device,
      secret_hash: mark,
      created_by: user_id,
    }),
    refused_reading: ({ company_id, mark }) => ({
      company_id,
      source: 'mqtt',
      device: mark,
      reason: mark,
      count: 3,
    }),
  },
  meaningful: {
    'obs_figures.zone': 'the name of a time zone, whose midnights are the borders of its days',
    'progress.kind': 'a word of the program',
  },
};
