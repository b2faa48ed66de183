import { setTimeout as pause } from 'node:timers/promises';
import { fleet } from '../../../../simulators/fleet.ts';
import { startFleet, unitAnswer } from '../../../../simulators/main.ts';
import { plantDevices } from '../../../../simulators/plant-definition.ts';
import type { Config } from '../../../shared/server/config.ts';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { createPool } from '../../../shared/server/db.ts';
import { JobQueue } from '../../../shared/server/jobs.ts';
import { createLog } from '../../../shared/server/log.ts';
import { createMailer } from '../../../shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../../shared/server/mail/sealed-links.ts';
import { deriveKey } from '../../../shared/server/secret-key.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import type { Part } from '../part.ts';
import { allowPorts, movePorts, saveDemoPorts, saveDemoState } from './demo.repository.ts';
import { installDemoCameras, startDemoCameras } from './demo-cameras.ts';
import { installHomes, startHomes } from './demo-homes.ts';
import { startHistory } from './history.ts';
import { installDemo } from './install-demo.ts';
import { moveCabinets } from './lighting-demo.repository.ts';
import { installTown, LIT_PLANT, startTown } from './lighting-demo.ts';
import { startMqttDevices } from './mqtt-devices.ts';
import { replayPastAlarms } from './past-alarms.ts';
import { seedMeters } from './seed-meters.ts';
import { seedWork } from './seed-work.ts';
import { inForce, PLANNED, snoozePlants } from './snoozes.ts';
import { startWrongDevices } from './wrong-devices.ts';

// Each counter's past is added up at the first question; a gateway that answers late would look silent.
function warmUp(): void {
  for (const plant of fleet) {
    for (const { unit_id } of plantDevices(plant)) unitAnswer(plant, unit_id, Date.now());
  }
}

/**
 * The demonstration: two companies' plants as Modbus TCP peers on loopback, their users, and a year of history that
 * fills in behind. Live readings reach the portal through acquisition only.
 */
export async function startDemo(config: Config, database: DatabaseTarget): Promise<Part> {
  const log = createLog(config.logLevel, 'simulators');
  const pool = createPool(database, {
    max: 4,
    name: 'meridiana demonstration',
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  warmUp();
  const running = await startFleet(fleet);
  const wrong = await startWrongDevices(log);
  const cameras = await startDemoCameras();
  const town = await startTown();
  await saveDemoPorts(pool, [...running.ports.values(), wrong.port, cameras.port, town.port]);
  const jobs = new JobQueue({ pool, log, works: false });
  await jobs.start();
  const { publicUrl, providerName } = config;
  const state = await installDemo(pool, {
    password: config.demoPassword,
    ports: running.ports,
    now_ms: Date.now(),
    invitations: {
      jobs: createMailer(jobs, { providerName, key: deriveKey(config.secretKey, MAIL_KEY) }),
      publicUrl,
      providerName,
    },
  });
  if (!state.worked) {
    const mailer = createMailer(jobs, { providerName, key: deriveKey(config.secretKey, MAIL_KEY) });
    const now = new Date();
    await seedWork(pool, scopeOfWork(state.companies.aurora ?? 0), { jobs, mailer, publicUrl, now });
    await saveDemoState(pool, { ...state, peopled: true, worked: true });
  }
  if (!state.lit) {
    await installTown(pool, scopeOfWork(state.companies.aurora ?? 0), { fleet: town, now_ms: Date.now() });
    await saveDemoState(pool, { ...state, peopled: true, worked: true, lit: true });
  }
  if (!state.metered) {
    await seedMeters(pool, scopeOfWork(state.companies.aurora ?? 0), new Date());
    await saveDemoState(pool, { ...state, peopled: true, worked: true, lit: true, metered: true });
  }
  await jobs.close();
  const scopes = Object.values(state.companies).map((company_id) => scopeOfWork(company_id));
  let stopped = false;
  const past = replayPastAlarms({ pool, scopes, end_ms: state.started_ms, log, isStopped: () => stopped });
  await past.held;
  // The worker looks for these ports a few times a second; it must know them before it is sent there.
  await pause(600);
  for (const [company, company_id] of Object.entries(state.companies)) {
    const own = fleet.filter((plant) => plant.company === company);
    const ports = own.flatMap(({ proj_code }) => running.ports.get(proj_code) ?? []);
    // What is wrong on purpose is there for both.
    const watched = company === 'aurora' ? [cameras.port, town.port] : [];
    await allowPorts(pool, scopeOfWork(company_id), [...ports, wrong.port, ...watched]);
  }
  const aurora = scopeOfWork(state.companies.aurora ?? 0);
  await installDemoCameras(pool, aurora, { port: cameras.port, secretKey: config.secretKey });
  await installHomes(pool, aurora);
  const snoozed = fleet.filter((plant) => plant.snoozed).map((plant) => plant.proj_code);
  for (const scope of scopes) {
    await movePorts(pool, scope, new Map([...running.ports, [LIT_PLANT, town.port]]));
    await inScope(pool, scope, moveCabinets);
    for (const snooze of [inForce(snoozed), PLANNED]) await snoozePlants(pool, scope, snooze);
  }
  const published = await startMqttDevices({
    pool,
    config,
    companies: state.companies,
  });
  const history = startHistory({ pool, scopes, end_ms: state.started_ms, log });
  const living = startHomes({ pool, scope: aurora, started_ms: state.started_ms, log });
  return {
    async close() {
      stopped = true;
      await past.done;
      await history.close();
      await living.close();
      await published.stop();
      await Promise.all([running.stop(), wrong.stop(), cameras.stop(), town.stop()]);
      await pool.end();
    },
  };
}
