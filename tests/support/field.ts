import type pg from 'pg';
import { insertCatalogue } from '../../src/features/plants/server/plants.repository.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../src/shared/server/tenancy.ts';
import { createTestDatabase } from './postgres.ts';

/** A database of its own with a pool of the program's role; `close` ends both. */
export async function openTestPool(max = 4): Promise<{
  pool: pg.Pool;
  database: DatabaseTarget;
  superuser: DatabaseTarget;
  close(): Promise<void>;
}> {
  const database = await createTestDatabase();
  const pool = createPool(database.database, { max, name: 'test' });
  return {
    pool,
    database: database.database,
    superuser: database.superuser,
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

// More than any company of a test numbers.
const NUMBERS_APART = 20_000;

/**
 * A company with the catalogue of variable names, as a person's registration makes it. Each company numbers its rows from 1:
 * where another company's number must be none of one's own, that company is made `apart`. Unless told otherwise it was
 * given whatever the installation may reach.
 */
export async function makeCompany(
  pool: pg.Pool,
  name: string,
  numbers?: 'apart',
  { reaches = 'everything' }: { reaches?: 'everything' | 'nothing' } = {},
): Promise<Scope> {
  const { rows } = await pool.query<{ id: number }>('select cross_tenant_next_company_id() as id');
  const scope = scopeOfWork(rows[0]?.id ?? 0);
  await inScope(pool, scope, async (tx) => {
    if (numbers) await tx.query('select count(next_id()) from generate_series(1, $1)', [NUMBERS_APART]);
    await tx.query('insert into company (id_client, name, company_slug) values ($1, $2, $3)', [
      scope.company_id,
      name,
      `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${scope.company_id}`,
    ]);
    await insertCatalogue(tx);
    if (reaches === 'everything') await allowEverything(tx);
  });
  return scope;
}

/** As an administrator gives a company all that the installation's outer limit lists. */
async function allowEverything(tx: Tx): Promise<void> {
  await tx.query(
    `insert into allowed_endpoint (company_id, entry, network, from_port, to_port, tty, given_by)
     values ($1, '0.0.0.0/0', '0.0.0.0/0', 1, 65535, null, 'administrator'), ($1, '[::/0]', '::/0', 1, 65535, null, 'administrator'),
            ($1, '/dev/*', null, null, null, '/dev/*', 'administrator')`,
    [tx.scope.company_id],
  );
}

/** A plant; answers its id. */
export async function makePlant(
  pool: pg.Pool,
  scope: Scope,
  proj_code: string,
  fields: { time_zone?: string; potenza_nominale?: number; latitude?: number; longitude?: number } = {},
): Promise<number> {
  return inScope(pool, scope, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into plant (company_id, proj_code, name, time_zone, potenza_nominale, latitude, longitude)
       values ($1, $2, $2, $3, $4, $5, $6) returning id`,
      [
        scope.company_id,
        proj_code,
        fields.time_zone ?? 'Europe/Rome',
        fields.potenza_nominale ?? null,
        fields.latitude ?? null,
        fields.longitude ?? null,
      ],
    );
    return rows[0]?.id ?? 0;
  });
}

export interface DeviceFields {
  category?: string;
  interval_s?: number;
  nominal_power?: number;
}

/** A device whose variables take slots 0, 1, … in the order given; answers its id. */
export async function makeDevice(
  pool: pg.Pool,
  scope: Scope,
  plant_id: number,
  short_name: string,
  variables: readonly string[],
  fields: DeviceFields = {},
): Promise<number> {
  return inScope(pool, scope, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into device (company_id, plant_id, short_name, category, interval_s, nominal_power, next_slot)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [
        scope.company_id,
        plant_id,
        short_name,
        fields.category ?? 'inverter',
        fields.interval_s ?? 60,
        fields.nominal_power ?? null,
        variables.length,
      ],
    );
    const device_id = rows[0]?.id ?? 0;
    const names = await tx.query<{ id: number; slot: number }>(
      `select n.id, (u.i - 1)::int as slot from unnest($2::text[]) with ordinality as u(name, i)
       join variable_name n on n.company_id = $1 and n.name = u.name order by u.i`,
      [scope.company_id, variables],
    );
    await tx.query(
      `insert into variable (company_id, device_id, variable_name_id, slot)
       select $1, $2, u.* from unnest($3::bigint[], $4::int[]) u returning id`,
      [scope.company_id, device_id, names.rows.map(({ id }) => id), names.rows.map(({ slot }) => slot)],
    );
    return device_id;
  });
}

/** Puts a device behind a port of its own on this machine, as unit 1, with its variable in register 40. */
export async function pollDevice(
  pool: pg.Pool,
  scope: Scope,
  { plant_id, device_id, port }: { plant_id: number; device_id: number; port: number },
): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into port (company_id, plant_id, name, host, port, timeout_ms)
       values ($1, $2, 'Gateway', '127.0.0.1', $3, 200) returning id`,
      [scope.company_id, plant_id, port],
    );
    await tx.query('update device set port_id = $3, unit_id = 1 where company_id = $1 and id = $2', [
      scope.company_id,
      device_id,
      rows[0]?.id,
    ]);
    await tx.query(
      `update variable set function_code = 3, address = 40, data_type = 'uint16' where company_id = $1 and device_id = $2`,
      [scope.company_id, device_id],
    );
  });
}
