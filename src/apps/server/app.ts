import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { PreviewRequest } from '../../features/alarms/server/preview.service.ts';
import type { CommunityQuestion } from '../../features/community/server/community-question.ts';
import { membersApi } from '../../features/companies/server/members.public.ts';
import { recordedLosses } from '../../features/downtimes/server/recorded-losses.public.ts';
import { expectedShares } from '../../features/forecast/server/expected-shares.public.ts';
import type { QueryWorkers } from '../../features/measurements/server/worker-query.ts';
import type { ComparisonQuestion } from '../../features/meters/server/comparison-question.ts';
import { companyDevices } from '../../features/overview/server/company-devices.ts';
import type { ReportQuestion } from '../../features/reports/server/report-question.ts';
import type { HomesQuestion } from '../../features/residential/server/homes-question.ts';
import { plantIcons } from '../../features/weather/server/plant-icons.public.ts';
import type { AnyCall, Area } from '../../shared/contract/call.ts';
import type { Config } from '../../shared/server/config.ts';
import { deriveKey, isLoopback } from '../../shared/server/config.ts';
import { DiskWatch } from '../../shared/server/disk-watch.ts';
import { CompanyEndpoints } from '../../shared/server/endpoints/company-endpoints.ts';
import type { NoteLed } from '../../shared/server/endpoints/reach.ts';
import { AppError } from '../../shared/server/errors.ts';
import { ExportTurns } from '../../shared/server/export/export-turns.ts';
import { mountFeature } from '../../shared/server/feature.ts';
import { addressAuthenticator } from '../../shared/server/files/files.routes.ts';
import { Uploads } from '../../shared/server/files/uploads.ts';
import { createAuthenticators } from '../../shared/server/http/authenticators.ts';
import { hearOutSenders } from '../../shared/server/http/early-answers.ts';
import { createBodyBudgets } from '../../shared/server/http/held-bodies.ts';
import { answerLocalNames } from '../../shared/server/http/local-names.ts';
import { handleErrors, sayInItalian, sendMistake } from '../../shared/server/http/problems.ts';
import { knowRoutes } from '../../shared/server/http/routes-known.ts';
import { limitSlowBodies } from '../../shared/server/http/slow-bodies.ts';
import { StreamLog } from '../../shared/server/http/stream-log.ts';
import type { JobQueue } from '../../shared/server/jobs.ts';
import type { LiveHub } from '../../shared/server/live/hub.ts';
import { createMailer } from '../../shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../shared/server/mail/sealed-links.ts';
import type { NotificationKinds } from '../../shared/server/notifications/kinds.ts';
import type { OutboundGuard } from '../../shared/server/outbound.ts';
import { linkAuthenticator } from '../../shared/server/signed-links/link-authenticator.ts';
import type { Tx } from '../../shared/server/tenancy.ts';
import { listAccess } from '../../shared/server/views/list-access.ts';
import { auditRegister } from './audit-register.ts';
import { serveDocuments } from './documents.ts';
import { features } from './features.ts';
import { serveHealth } from './health.ts';
import { kindsOfMade } from './made-things.ts';
import { serveMetrics } from './metrics.ts';
import { notificationKinds } from './notification-kinds.ts';
import { servePortal } from './portal.ts';
import { refusalWords } from './refusal-words.ts';
import { serveWellKnown } from './well-known.ts';

export interface AppDeps {
  config: Pick<
    Config,
    | 'demo'
    | 'host'
    | 'mqtt'
    | 'secretKey'
    | 'demoPassword'
    | 'providerName'
    | 'publicUrl'
    | 'registration'
    | 'securityContact'
    | 'signInPerMinute'
    | 'attachmentsPerCompanyMb'
    | 'trustProxy'
    | 'energy'
    | 'geocoder'
    | 'outboundAllow'
    | 'weather'
  > &
    Partial<
      Pick<Config, 'dayLimits' | 'hosts' | 'map' | 'metricsToken' | 'portalOrigins' | 'soleCompanyAllow'>
    >;
  /** Where calls may connect to for a company, as its outer limit: nowhere unless said. */
  guard?: OutboundGuard;
  /** Reads of screens. */
  pool: pg.Pool;
  /** Readings that come in, so that chart readers cannot starve them. */
  ingestPool: pg.Pool;
  hub: LiveHub;
  /** Where long work is handed to a worker. */
  jobs: Pick<JobQueue, 'send'>;
  /** What people are notified of; by default what the areas declare. */
  notificationKinds?: NotificationKinds;
  /** Where charts of many readings and large files are worked at. */
  queryWorkers: QueryWorkers;
  /** Where thresholds are tried on stored readings. */
  previews: QueryWorkers<PreviewRequest>;
  /** Where months of communities are settled and closed. */
  communityThreads: QueryWorkers<CommunityQuestion>;
  /** Where reports and revenue of many plants are worked out. */
  reportThreads: QueryWorkers<ReportQuestion>;
  /** Where comparisons of many meters are worked out. */
  meterThreads: QueryWorkers<ComparisonQuestion>;
  /** Where the power of many homes together is worked out. */
  homeThreads: QueryWorkers<HomesQuestion>;
  log: Logger;
  now: () => Date;
  /** Every answer is parsed by its schema; on in tests. */
  checkAnswers: boolean;
  /** Told of each sentence of a refusal that nobody has written in Italian; in tests, where it is a failure. */
  unsaid?: (english: string) => void;
  /** Where the database's files lie, for one on this machine. */
  databaseFolder?: string | undefined;
  /** Folder of the built portal, or undefined to serve calls only. */
  webFolder: string | undefined;
}

/** The installation's map may come from elsewhere, and calls may go to hosts of their own; nothing else does. */
const policyFor = (mapOrigins: readonly string[], hosts: readonly string[]) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // The component library sets sizes and positions as inline styles.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:', ...mapOrigins],
  connectSrc: ["'self'", ...mapOrigins, ...hosts],
  workerSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'"],
  // A document's PDF is shown by the browser's own viewer, from bytes that the page holds; Chrome counts that viewer as an object.
  frameSrc: ['blob:'],
  objectSrc: ['blob:'],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: null,
});

/** What a request is answered that no route and no hook ever sees. */
const UNROUTED = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** A body that is stored as it arrives may take an hour; every other one two minutes. */
const MAX_UPLOAD_MS = 3_600_000;

/** A year; not for names below this one, of which the portal knows nothing. */
const HSTS = 'max-age=31536000';

const areas: Area[] = features.flatMap(({ calls }) => Object.values<Area>(calls));

/** Kinds of files that calls declare to take whole. */
function takenWhole(): (string | RegExp)[] {
  const calls: AnyCall[] = areas.flatMap((area) => Object.values(area));
  const types = calls
    .filter(({ streams }) => !streams)
    .flatMap(({ consumes, consumes_also = [] }) => [consumes, ...consumes_also])
    .filter((type) => type !== 'application/json' && type !== 'text/plain');
  return [...new Set(types)].map((type) =>
    type.endsWith('/*') ? new RegExp(`^${type.slice(0, -1)}`) : type,
  );
}

type Elsewhere = Partial<Pick<Config, 'hosts' | 'map' | 'portalOrigins'>>;

/** What pages of other portals send, and what they may read of an answer. They carry no cookies. */
const CROSSING = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['accept-language', 'authorization', 'content-type', 'id-client', 'idempotency-key'],
  exposedHeaders: ['age', 'content-disposition', 'retry-after'],
  maxAge: 3600,
};

async function equip(
  app: FastifyInstance,
  { map, hosts = {}, portalOrigins = [] }: Elsewhere,
): Promise<void> {
  // First, so that a portal may read refusals as well.
  if (portalOrigins.length > 0) await app.register(cors, { ...CROSSING, origin: [...portalOrigins] });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: policyFor(map?.origins ?? [], Object.values(hosts)),
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  // Only what came by TLS may be held to it: said over plain HTTP it would be ignored, or lock a local name out.
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
  });
  await app.register(cookie);
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    // Answers are made once for one reader: a chart of 4.5 MB comes to 0.99 MB in 15 ms, at quality 4 to 0.86 MB in 55.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('limit', 'Too many attempts; try again in a minute', { retryAfter_s: ttl / 1000 }),
  });
  // Read as it arrives, and taken by none but the calls that say so.
  for (const type of ['application/x-ndjson', 'application/octet-stream'])
    app.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
  // What a mail program posts to stop mail is a form: the address says it all, and nobody reads the rest.
  for (const type of takenWhole()) {
    app.addContentTypeParser(type as string, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
  }
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/** Puts into a new company what each area wants there. */
async function seedCompany(tx: Tx): Promise<void> {
  for (const { seed } of features) await seed?.(tx);
}

/** What the areas' handlers work with. */
function composeServices(app: FastifyInstance, deps: AppDeps) {
  const { pool, config, now, jobs } = deps;
  const keyFor = (purpose: string) => deriveKey(config.secretKey, purpose);
  const allToSole = config.soleCompanyAllow === 'all';
  const endpoints = new CompanyEndpoints({ pool, guard: deps.guard ?? (() => false), allToSole });
  return {
    ...deps,
    field: (company_id: number, note?: NoteLed) => endpoints.field(company_id, note),
    mailer: createMailer(jobs, {
      providerName: config.providerName,
      key: keyFor(MAIL_KEY),
      ...(config.dayLimits && { limits: config.dayLimits }),
    }),
    uploads: new Uploads({ pool, key: keyFor('upload address'), now }),
    made: kindsOfMade,
    notificationKinds: deps.notificationKinds ?? notificationKinds,
    audit: auditRegister,
    lists: listAccess(areas),
    members: membersApi(pool, kindsOfMade),
    seed: seedCompany,
    devices: companyDevices,
    recordedLosses,
    expectedShares,
    plantIcons: plantIcons(config.weather),
    keyFor,
    onClose: (close: () => Promise<void>) => {
      app.addHook('onClose', close);
    },
  };
}

function mountAreas(app: FastifyInstance, deps: AppDeps): void {
  const { pool, config, now } = deps;
  const services = composeServices(app, deps);
  const keys = { access: services.keyFor('access-token'), refresh: services.keyFor('refresh-token') };
  const options = {
    pool,
    now,
    authenticators: {
      ...createAuthenticators({ pool, keys, now }),
      scopeOfAddress: addressAuthenticator(services.uploads),
      scopeOfLink: linkAuthenticator({ pool, now }),
    },
    checkAnswers: deps.checkAnswers,
    signInPerMinute: config.signInPerMinute,
    budgets: createBodyBudgets(),
    exports: new ExportTurns(),
  };
  for (const feature of features) mountFeature(app, feature, services, options);
}

/** The HTTP side of the portal, not yet listening: every call of the contract, health, the document and the screens. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new StreamLog(),
    // Whatever can be got answers HEAD as well, as monitors ask; a live stream alone does not.
    exposeHeadRoutes: true,
    frameworkErrors: (error, _request, reply) =>
      sendMistake(error, (reply as FastifyReply).headers(UNROUTED)),
    bodyLimit: 256 * 1024,
    trustProxy: deps.config.trustProxy as boolean,
    requestTimeout: MAX_UPLOAD_MS,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 100 },
    forceCloseConnections: true,
  });
  const disk = new DiskWatch(deps.databaseFolder);
  handleErrors(app, disk);
  sayInItalian(app, refusalWords, deps.unsaid);
  const nowhere = knowRoutes(app);
  limitSlowBodies(app);
  hearOutSenders(app);
  await equip(app, deps.config);
  serveMetrics(app, deps.config.metricsToken);
  // The demonstration's password is public and its mail stands open, for this machine alone.
  if (deps.config.demo && isLoopback(deps.config.host)) answerLocalNames(app, deps.config.publicUrl);
  mountAreas(app, deps);
  serveHealth(app, { pool: deps.pool, mqtt: deps.config.mqtt, disk });
  serveDocuments(app, deps.config);
  await serveWellKnown(app, deps);
  if (deps.webFolder) await servePortal(app, { folder: deps.webFolder, config: deps.config, nowhere });
  else app.setNotFoundHandler(nowhere);
  return app;
}
