import { startAcquisition } from '../../acquisition/acquisition.ts';
import { MqttDoor } from '../../acquisition/mqtt/mqtt.ts';
import { startEvaluationScheduler } from '../../features/alarms/server/evaluation-scheduler.ts';
import { MAIL_STOP_KEY } from '../../features/alarms/server/mail-stop.ts';
import { startNotificationScheduler } from '../../features/alarms/server/notification-scheduler.ts';
import { WEBHOOK_KEY } from '../../features/alarms/server/webhooks.service.ts';
import { startCalculationKeeper } from '../../features/cloudcontrol/server/calc-keeper.ts';
import { membersApi } from '../../features/companies/server/members.public.ts';
import { sendRecovery } from '../../features/identity/server/recover.service.ts';
import { RECOVERY_KEY, type RecoverJob } from '../../features/identity/server/recovery-job.ts';
import { startDayKeeper } from '../../features/measurements/server/day-keeper.ts';
import { type ImportJob, ImportWorker } from '../../features/measurements/server/import-job.ts';
import { ReadingWriter } from '../../features/measurements/server/reading-writer.ts';
import { RefusedReadings } from '../../features/measurements/server/refused-readings.ts';
import { startLiveFollower } from '../../features/overview/server/live-follower.ts';
import { performRemoval, type RemovalJob } from '../../features/plants/server/bin.public.ts';
import { type Config, deriveKey } from '../../shared/server/config.ts';
import type { DatabaseTarget } from '../../shared/server/database-target.ts';
import { createPool } from '../../shared/server/db.ts';
import { JobQueue } from '../../shared/server/jobs.ts';
import { createLog } from '../../shared/server/log.ts';
import { MailWorker } from '../../shared/server/mail/mail-worker.ts';
import { createMailer, type MailJob } from '../../shared/server/mail/outbox.ts';
import { createPost } from '../../shared/server/mail/post.ts';
import { MAIL_KEY } from '../../shared/server/mail/sealed-links.ts';
import { readSmtpUrl } from '../../shared/server/mail/smtp-server.ts';
import { alarmEvaluations, watchPool } from '../../shared/server/metrics.ts';
import { createOutboundGuard } from '../../shared/server/outbound.ts';
import { createSerialGuard } from '../../shared/server/serial-settings.ts';
import { listDemoPorts } from './demo/demo.repository.ts';
import { startHousekeeping } from './housekeeping.ts';
import { kindsOfMade } from './made-things.ts';
import type { Part } from './part.ts';

const DEMO_PORTS_EVERY_MS = 200;

/** Polls the field and writes its readings; keeps day rows, live figures and alarms. */
export async function startWorker(config: Config, database: DatabaseTarget): Promise<Part> {
  const log = createLog(config.logLevel, 'worker');
  const onError = (err: Error) => log.warn({ err }, 'a database connection was lost');
  const pool = createPool(database, { max: 8, name: 'meridiana worker', onError });
  watchPool('worker', pool);
  const parts: { close(): Promise<void> }[] = [];
  if (config.roles.includes('acquisition')) {
    const writer = new ReadingWriter(pool, { onError: (err) => log.warn({ err }, 'a notice was not given') });
    const reaching = { pool, database, log, allToSole: config.soleCompanyAllow === 'all' };
    const demoPorts = await watchDemoPorts();
    const guard = createOutboundGuard(config.outboundAllow, demoPorts.allows);
    const allowTty = createSerialGuard(config.serialAllow);
    const refused = new RefusedReadings({ pool, log });
    parts.push(demoPorts, writer, refused);
    parts.push(await startAcquisition({ ...reaching, writer, guard, allowTty, refused }));
    parts.push(...(await openMqtt(writer, refused)));
  }
  if (config.roles.includes('jobs')) {
    parts.push(startDayKeeper({ pool, log }));
    parts.push(...(await startJobs()));
    parts.push(
      await startEvaluationScheduler({
        pool,
        database,
        log,
        onEvaluation: (_, ms) => alarmEvaluations.observe(ms / 1000),
      }),
    );
    parts.push(await startLiveFollower({ pool, database, log }));
    parts.push(...(await startCalculations()));
  }
  return {
    async close() {
      for (const part of parts.reverse()) await part.close();
      await pool.end();
    },
  };

  async function startCalculations(): Promise<{ close(): Promise<void> }[]> {
    const writer = new ReadingWriter(pool, { onError: (err) => log.warn({ err }, 'a notice was not given') });
    const write: ReadingWriter['write'] = (scope, rows) => writer.write(scope, rows);
    return [writer, await startCalculationKeeper({ pool, database, log, write })];
  }

  async function openMqtt(
    writer: ReadingWriter,
    refused: RefusedReadings,
  ): Promise<{ close(): Promise<void> }[]> {
    const installation = deriveKey(config.secretKey, 'mqtt client').toString();
    const settings = config.mqtt;
    const any_port = config.demo;
    const door = await MqttDoor.open({
      pool,
      database,
      writer,
      refused,
      settings,
      log,
      installation,
      any_port,
    });
    return door ? [door] : [];
  }

  async function startJobs() {
    const writer = new ReadingWriter(pool, { onError: (err) => log.warn({ err }, 'a notice was not given') });
    const imports = new ImportWorker({ pool, writer, log, now: () => new Date() });
    const jobs = new JobQueue({ pool, log, works: true });
    await jobs.start();
    await jobs.work<ImportJob>('import', (job, attempt) => imports.perform(job, attempt));
    const server = readSmtpUrl(config.smtpUrl ?? '');
    const post = server && createPost({ server, from: config.mailFrom });
    const mailKey = deriveKey(config.secretKey, MAIL_KEY);
    const mail = new MailWorker({ pool, log, post, demo: config.demo, key: mailKey });
    await jobs.work<MailJob>('mail', (job, attempt) => mail.perform(job, attempt));
    await mail.wake(jobs);
    const mailer = createMailer(jobs, { providerName: config.providerName, key: mailKey });
    const key = deriveKey(config.secretKey, RECOVERY_KEY);
    const recovery = { pool, mailer, publicUrl: config.publicUrl, key };
    await jobs.work<RemovalJob>('removal', (job) => performRemoval(pool, job));
    await jobs.work<RecoverJob>('recover', (job) => sendRecovery(recovery, job));
    const notifications = await startNotificationScheduler({
      pool,
      database,
      log,
      mailer,
      publicUrl: config.publicUrl,
      stopKey: deriveKey(config.secretKey, MAIL_STOP_KEY),
      webhookKey: deriveKey(config.secretKey, WEBHOOK_KEY),
      guard: createOutboundGuard(config.outboundAllow),
      allToSole: config.soleCompanyAllow === 'all',
    });
    const members = membersApi(pool, kindsOfMade);
    const unconfirmed = { pool, log, mailer, members, publicUrl: config.publicUrl };
    const housekeeping = startHousekeeping({ pool, log, unconfirmed: post && unconfirmed });
    const working = {
      async close() {
        imports.stop();
        await jobs.close();
        await writer.close();
      },
    };
    return [working, notifications, housekeeping];
  }

  // The simulators take free ports at each start; the demonstration may reach those and nothing else of this machine.
  async function watchDemoPorts() {
    let ports = new Set(config.demo ? await listDemoPorts(pool) : []);
    const timer = setInterval(() => {
      listDemoPorts(pool).then(
        (now) => {
          ports = new Set(now);
        },
        (err) => log.warn({ err }, "the simulators' ports could not be read"),
      );
    }, DEMO_PORTS_EVERY_MS);
    if (!config.demo) clearInterval(timer);
    return {
      allows: (address: string, port: number) => config.demo && address === '127.0.0.1' && ports.has(port),
      async close() {
        clearInterval(timer);
      },
    };
  }
}
