import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { alarmsHandlers } from '../../features/alarms/server/alarms.routes.ts';
import { logsHandlers } from '../../features/alarms/server/logs.routes.ts';
import { MAIL_STOP_KEY } from '../../features/alarms/server/mail-stop.ts';
import { notificationPreferencesHandlers } from '../../features/alarms/server/notification-preferences.routes.ts';
import type { PreviewRequest } from '../../features/alarms/server/preview.service.ts';
import { alarmRulesHandlers } from '../../features/alarms/server/rules.routes.ts';
import { snoozesHandlers } from '../../features/alarms/server/snoozes.routes.ts';
import { webhooksHandlers } from '../../features/alarms/server/webhooks.routes.ts';
import { WEBHOOK_KEY } from '../../features/alarms/server/webhooks.service.ts';
import { bulkHandlers } from '../../features/cloudcontrol/server/bulk.routes.ts';
import { calculationsHandlers } from '../../features/cloudcontrol/server/calculations.routes.ts';
import { catalogueHandlers } from '../../features/cloudcontrol/server/catalogue.routes.ts';
import { changesHandlers } from '../../features/cloudcontrol/server/changes.routes.ts';
import { configurationHandlers } from '../../features/cloudcontrol/server/configuration.routes.ts';
import { fieldToolsHandlers } from '../../features/cloudcontrol/server/field-questions.routes.ts';
import { latestHandlers } from '../../features/cloudcontrol/server/latest-values.routes.ts';
import { mapsHandlers } from '../../features/cloudcontrol/server/maps.routes.ts';
import { templatesHandlers } from '../../features/cloudcontrol/server/templates.routes.ts';
import { deviceBinHandlers, versionsHandlers } from '../../features/cloudcontrol/server/versions.routes.ts';
import { companiesHandlers } from '../../features/companies/server/companies.routes.ts';
import { membersApi } from '../../features/companies/server/members.public.ts';
import { identityHandlers } from '../../features/identity/server/identity.routes.ts';
import { RECOVERY_KEY } from '../../features/identity/server/recovery-job.ts';
import { WORKBOOK } from '../../features/measurements/measurements.contract.ts';
import { ingestionHandlers } from '../../features/measurements/server/ingest.routes.ts';
import { measurementsHandlers } from '../../features/measurements/server/measurements.routes.ts';
import { mqttCredentialsHandlers } from '../../features/measurements/server/mqtt-credentials.routes.ts';
import { readingMarksHandlers } from '../../features/measurements/server/reading-marks.routes.ts';
import { savedChartsHandlers } from '../../features/measurements/server/saved-charts.routes.ts';
import type { QueryWorkers } from '../../features/measurements/server/worker-query.ts';
import { companyDevices } from '../../features/overview/server/company-devices.ts';
import { overviewHandlers } from '../../features/overview/server/overview.routes.ts';
import { devicesHandlers } from '../../features/plants/server/devices.routes.ts';
import { insertCatalogue } from '../../features/plants/server/plants.repository.ts';
import { plantsHandlers } from '../../features/plants/server/plants.routes.ts';
import { variableNamesHandlers } from '../../features/plants/server/variable-names.routes.ts';
import type { Config } from '../../shared/server/config.ts';
import { deriveKey, isLoopback } from '../../shared/server/config.ts';
import { DiskWatch } from '../../shared/server/disk-watch.ts';
import { AppError } from '../../shared/server/errors.ts';
import { ExportTurns } from '../../shared/server/export-turns.ts';
import { addressAuthenticator, filesHandlers } from '../../shared/server/files/files.routes.ts';
import { Uploads } from '../../shared/server/files/uploads.ts';
import { createAuthenticators } from '../../shared/server/http/authenticators.ts';
import { hearOutSenders } from '../../shared/server/http/early-answers.ts';
import { createBodyBudgets } from '../../shared/server/http/held-bodies.ts';
import { answerLocalNames } from '../../shared/server/http/local-names.ts';
import { type Handlers, mount } from '../../shared/server/http/mount.ts';
import { handleErrors, sayInItalian, sendMistake } from '../../shared/server/http/problems.ts';
import { knowRoutes } from '../../shared/server/http/routes-known.ts';
import { limitSlowBodies } from '../../shared/server/http/slow-bodies.ts';
import { StreamLog } from '../../shared/server/http/stream-log.ts';
import type { JobQueue } from '../../shared/server/jobs.ts';
import type { LiveHub } from '../../shared/server/live/hub.ts';
import { liveHandlers } from '../../shared/server/live/live.routes.ts';
import { mailHandlers } from '../../shared/server/mail/mail.routes.ts';
import { createMailer } from '../../shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../shared/server/mail/sealed-links.ts';
import { contract } from './contract.ts';
import { serveDocuments } from './documents.ts';
import { serveHealth } from './health.ts';
import { kindsOfMade } from './made-things.ts';
import { serveMetrics } from './metrics.ts';
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
    | 'trustProxy'
  > &
    Partial<Pick<Config, 'metricsToken'>>;
  /** Reads of screens. */
  pool: pg.Pool;
  /** Readings that come in, so that chart readers cannot starve them. */
  ingestPool: pg.Pool;
  hub: LiveHub;
  /** Where long work is handed to a worker. */
  jobs: Pick<JobQueue, 'send'>;
  /** Where charts of many readings and large files are worked at. */
  questions: QueryWorkers;
  /** Where thresholds are tried on stored readings. */
  previews: QueryWorkers<PreviewRequest>;
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

const CSP = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // The component library sets sizes and positions as inline styles.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: null,
};

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

async function equip(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CSP },
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
  app.addContentTypeParser('application/x-ndjson', (_request, payload, done) => done(null, payload));
  // What a mail program posts to stop mail: the address says it all, and nobody reads the rest.
  const form = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;
  for (const type of ['text/csv', WORKBOOK, /^image\//, ...form] as const) {
    app.addContentTypeParser(type as string, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
  }
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

function mountAreas(app: FastifyInstance, deps: AppDeps): void {
  const { pool, config, now } = deps;
  const keys = {
    access: deriveKey(config.secretKey, 'access-token'),
    refresh: deriveKey(config.secretKey, 'refresh-token'),
    browser: deriveKey(config.secretKey, 'known browser'),
    factor: deriveKey(config.secretKey, 'second factor'),
    recovery: deriveKey(config.secretKey, RECOVERY_KEY),
  };
  const mailer = createMailer(deps.jobs, {
    providerName: config.providerName,
    key: deriveKey(config.secretKey, MAIL_KEY),
  });
  const uploads = new Uploads({ pool, key: deriveKey(config.secretKey, 'upload address'), now });
  const options = {
    authenticators: {
      ...createAuthenticators({ pool, keys, now }),
      scopeOfAddress: addressAuthenticator(uploads),
    },
    checkAnswers: deps.checkAnswers,
    signInPerMinute: config.signInPerMinute,
    budgets: createBodyBudgets(),
  };
  const exports = new ExportTurns();
  const handlers: { [A in keyof typeof contract]: Handlers<(typeof contract)[A]> } = {
    identity: identityHandlers({
      pool,
      keys,
      now,
      log: deps.log,
      mailer,
      members: membersApi(pool, kindsOfMade),
      publicUrl: config.publicUrl,
      registration: config.registration,
      onClose: (close) => app.addHook('onClose', close),
    }),
    companies: companiesHandlers({
      pool,
      exports,
      jobs: mailer,
      publicUrl: config.publicUrl,
      providerName: config.providerName,
      made: kindsOfMade,
      seed: insertCatalogue,
      devices: companyDevices({ pool, now }),
    }),
    plants: { ...plantsHandlers({ pool, now }), ...variableNamesHandlers({ pool }) },
    devices: devicesHandlers({ pool, now }),
    measurements: {
      ...measurementsHandlers({
        pool,
        ingestPool: deps.ingestPool,
        now,
        jobs: deps.jobs,
        queryWorkers: deps.questions,
      }),
      ...ingestionHandlers({
        pool,
        ingestPool: deps.ingestPool,
        now,
        log: deps.log,
        onClose: (close) => app.addHook('onClose', close),
      }),
    },
    readingMarks: readingMarksHandlers({ pool }),
    charts: savedChartsHandlers({ pool }),
    mqttCredentials: mqttCredentialsHandlers({ pool, mqtt: config.mqtt }),
    catalogue: catalogueHandlers({ pool }),
    configuration: configurationHandlers({ pool, now }),
    configuring: changesHandlers({ pool, now }),
    bulk: bulkHandlers({ pool }),
    versions: versionsHandlers({ pool, now }),
    deviceBin: deviceBinHandlers({ pool, now, jobs: deps.jobs }),
    templates: templatesHandlers({ pool, now }),
    newest: latestHandlers({ pool, now }),
    maps: mapsHandlers({ pool, now }),
    fieldTools: fieldToolsHandlers({ pool }),
    calculations: calculationsHandlers({ pool, now }),
    alarmRules: alarmRulesHandlers({ pool, previews: deps.previews }),
    alarms: alarmsHandlers({ pool, now, exports }),
    snoozes: snoozesHandlers({ pool, now }),
    logs: logsHandlers({ pool, now }),
    choices: notificationPreferencesHandlers({
      pool,
      now,
      mailer,
      publicUrl: config.publicUrl,
      stopKey: deriveKey(config.secretKey, MAIL_STOP_KEY),
    }),
    webhooks: webhooksHandlers({ pool, now, key: deriveKey(config.secretKey, WEBHOOK_KEY) }),
    overview: overviewHandlers({ pool, now }),
    live: liveHandlers({ hub: deps.hub }),
    files: filesHandlers({ uploads }),
    mail: mailHandlers({ pool, shown: config.demo && isLoopback(config.host), key: mailer.key }),
  };
  mount(app, contract.identity, handlers.identity, options);
  mount(app, contract.companies, handlers.companies, options);
  mount(app, contract.plants, handlers.plants, options);
  mount(app, contract.devices, handlers.devices, options);
  mount(app, contract.measurements, handlers.measurements, options);
  mount(app, contract.readingMarks, handlers.readingMarks, options);
  mount(app, contract.charts, handlers.charts, options);
  mount(app, contract.mqttCredentials, handlers.mqttCredentials, options);
  mount(app, contract.catalogue, handlers.catalogue, options);
  mount(app, contract.configuration, handlers.configuration, options);
  mount(app, contract.configuring, handlers.configuring, options);
  mount(app, contract.bulk, handlers.bulk, options);
  mount(app, contract.versions, handlers.versions, options);
  mount(app, contract.deviceBin, handlers.deviceBin, options);
  mount(app, contract.templates, handlers.templates, options);
  mount(app, contract.newest, handlers.newest, options);
  mount(app, contract.maps, handlers.maps, options);
  mount(app, contract.fieldTools, handlers.fieldTools, options);
  mount(app, contract.calculations, handlers.calculations, options);
  mount(app, contract.alarms, handlers.alarms, options);
  mount(app, contract.alarmRules, handlers.alarmRules, options);
  mount(app, contract.snoozes, handlers.snoozes, options);
  mount(app, contract.logs, handlers.logs, options);
  mount(app, contract.choices, handlers.choices, options);
  mount(app, contract.webhooks, handlers.webhooks, options);
  mount(app, contract.overview, handlers.overview, options);
  mount(app, contract.live, handlers.live, options);
  mount(app, contract.files, handlers.files, options);
  mount(app, contract.mail, handlers.mail, options);
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
  await equip(app);
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
