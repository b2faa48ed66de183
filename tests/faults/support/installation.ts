import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { joinInstallation } from '../../../src/apps/server/installation.ts';
import { createCredential } from '../../../src/features/measurements/server/mqtt-credentials.service.ts';
import { loadConfig } from '../../../src/shared/server/config.ts';
import { createPool } from '../../../src/shared/server/db.ts';
import { inScope, type Scope } from '../../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeKey, makePlant, makeUser } from '../../support/app.ts';
import { makeMemoryFolder } from '../../support/memory-folder.ts';
import { freePort, type Program, startProgram, until } from '../../support/program.ts';
import { type Credential, VARIABLE } from './field.ts';
import { endServer } from './victims.ts';

export const PASSWORD = 'the password of the faults';
export const EMAIL = 'faults@example.org';

export interface FaultDevice {
  readonly id: number;
  /** For publishing by MQTT. */
  readonly credential: Credential;
  readonly name: string;
}

/** The whole program in a folder of its own, with a company whose devices can be written to. */
export interface Installation {
  readonly dataDir: string;
  readonly address: string;
  /** Where its own broker listens. */
  readonly mqtt: string;
  readonly scope: Scope;
  readonly devices: readonly FaultDevice[];
  /** Header of a key that may write and read. */
  readonly key: { authorization: string };
  /** The process that runs now; another one after `restart`. */
  program(): Program;
  /** Starts the program again after it was killed. */
  restart(): Promise<void>;
  /** Work on its database, which must be there. */
  withPool<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Starts a program and makes its company and devices.
 * @param place a folder to lie in; by default a temporary one
 * @param settings more of its environment
 */
export async function startInstallation(
  devices: number,
  place?: string,
  settings: Record<string, string> = {},
): Promise<Installation> {
  const home = place ?? makeMemoryFolder('meridiana-faults-');
  chmodSync(home, 0o755);
  const dataDir = join(home, 'data');
  const mqtt = `127.0.0.1:${await freePort()}`;
  const own = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'error', MQTT_LISTEN: mqtt };
  const env = { ...own, ...settings };
  let program = await startWhole(env);
  const withPool = async <T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> => {
    const installation = await joinInstallation(loadConfig({ DATA_DIR: dataDir }, { demo: false }));
    const pool = createPool(installation.database, { max: 2, name: 'faults' });
    try {
      return await work(pool);
    } finally {
      await pool.end();
      await installation.close();
    }
  };
  const close = async () => {
    await program.stop();
    // It outlives a program that was killed, and nobody starts that one again after a failure.
    await endServer({ dataDir });
    if (place === undefined) rmSync(home, { recursive: true });
  };
  const field = await withPool((pool) => seed(pool, devices)).catch(async (fault: unknown) => {
    await close();
    throw fault;
  });
  return {
    dataDir,
    address: program.address,
    mqtt: `mqtt://${mqtt}`,
    ...field,
    program: () => program,
    restart: async () => {
      await program.ended;
      program = await startWhole(env);
    },
    withPool,
    close,
  };
}

/**
 * Starts the program and waits for all of its parts: a part that ends before its first start is over ends the program,
 * which is no fault to be caused here.
 */
async function startWhole(env: Record<string, string>): Promise<Program> {
  const program = await startProgram(env);
  await until(
    () => program.said().includes(' is ready: '),
    () => `every part runs\n${program.said()}`,
  );
  return program;
}

async function seed(pool: pg.Pool, count: number) {
  const scope = await makeCompany(pool, 'Faults');
  await makeUser(
    { pool },
    { company: scope, roles: ['COMPANY_OWNER', 'APP_0'], email: EMAIL, password: PASSWORD },
  );
  const plant = await makePlant(pool, scope, 'FAULTS');
  const devices: FaultDevice[] = [];
  for (let i = 0; i < count; i += 1) {
    const name = `D${i}`;
    const id = await makeDevice(pool, scope, plant, name, [VARIABLE], { interval_s: 1 });
    const credential = await inScope(pool, scope, (tx) =>
      createCredential(tx, { device_id: id, replace: false }),
    );
    devices.push({ name, id, credential });
  }
  const { headers } = await makeKey({ pool }, scope);
  return { scope, devices, key: { authorization: headers.authorization ?? '' } };
}
