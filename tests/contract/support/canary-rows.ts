import { createHash } from 'node:crypto';
import type { World } from './world.ts';

/** What the rows of one company can point to. */
export interface Ground {
  readonly world: World;
  readonly company_id: number;
  /** Stands in every text of the company. */
  readonly mark: string;
  /** A member of the company whom nobody signs in as. */
  readonly user_id: number;
  /** Ids of rows made so far, by table. */
  readonly ids: Record<string, number>;
}

export type Row = Readonly<Record<string, unknown>>;
type Factory = (ground: Ground) => Row;

export const DAY = '2026-03-15';
const NOON = `${DAY}T12:00:00Z`;
const NEVER = '2099-01-01T00:00:00Z';

/**
 * One row for each tenant table, the canary in each of its texts; in the order of what they point to. A row that stands
 * already under the same key is written over.
 */
const TENANT_ROWS: Readonly<Record<string, Factory>> = {
  company: ({ company_id: id_client, mark }) => ({
    id_client,
    name: `Company ${mark}`,
    description: mark,
    telephone: mark,
    tag_key: mark,
    company_slug: mark,
  }),
  company_user: ({ company_id, user_id, mark }) => ({
    company_id,
    user_id,
    first_name: mark,
    last_name: mark,
    roles: ['WORKER', 'APP_0'],
  }),
  plant: ({ company_id, mark }) => ({
    company_id,
    proj_code: `${mark}-C`,
    name: mark,
    comune: mark,
    potenza_nominale: 50,
    snooze_message: mark,
    snooze_date: NEVER,
  }),
  company_user_plant: ({ company_id, user_id, ids }) => ({ company_id, user_id, plant_id: ids.plant }),
  port: ({ company_id, ids, mark }) => ({
    company_id,
    plant_id: ids.plant,
    name: mark,
    host: `${mark}.example`,
  }),
  device: ({ company_id, ids, mark }) => ({
    company_id,
    plant_id: ids.plant,
    port_id: ids.port,
    unit_id: 1,
    short_name: `${mark}-C`,
    description: mark,
    serial_number: `${mark} C`,
    manufacturer: mark,
    model: mark,
    attributes: { firmware: { value: mark } },
    next_slot: 1,
  }),
  variable_name: ({ company_id, mark }) => ({
    company_id,
    name: `v_${mark}`,
    label_en: mark,
    label_it: mark,
    unit: mark,
    group_name: mark,
    kind: 'gauge',
    quantity: 'other',
  }),
  variable: ({ company_id, ids }) => ({
    company_id,
    device_id: ids.device,
    variable_name_id: ids.variable_name,
    slot: 0,
  }),
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
  plant_live: ({ company_id, ids }) => ({ company_id, plant_id: ids.plant, power_kw: 7.25 }),
  alarm: ({ company_id, ids, mark }) => ({
    company_id,
    plant_id: ids.plant,
    device_id: ids.device,
    type: 'E',
    code: 'device_silent',
    params: { short_name: mark },
    date: NOON,
  }),
  progress: ({ company_id, ids, mark }) => ({
    company_id,
    plant_id: ids.plant,
    kind: 'import',
    message: mark,
    detail: { file_name: mark },
  }),
  port_lease: ({ company_id, ids, mark }) => ({
    company_id,
    port_id: ids.port,
    holder: mark,
    expires_at: NEVER,
  }),
  import_file: ({ company_id, ids, mark }) => ({
    company_id,
    device_id: ids.device,
    file_name: `${mark}.csv`,
    content: Buffer.from(`time;${mark}\n${NOON};1`),
  }),
  api_key: ({ company_id, mark, user_id }) => ({
    company_id,
    name: mark,
    digest: Buffer.from(mark),
    hint: mark,
    scopes: ['read'],
    created_by: user_id,
  }),
  audit: ({ company_id, mark, user_id }) => ({
    company_id,
    actor_id: user_id,
    action: mark,
    target: mark,
    detail: { name: mark },
    address: '192.0.2.77',
  }),
  invitation: ({ company_id, mark, user_id }) => ({
    company_id,
    email: `invited-${mark}@example.org`,
    first_name: mark,
    last_name: mark,
    roles: ['VIEWER'],
    digest: Buffer.from(mark),
    invited_by: user_id,
    expires_at: NEVER,
  }),
  invitation_plant: ({ company_id, ids }) => ({
    company_id,
    invitation_id: ids.invitation,
    plant_id: ids.plant,
  }),
  upload: ({ company_id, mark, user_id }) => ({
    company_id,
    created_by: user_id,
    content_type: 'text/csv',
    file_name: `${mark}.csv`,
    bytes: Buffer.from(`time;${mark}\n${NOON};1`),
    size_bytes: 40,
    received_at: NOON,
    expires_at: NEVER,
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
};

/** The same for the tables of people: what is kept there of somebody of the other company. */
const PERSONAL_ROWS: Readonly<Record<string, Factory>> = {
  user_account: ({ user_id: id, mark }) => ({
    id,
    name: `Person ${mark}`,
    email: `${mark}@example.org`,
    password_hash: mark,
  }),
  user_session: ({ user_id, mark }) => ({
    user_id,
    user_agent: mark,
    address: '192.0.2.77',
    ended_reason: mark,
  }),
  sign_in_attempt: ({ mark }) => ({ subject: mark, tried_at: [NOON], taken_by: 1 }),
  mailed_link: ({ user_id, mark }) => ({
    digest: Buffer.from(mark),
    user_id,
    purpose: 'recover',
    email: `${mark}@example.org`,
    expires_at: NEVER,
  }),
  former_address: ({ user_id, mark }) => ({ user_id, email: `${mark}@example.org`, proved: true }),
  avatar: ({ user_id, world }) => ({
    user_id,
    digest: createHash('sha256').update(world.mark).digest('hex'),
    media_type: 'image/webp',
    bytes: Buffer.from(world.mark),
  }),
  mail_outbox: ({ mark }) => ({
    to_address: `${mark}@example.org`,
    language: 'it',
    subject: mark,
    body_text: mark,
    body_html: mark,
    fault: mark,
  }),
};

export const FACTORIES = { ...TENANT_ROWS, ...PERSONAL_ROWS };

/** Columns whose text has a meaning that the program acts upon: a canary there would break the row, not test it. */
export const MEANINGFUL: Readonly<Record<string, string>> = {
  'plant.time_zone': 'the name of a time zone, which PostgreSQL counts days with',
  'alarm.code': 'a word of the program, with a sentence in each language',
  'progress.kind': 'a word of the program',
  'variable_name.quantity': 'a word of a closed vocabulary, which answers are checked against',
};

/** Tables about the installation itself, with no word of anybody. */
export const OF_NOBODY = ['installation', 'schema_migration'];
