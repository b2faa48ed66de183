import { randomBytes } from 'node:crypto';
import type { AnyCall } from '../../../src/shared/contract/call.ts';
import { makeKey, makeUser, signIn } from '../../support/app.ts';
import { ACCOUNT_EXAMPLES } from './account-examples.ts';
import { ALARMS_EXAMPLES, LOGS_EXAMPLES, SNOOZES_EXAMPLES } from './alarm-examples.ts';
import { type Answer, ask, type Given, jsonOf } from './ask.ts';
import { calls, type DeclaredCall } from './calls.ts';
import {
  aDevice,
  BULK_EXAMPLES,
  CONFIGURING_EXAMPLES,
  DEVICE_BIN_EXAMPLES,
  FIELD_TOOLS_EXAMPLES,
  VERSIONS_EXAMPLES,
} from './cloudcontrol-examples.ts';
import type { Contract, Example } from './example.ts';
import { NOTIFICATION_PREFERENCE_EXAMPLES, WEBHOOK_EXAMPLES } from './notification-examples.ts';
import { MAPS_EXAMPLES, TEMPLATE_EXAMPLES } from './template-examples.ts';
import { ago, type Things, type World } from './world.ts';

const fresh = (): string => randomBytes(5).toString('hex');

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

/** A plant that is archived or restored: none that anything else looks at; whoever asks is named for it. */
async function aPlant(world: World, { mark }: Things, archived = false) {
  const proj_code = `${mark}-${fresh()}`;
  const params = { proj_code };
  await request(world, 'plants.create', { body: { proj_code, name: `Plant ${mark}` } }, world.headers);
  if (archived) await request(world, 'plants.archive', { params, body: {} }, world.headers);
  const handOver = async (user_id: number) => {
    await world.test.arrange(
      `insert into company_user_plant (company_id, user_id, plant_id)
       select company_id, $2, id from plant where company_id = $1 and proj_code = $3`,
      [world.scope.company_id, user_id, proj_code],
    );
  };
  return { params, handOver };
}

/** A new member of the world's company, whom nothing else knows. */
async function aMember({ test, scope }: World, { plant_id }: Things): Promise<string> {
  return String((await makeUser(test, { company: scope, roles: ['WORKER'], plants: [plant_id] })).id);
}

/** A new invitation to the world's company, with the token of its link. */
async function anInvitation({ test, scope }: World, { mark, plant_id }: Things) {
  const [email, token] = [`${fresh()}@example.org`, fresh()];
  const [row] = await test.arrange<{ id: number }>(
    `with i as (insert into invitation (company_id, email, first_name, last_name, roles, digest, sent_at, expires_at)
       values ($1, $2, $3, $3, '{WORKER}', sha256($4::bytea), now() - interval '1 hour', now() + interval '7 days') returning id),
     p as (insert into invitation_plant (company_id, invitation_id, plant_id) select $1, id, $5 from i)
     select id from i`,
    [scope.company_id, email, mark, token, plant_id],
  );
  return { id: String(row?.id), email, token };
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

/** A threshold of a device of the world's company. */
async function anAlarmRule(
  { test, scope }: World,
  { plant_id, device_id }: Pick<Things, 'plant_id' | 'device_id'>,
): Promise<void> {
  await test.arrange(
    `insert into alarm_rule (company_id, plant_id, device_id, code, enabled) values ($1, $2, $3, 'no_production', false)
     on conflict do nothing`,
    [scope.company_id, plant_id, device_id],
  );
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

const WORDS = {
  variable_name: "name, label_en, label_it, kind, quantity) values ($1, $2, $2, $2, 'gauge', 'other')",
  variable_group: 'name, label_en, label_it) values ($1, $2, $2, $2)',
  device_category: "name, label_en, label_it, kind) values ($1, $2, $2, $2, 'other')",
  tag: 'name) values ($1, $2)',
} as const;

/** The number of a new word of the world's company, which nothing uses. */
async function aWord({ test, scope }: World, table: keyof typeof WORDS): Promise<string> {
  const [row] = await test.arrange<{ id: number }>(
    `insert into ${table} (company_id, ${WORDS[table]} returning id`,
    [scope.company_id, `w_${fresh()}`],
  );
  return String(row?.id);
}

/** The key in a signed address that waits for its file. */
async function anAddress(world: World): Promise<string> {
  const answer = await request(world, 'files.createUpload', { body: {} }, world.headers);
  const { url } = jsonOf(answer) as { url?: string };
  if (url === undefined) throw new Error(`no address was made: ${answer.text}`);
  return url.split('/').at(-2) ?? '';
}

/** Worlds whose company an example is about to disable: the next example finds it open again. */
const disabled = new WeakSet<World>();
async function reopen(world: World): Promise<void> {
  if (!disabled.delete(world)) return;
  await world.test.arrange('update company set enabled = true where id_client = $1', [
    world.scope.company_id,
  ]);
}

const calculationOf = ({ proj_code, device_id }: Things) => ({
  operation: 'sum' as const,
  inputs: [{ device_id, name: 'ac_power_kw' }],
  result: {
    device: { proj_code, short_name: `V-${fresh()}`, interval_s: 60 },
    variable: 'ac_power_kw',
  },
});

/** A new calculation group of the world's company, with a virtual device of its own. */
async function aCalcGroup(world: World, things: Things): Promise<string> {
  const body = { name: `Calc ${fresh()}`, ...calculationOf(things) };
  const { id } = jsonOf(await request(world, 'calculations.create', { body }, world.headers)) as {
    id?: number;
  };
  if (id === undefined) throw new Error('no group was made');
  return String(id);
}

/** One valid request for each declared call; a call without one does not compile. */
export const EXAMPLES: { [A in keyof Contract]: { [C in keyof Contract[A]]: Example<Contract[A][C]> } } = {
  identity: ACCOUNT_EXAMPLES,
  choices: NOTIFICATION_PREFERENCE_EXAMPLES,
  webhooks: WEBHOOK_EXAMPLES,
  companies: {
    list: () => ({}),
    get: ({ scope }) => ({ params: { id_client: String(scope.company_id) } }),
    create: async ({ test }, { mark }) => ({
      headers: await signIn(test, await makeUser(test)),
      body: { name: mark, description: mark },
    }),
    update: ({ scope }, { mark }) => ({
      params: { id_client: String(scope.company_id) },
      body: { description: `${mark} ${fresh()}`, telephone: '' },
    }),
    disable: (world) => {
      disabled.add(world);
      return { params: { id_client: String(world.scope.company_id) }, body: { enabled: false } };
    },
    keep: async ({ test, scope }) => {
      await test.arrange('update company set claim_due = true where id_client = $1', [scope.company_id]);
      return { params: { id_client: String(scope.company_id) } };
    },
    listDevices: () => ({}),
    getDevice: (_, { device_id }) => ({ params: { id: String(device_id) } }),
    listUsers: (_, { plant_id }) => ({ query: { plant_id: String(plant_id) } }),
    getUser: async (world, things) => ({ params: { id: await aMember(world, things) } }),
    inviteUser: (_, { mark, plant_id }) => ({
      body: {
        email: `${fresh()}@example.org`,
        first_name: mark,
        last_name: mark,
        roles: ['WORKER'],
        related_plants: [String(plant_id)],
      },
    }),
    updateUser: async (world, things) => ({
      params: { id: await aMember(world, things) },
      body: { first_name: things.mark, roles: ['VIEWER'], related_plants: [String(things.plant_id)] },
    }),
    listMade: async (world, things) => ({ params: { id: await aMember(world, things) } }),
    listColleagues: () => ({}),
    listInvitations: () => ({}),
    renewInvitation: async (world, things) => ({ params: { id: (await anInvitation(world, things)).id } }),
    withdrawInvitation: async (world, things) => ({ params: { id: (await anInvitation(world, things)).id } }),
    findInvitation: async (world, things) => ({ body: { token: (await anInvitation(world, things)).token } }),
    acceptInvitation: async (world, things) => {
      const { email, token } = await anInvitation(world, things);
      return { headers: await signIn(world.test, await makeUser(world.test, { email })), body: { token } };
    },
    listCompanyPlants: () => ({}),
    listKeys: () => ({}),
    createKey: (_, { mark, proj_code }) => ({
      body: { name: `${mark} ${fresh()}`, scopes: ['ingest'], proj_code },
    }),
    revokeKey: async ({ test, scope }, { mark }) => ({
      params: { id: String((await makeKey(test, scope, { name: mark })).id) },
    }),
    listAudit: ({ owner }) => ({ query: { actor_id: String(owner.id) } }),
    exportAudit: ({ owner }) => ({ query: { actor_id: String(owner.id), language: 'en' } }),
  },
  plants: {
    list: () => ({}),
    create: (_, { mark }) => ({ body: { proj_code: `${mark}-${fresh()}`, name: `Plant ${mark}` } }),
    update: (_, { proj_code, mark }) => ({ params: { proj_code }, body: { comune: `Town ${mark}` } }),
    listArchived: async (world, things) => {
      const { handOver } = await aPlant(world, things, true);
      return { handOver };
    },
    archive: async (world, things) => ({ ...(await aPlant(world, things)), body: {} }),
    restore: async (world, things) => ({ ...(await aPlant(world, things, true)), body: {} }),
    listDevices: (_, { proj_code }) => ({ query: { proj_code } }),
    getDevice: (_, { device_id }) => ({ params: { id: String(device_id) } }),
    createDevice: (_, { proj_code, mark }) => ({
      body: { proj_code, short_name: `${mark}-${fresh()}`, unit_id: 1, variables: [{ name: 'ac_power_kw' }] },
    }),
    addVariables: async (world, things) => ({
      body: { device_id: await aDevice(world, things), variables: [{ name: 'dc_power_kw' }] },
    }),
    devicesName: (_, { proj_code }) => ({ query: { proj_code } }),
    variablesName: () => ({}),
    createVariableName: (_, { mark }) => ({
      body: {
        name: `v_${fresh()}`,
        label_en: mark,
        label_it: mark,
        kind: 'gauge',
        quantity: 'other',
      },
    }),
    updateVariableName: async (world, { mark }) => ({
      params: { id: await aWord(world, 'variable_name') },
      body: { label_en: mark, label_it: `${mark} ${fresh()}`, decimals: 3 },
    }),
    removeVariableName: async (world) => ({ params: { id: await aWord(world, 'variable_name') } }),
    tags: () => ({}),
    tag: async (world) => ({ params: { id: await aWord(world, 'tag') } }),
  },
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
    chartResultsDataAllDevice: (_, { proj_code }) => ({ query: { proj_code, start: ago(120), end: ago(0) } }),
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
  devices: {
    units: (_, { proj_code }) => ({ query: { proj_code } }),
    unitsPlaced: (_, { proj_code }) => ({ query: { proj_code } }),
    unitTree: (_, { proj_code }) => ({ query: { proj_code } }),
    unitsOfPlant: (_, { proj_code }) => ({ query: { proj_code } }),
    sections: (_, { proj_code }) => ({ query: { proj_code } }),
    remove: async (world, things) => ({ params: { id: String(await aDevice(world, things)) } }),
  },
  configuring: CONFIGURING_EXAMPLES,
  bulk: BULK_EXAMPLES,
  fieldTools: FIELD_TOOLS_EXAMPLES,
  versions: VERSIONS_EXAMPLES,
  deviceBin: DEVICE_BIN_EXAMPLES,
  maps: MAPS_EXAMPLES,
  configuration: {
    dashboard: () => ({}),
    deviceData: (_, { proj_code }) => ({ query: { proj_code } }),
    definedParameters: () => ({}),
    loadDevices: (_, { proj_code }) => ({ query: { proj_code } }),
    deviceDetails: (_, { device_id }) => ({ params: { id: String(device_id) } }),
    sleepTest: () => ({ query: { seconds: '0.01' } }),
  },
  newest: {
    deviceHours: (_, { device_id }) => ({ params: { id: String(device_id) } }),
    deviceNewest: (_, { device_id }) => ({ params: { id: String(device_id) } }),
  },
  catalogue: {
    listNames: () => ({}),
    listCategories: () => ({}),
    createCategory: (_, { mark }) => ({
      body: { name: `c_${fresh()}`, label_en: mark, label_it: mark, kind: 'other' },
    }),
    updateCategory: async (world, { mark }) => ({
      params: { id: await aWord(world, 'device_category') },
      body: { label_en: `${mark} ${fresh()}` },
    }),
    removeCategory: async (world) => ({ params: { id: await aWord(world, 'device_category') } }),
    listGroups: () => ({}),
    createGroup: (_, { mark }) => ({ body: { name: `g_${fresh()}`, label_en: mark, label_it: mark } }),
    updateGroup: async (world, { mark }) => ({
      params: { id: await aWord(world, 'variable_group') },
      body: { name: `g_${fresh()}`, label_en: mark, colour: '#0E8F82' },
    }),
    removeGroup: async (world) => ({ params: { id: await aWord(world, 'variable_group') } }),
    orderGroups: async (world) => {
      const groups = await world.test.arrange<{ id: number; version: number }>(
        'select id::int, version from variable_group where company_id = $1 order by position desc, name',
        [world.scope.company_id],
      );
      return { body: { groups } };
    },
    listTags: () => ({}),
    createTag: (_, { mark }) => ({ body: { name: `${mark} ${fresh()}`, description: mark } }),
    updateTag: async (world, { mark }) => ({
      params: { id: await aWord(world, 'tag') },
      body: { description: `${mark} ${fresh()}` },
    }),
    removeTag: async (world) => ({ params: { id: await aWord(world, 'tag') } }),
    setDeviceTags: async (world, { device_id }) => ({
      params: { id: String(device_id) },
      body: { tag_ids: [Number(await aWord(world, 'tag'))] },
    }),
    createSection: (_, { proj_code, mark }) => ({ body: { proj_code, name: `${mark} ${fresh()}` } }),
  },
  calculations: {
    list: () => ({}),
    get: async (world, things) => ({ params: { id: await aCalcGroup(world, things) } }),
    past: async (world, things) => ({ params: { id: await aCalcGroup(world, things) } }),
    create: (_, things) => ({ body: { name: `Calc ${fresh()}`, ...calculationOf(things) } }),
    update: async (world, things) => ({
      params: { id: await aCalcGroup(world, things) },
      body: { name: `Calc ${fresh()}`, description: things.mark, ...calculationOf(things) },
    }),
    remove: async (world, things) => ({ params: { id: await aCalcGroup(world, things) } }),
    preview: (_, things) => ({ body: calculationOf(things) }),
    choices: () => ({}),
  },
  templates: TEMPLATE_EXAMPLES,
  alarmRules: {
    rules: (_, { device_id }) => ({ query: { device_id: String(device_id) } }),
    setRule: (_, { proj_code, device_id }) => ({
      body: {
        proj_code,
        device_id,
        code: 'device_silent',
        enabled: null,
        params: { silent_after_polls: 3 + Math.floor(Math.random() * 900) },
      },
    }),
    removeRule: async (world, { proj_code, device_id, plant_id }) => {
      await anAlarmRule(world, { plant_id, device_id });
      return { query: { proj_code, device_id: String(device_id), code: 'no_production' } };
    },
    ownRules: () => ({}),
    preview: (_, { proj_code, device_id }) => ({
      body: { proj_code, device_id, code: 'device_silent', enabled: null, params: { silent_after_polls: 9 } },
    }),
  },
  alarms: ALARMS_EXAMPLES,
  snoozes: SNOOZES_EXAMPLES,
  logs: LOGS_EXAMPLES,
  overview: {
    cards: (_, { proj_code }) => ({ query: { codes: proj_code } }),
    dashboardData: (_, { proj_code }) => ({ query: { codes: proj_code } }),
    plantOverview: (_, { proj_code }) => ({ params: { proj_code } }),
  },
  live: {
    events: () => ({}),
  },
  files: {
    createUpload: (_, { mark }) => ({ body: { file_name: `${mark}.csv` } }),
    putUpload: async (world, { mark }) => ({
      params: { key: await anAddress(world) },
      body: Buffer.from(`${mark};${fresh()}\r\n`),
    }),
  },
  mail: {
    outbox: () => ({}),
  },
};

export interface ExampleRequest extends Given {
  /** Instead of the owner's headers, where the call wants somebody else. */
  headers?: Record<string, string>;
  /** Makes whoever asks the owner of what it is about, where a call is its owner's alone. */
  handOver?: (user_id: number) => Promise<void>;
}

/** A valid request of a call about the things given (the world's first plant unless told otherwise). */
export async function exampleOf(
  { key }: DeclaredCall,
  world: World,
  things: Things = world.plant,
): Promise<ExampleRequest> {
  const [areaName = '', name = ''] = key.split('.');
  const area = EXAMPLES[areaName as keyof typeof EXAMPLES] as unknown as Record<string, Example<AnyCall>>;
  const example = area?.[name];
  if (!example) throw new Error(`${key} has no example in tests/contract/support/examples.ts`);
  await reopen(world);
  return (await example(world, things)) as ExampleRequest;
}

async function request(
  world: World,
  key: string,
  given: Given,
  headers: Record<string, string>,
): Promise<Answer> {
  const found = calls.find((one) => one.key === key);
  if (!found) throw new Error(`no call ${key}`);
  return ask(world.test, found.call, given, headers);
}
