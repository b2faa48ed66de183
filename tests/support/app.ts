import assert from 'node:assert/strict';
import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import pg from 'pg';
import { buildApp } from '../../src/apps/server/app.ts';
import { type Work, workOnQueues } from '../../src/apps/server/areas-work.ts';
import { kindsOfMade } from '../../src/apps/server/made-things.ts';
import { notificationKinds } from '../../src/apps/server/notification-kinds.ts';
import { questionThreads } from '../../src/apps/server/question-threads.ts';
import { saveMember, saveRelatedPlants } from '../../src/features/companies/server/companies.repository.ts';
import { createKey, type NewKey } from '../../src/features/companies/server/keys.service.ts';
import { membersApi } from '../../src/features/companies/server/members.public.ts';
import { insertAccount } from '../../src/features/identity/server/identity.repository.ts';
import { insertSession } from '../../src/features/identity/server/sessions.repository.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import type { Role } from '../../src/shared/contract/capabilities.ts';
import { clientConfig, type DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { DiskWatch } from '../../src/shared/server/disk-watch.ts';
import type { EnergySettings } from '../../src/shared/server/energy-settings.ts';
import type { GeocoderSettings } from '../../src/shared/server/geocoder-settings.ts';
import type { HostSettings } from '../../src/shared/server/host-settings.ts';
import { JobQueue, type Queue } from '../../src/shared/server/jobs.ts';
import { LiveHub } from '../../src/shared/server/live/hub.ts';
import { createLog } from '../../src/shared/server/log.ts';
import type { DayLimits } from '../../src/shared/server/mail/day-limits.ts';
import { createMailer } from '../../src/shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../src/shared/server/mail/sealed-links.ts';
import type { MqttSettings } from '../../src/shared/server/mqtt-settings.ts';
import type { NotificationKinds } from '../../src/shared/server/notifications/kinds.ts';
import { createOutboundGuard, type OutboundGuard } from '../../src/shared/server/outbound.ts';
import { deriveKey } from '../../src/shared/server/secret-key.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import { digestOf, newToken, signAccess, type TokenKeys } from '../../src/shared/server/tokens.ts';
import type { WeatherSettings } from '../../src/shared/server/weather-settings.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { planningOnce, preparing } from './prepared.ts';
import { stillGeocoder } from './still-geocoder.ts';

export { makeCompany, makeDevice, makePlant } from './field.ts';

/** The password of every user that `makeUser` makes without one. */
export const testPassword = 'a long enough password';

const HERE = [{ network: '127.0.0.0/8', from_port: 1, to_port: 65_535 }];
const THIS_MACHINE = createOutboundGuard(HERE);
const NO_CLOUDS = {
  solaredge: { key: undefined, url: undefined, perDay: 300, companies: undefined },
} as const;
const NO_SMS = {
  provider: 'none',
  url: undefined,
  account: undefined,
  key: undefined,
  sender: undefined,
} as const;
const NO_MQTT = { listen: undefined, demanded: false, url: undefined, tls: undefined };

/** A route as the server has it, whoever declared it. */
export interface ServedRoute {
  readonly method: string;
  /** With parameters as the contract writes them: `/api/v1/device/{id}/`. */
  readonly path: string;
  /** Whether it was mounted from the contract. */
  readonly declared: boolean;
}

export interface TestApp {
  readonly app: FastifyInstance;
  /** As the program's role, behind row-level security. */
  readonly pool: pg.Pool;
  readonly database: DatabaseTarget;
  readonly routes: readonly ServedRoute[];
  /** The keys of this installation, to forge what must be refused. */
  readonly keys: TokenKeys;
  /** Any other key of this installation, by what it is for. */
  keyFor(purpose: string): Uint8Array;
  /** What a worker of this installation is given; it sends no mail. */
  readonly work: Work;
  /** One statement as the superuser, for what a test arranges behind the program's back. */
  arrange<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  now?: () => Date;
  signInPerMinute?: number;
  attachmentsPerCompanyMb?: number;
  /** Who says what the weather is; it is computed unless said. */
  weather?: WeatherSettings;
  energy?: EnergySettings;
  /** Who says where addresses stand; somebody on this machine, so that every call has an answer, unless said. */
  geocoder?: GeocoderSettings;
  /** As `npm run demo` would serve it. */
  demo?: boolean;
  /** The address that it would listen on. */
  host?: string;
  registration?: 'open' | 'invite';
  webFolder?: string;
  /** Where devices come by MQTT; nowhere unless said. */
  mqtt?: MqttSettings;
  /** false: answers are sent as they would be in service, not parsed by their schema first. */
  checkAnswers?: boolean;
  /** A database that stands already, instead of a new one; it is dropped at the end all the same. */
  database?: TestDatabase;
  /** Hosts that serve calls of some areas, and portals elsewhere that may ask; none unless said. */
  elsewhere?: HostSettings;
  /** Where browsers find it; by https unless said. */
  publicUrl?: string;
  /** The installation's secret key, where what was sealed before must be read. */
  secretKey?: string;
  /** What people are notified of, where it is not what the areas declare. */
  notificationKinds?: NotificationKinds;
  /** Queues whose jobs nobody does: what calls leave behind in the background is then not worked out beside them. */
  resting?: readonly Queue<never>[];
  /** Whether the same statements are asked again and again, of tables that stay small: then each is planned once. */
  repeats?: boolean;
  /** Where calls may connect to, as the installation's outer limit; this machine unless said. */
  guard?: OutboundGuard;
  /** Messages that a company may send in a day; the usual ones unless said. */
  dayLimits?: DayLimits;
}

const REPEATING = { reached: planningOnce, prepared: preparing };
const ASKING = { reached: <T>(target: T): T => target, prepared: (pool: pg.Pool): pg.Pool => pool };
const ASKS_NOBODY: WeatherSettings = { provider: 'offline', apiKey: undefined, url: undefined, perDay: 1000 };

/** The whole server on a database of its own, not listening; every answer is checked against its schema. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database, superuser, drop } = options.database ?? (await createTestDatabase());
  const { reached, prepared } = options.repeats ? REPEATING : ASKING;
  // On a machine that is busy with other tests a server may say nothing for as long as one that hangs.
  const pulse = { patience_ms: 120_000 };
  const pool = prepared(createPool(reached(database), { max: 6, name: 'test api', pulse }));
  const ingestPool = createPool(database, { max: 2, name: 'test ingest', pulse });
  const behind = prepared(
    new pg.Pool({
      ...clientConfig(reached(superuser), 'test arranges'),
      max: 6,
      idleTimeoutMillis: 2_000,
    }),
  );
  // A test that kills connections kills this one's, too.
  behind.on('error', () => undefined);
  const log = createLog('silent', 'test');
  const secretKey = options.secretKey ?? randomBytes(48).toString('base64');
  const hub = new LiveHub({ database, pool, log });
  await hub.start();
  const jobs = new JobQueue({ pool, log, works: true });
  await jobs.start();
  const writer = new ReadingWriter(pool);
  const publicUrl = options.publicUrl ?? 'https://portal.example.test';
  const config = {
    demo: options.demo ?? false,
    host: options.host ?? '127.0.0.1',
    secretKey,
    demoPassword: testPassword,
    providerName: 'Test',
    publicUrl,
    mqtt: options.mqtt ?? NO_MQTT,
    registration: options.registration ?? ('open' as const),
    securityContact: undefined,
    signInPerMinute: options.signInPerMinute ?? 10_000,
    attachmentsPerCompanyMb: options.attachmentsPerCompanyMb ?? 5000,
    weather: options.weather ?? ASKS_NOBODY,
    energy: options.energy ?? { co2KgPerKwh: null, co2Source: '' },
    geocoder: options.geocoder ?? (await stillGeocoder()),
    outboundAllow: HERE,
    ...options.elsewhere,
    // inject() comes from here, so that a test may speak for other addresses by X-Forwarded-For.
    trustProxy: ['127.0.0.1'],
  };
  const now = options.now ?? (() => new Date());
  const { webFolder, checkAnswers = true } = options;
  const unsaid = new Set<string>();
  const { close: closeThreads, ...threads } = questionThreads({ database, log, now });
  const deps = {
    config,
    pool,
    ingestPool,
    hub,
    jobs,
    ...threads,
    log,
    now,
    checkAnswers,
    webFolder,
    guard: options.guard ?? THIS_MACHINE,
    ...(options.notificationKinds && { notificationKinds: options.notificationKinds }),
    unsaid: (english: string) => unsaid.add(english),
  };
  const ending = new AbortController();
  const keyFor = (purpose: string) => deriveKey(secretKey, purpose);
  const work: Work = {
    disk: new DiskWatch(),
    config: { ...config, outboundAllow: [], sms: NO_SMS, soleCompanyAllow: 'listed', clouds: NO_CLOUDS },
    pool,
    mailPool: pool,
    database,
    log,
    jobs,
    writer,
    now,
    mailer: createMailer(jobs, {
      providerName: config.providerName,
      key: keyFor(MAIL_KEY),
      ...(options.dayLimits && { limits: options.dayLimits }),
    }),
    post: undefined,
    members: membersApi(pool, kindsOfMade),
    notificationKinds: options.notificationKinds ?? notificationKinds,
    keyFor,
    ending: ending.signal,
  };
  await workOnQueues(exceptFor(options.resting ?? [], jobs), work);
  const { app, routes } = await watchRoutes(() => buildApp(deps));
  await app.ready();
  return {
    app,
    pool,
    database,
    routes,
    keys: { access: keyFor('access-token'), refresh: keyFor('refresh-token') },
    keyFor,
    work,
    arrange: async (text, values = []) => (await behind.query(text, values)).rows,
    close: async () => {
      await hub.close();
      await Promise.all([closeThreads(), app.close()]);
      ending.abort();
      await jobs.close();
      await writer.close();
      await Promise.all([pool.end(), ingestPool.end(), behind.end()]);
      await drop();
      // An Italian would have read them in English.
      assert.deepEqual([...unsaid], [], 'add each to the refusals.it.json of its room');
    },
  };
}

/** Work on every queue but those that rest. */
function exceptFor(resting: readonly Queue<never>[], jobs: JobQueue): Pick<JobQueue, 'work'> {
  return {
    work: async (queue, handler) => {
      if (!resting.some(({ name }) => name === queue.name)) await jobs.work(queue, handler);
    },
  };
}

/** Notes every route from the moment the server is made; the instance is created before the first pause of `build`. */
async function watchRoutes(
  build: () => Promise<FastifyInstance>,
): Promise<{ app: FastifyInstance; routes: ServedRoute[] }> {
  const routes: ServedRoute[] = [];
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => {
      routes.push(...served(route));
    });
  };
  subscribe('fastify.initialization', watch);
  try {
    const building = build();
    unsubscribe('fastify.initialization', watch);
    return { app: await building, routes };
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}

function served(route: RouteOptions): ServedRoute[] {
  const path = route.url.replace(/:(\w+)/g, '{$1}');
  const declared = route.config !== undefined && 'access' in route.config;
  return [route.method].flat().map((method) => ({ method, path, declared }));
}

export interface TestUser {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

export interface NewUser {
  company?: Scope;
  roles?: readonly Role[];
  /** Plant ids that the user is named for. // spec §3 related_plants */
  plants?: readonly number[];
  email?: string;
  password?: string;
}

/** A password as it rests in the database, by the least that argon2id can cost: a sign-in then costs hardly anything. */
function cheapHash(message: string): string {
  const nonce = randomBytes(16);
  const least = { parallelism: 1, memory: 8, passes: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: message.normalize('NFKC'), nonce, ...least });
  const [salt, digest] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${digest}`;
}

/** A confirmed account, a member of `company` when one is given. */
export async function makeUser({ pool }: Pick<TestApp, 'pool'>, user: NewUser = {}): Promise<TestUser> {
  const email = user.email ?? `${randomUUID()}@example.org`;
  const password = user.password ?? testPassword;
  const password_hash = cheapHash(password);
  const id = await insertAccount(pool, {
    name: email,
    email,
    password_hash,
    language: 'it',
    confirmed: true,
  });
  if (id === undefined) throw new Error(`${email} is taken`);
  if (user.company) await join({ pool }, user.company, id, user);
  return { id, email, password };
}

/** Makes a user a member of a company, or changes what they are there. */
export async function join(
  { pool }: Pick<TestApp, 'pool'>,
  company: Scope,
  user_id: number,
  { roles = [], plants = [] }: Pick<NewUser, 'roles' | 'plants'>,
): Promise<void> {
  await inScope(pool, company, async (tx) => {
    await saveMember(tx, { user_id, first_name: 'Test', last_name: 'User', roles });
    await saveRelatedPlants(tx, user_id, plants);
  });
}

export type Headers = Record<string, string>;

/** Headers of a live session, without the cost of a password; `id-client` stands there when a company is given. */
export async function signIn(
  { pool, keys }: Pick<TestApp, 'pool' | 'keys'>,
  user: Pick<TestUser, 'id'>,
  company?: Pick<Scope, 'company_id'>,
  now: Date = new Date(),
): Promise<Headers> {
  const session_id = await insertSession(pool, {
    user_id: user.id,
    user_agent: 'test',
    address: '127.0.0.1',
    digest: digestOf(newToken()),
    days: 1,
  });
  const access = await signAccess(keys, { user_id: user.id, session_id }, now);
  return {
    authorization: `Bearer ${access}`,
    ...(company ? { 'id-client': String(company.company_id) } : {}),
  };
}

/** A key of a company, as its bearer header. */
export async function makeKey(
  { pool }: Pick<TestApp, 'pool'>,
  company: Scope,
  key: Partial<NewKey> = {},
): Promise<{ id: number; headers: Headers }> {
  const made = await inScope(pool, company, (tx) =>
    createKey(tx, { name: 'test', scopes: ['ingest', 'read'], ...key }),
  );
  return { id: made.id, headers: { authorization: `Bearer ${made.key}` } };
}
