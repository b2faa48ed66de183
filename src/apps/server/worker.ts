import { startAcquisition } from '../../acquisition/acquisition.ts';
import { MqttReceiver } from '../../acquisition/mqtt/mqtt.ts';
import { membersApi } from '../../features/companies/server/members.public.ts';
import { ReadingWriter } from '../../features/measurements/server/reading-writer.ts';
import { RefusedReadings } from '../../features/measurements/server/refused-readings.ts';
import { type Config, deriveKey } from '../../shared/server/config.ts';
import type { DatabaseTarget } from '../../shared/server/database-target.ts';
import { createPool } from '../../shared/server/db.ts';
import { DiskWatch } from '../../shared/server/disk-watch.ts';
import { JobQueue } from '../../shared/server/jobs.ts';
import { createLog } from '../../shared/server/log.ts';
import { MAIL_AT_ONCE } from '../../shared/server/mail/mail-queue.ts';
import { createMailer } from '../../shared/server/mail/outbox.ts';
import { createPost } from '../../shared/server/mail/post.ts';
import { MAIL_KEY } from '../../shared/server/mail/sealed-links.ts';
import { readSmtpUrl } from '../../shared/server/mail/smtp-server.ts';
import { watchPool } from '../../shared/server/metrics.ts';
import { createOutboundGuard } from '../../shared/server/outbound.ts';
import { createSerialGuard } from '../../shared/server/serial-settings.ts';
import { startBackground, workOnQueues } from './areas-work.ts';
import { watchDemoPorts } from './demo/demo-ports.ts';
import { startHousekeeping } from './housekeeping.ts';
import { kindsOfMade } from './made-things.ts';
import { notificationKinds } from './notification-kinds.ts';
import type { Part } from './part.ts';
import { clusterFolder } from './postgres/place.ts';

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
    const demoPorts = await watchDemoPorts(pool, { demo: config.demo, log });
    const guard = createOutboundGuard(config.outboundAllow, demoPorts.allows);
    const allowTty = createSerialGuard(config.serialAllow);
    const refused = new RefusedReadings({ pool, log });
    parts.push(demoPorts, writer, refused);
    parts.push(await startAcquisition({ ...reaching, writer, guard, allowTty, refused }));
    parts.push(...(await openMqtt(writer, refused)));
  }
  if (config.roles.includes('jobs')) parts.push(...(await startJobs()));
  return {
    async close() {
      for (const part of parts.reverse()) await part.close();
      await pool.end();
    },
  };

  async function openMqtt(
    writer: ReadingWriter,
    refused: RefusedReadings,
  ): Promise<{ close(): Promise<void> }[]> {
    const installation = deriveKey(config.secretKey, 'mqtt client').toString();
    const settings = config.mqtt;
    const any_port = config.demo;
    const receiver = await MqttReceiver.open({
      pool,
      database,
      writer,
      refused,
      settings,
      log,
      installation,
      any_port,
    });
    return receiver ? [receiver] : [];
  }

  async function startJobs(): Promise<{ close(): Promise<void> }[]> {
    const writer = new ReadingWriter(pool, { onError: (err) => log.warn({ err }, 'a notice was not given') });
    const mailPool = createPool(database, { max: MAIL_AT_ONCE, name: 'meridiana mail', onError });
    const jobs = new JobQueue({ pool, log, works: true });
    await jobs.start();
    const keyFor = (purpose: string) => deriveKey(config.secretKey, purpose);
    const server = readSmtpUrl(config.smtpUrl ?? '');
    const ending = new AbortController();
    const folder = config.databaseUrl === undefined ? clusterFolder(config.dataDir) : undefined;
    const services = {
      disk: new DiskWatch(folder),
      config,
      pool,
      mailPool,
      database,
      log,
      jobs,
      writer,
      keyFor,
      now: () => new Date(),
      mailer: createMailer(jobs, {
        providerName: config.providerName,
        key: keyFor(MAIL_KEY),
        limits: config.dayLimits,
      }),
      post: server && createPost({ server, from: config.mailFrom, ending: ending.signal }),
      members: membersApi(pool, kindsOfMade),
      notificationKinds,
      ending: ending.signal,
    };
    await workOnQueues(jobs, services);
    const working = {
      async close() {
        ending.abort();
        await jobs.close();
        await writer.close();
        await mailPool.end();
      },
    };
    return [working, ...(await startBackground(services)), startHousekeeping(services)];
  }
}
