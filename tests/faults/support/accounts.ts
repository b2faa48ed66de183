import { listDayRows } from '../../../src/features/measurements/server/stored-days.repository.ts';
import { inScope } from '../../../src/shared/server/tenancy.ts';
import { VARIABLE } from './field.ts';
import type { Installation } from './installation.ts';
import { EMAIL, PASSWORD } from './installation.ts';
import { instantOf, type Producer, readingOf } from './producer.ts';

/** Bearer and company of the installation's owner. */
export async function signInAt({
  address,
  scope,
}: Pick<Installation, 'address' | 'scope'>): Promise<Record<string, string>> {
  const answer = await fetch(`${address}/user/v1/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const { access } = (await answer.json()) as { access: string };
  return { authorization: `Bearer ${access}`, 'id-client': String(scope.company_id) };
}

export interface Account {
  /** Acknowledged and not there, or there with another value. */
  lost: number;
  /** There and never sent, or more than once. */
  doubled: number;
}

const HOUR_MS = 3_600_000;

/** Reads a device's whole series by the portal's call, an hour at a time, and compares it with the ledger. */
export async function accountByCall(
  { address }: Pick<Installation, 'address'>,
  headers: Record<string, string>,
  device_id: number,
  { series, acknowledged }: Pick<Producer, 'series' | 'acknowledged'>,
): Promise<Account> {
  const found = new Map<number, number>();
  let doubled = 0;
  // At the finest step an hour is read in parts that no answer has to thin.
  const part_ms = Math.min(HOUR_MS, series.step_ms * 4000);
  for (let at = series.start_ms; at < instantOf(series, acknowledged); at += part_ms) {
    const query = new URLSearchParams({
      devices: String(device_id),
      variables: VARIABLE,
      start: new Date(at).toISOString(),
      end: new Date(at + part_ms).toISOString(),
      resolution: 'raw',
      points: '5000',
    });
    const answer = await fetch(`${address}/api/v1/chart-results-data/?${query}`, { headers });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    const [read] = (await answer.json()) as { ts: string[]; values: (number | null)[] }[];
    read?.ts.forEach((ts, i) => {
      const value = read.values[i];
      // Gaps are drawn as nulls between readings.
      if (value === null || value === undefined) return;
      if (found.has(Date.parse(ts))) doubled += 1;
      found.set(Date.parse(ts), value);
    });
  }
  let lost = 0;
  for (let n = 0; n < acknowledged; n += 1) {
    if (found.get(instantOf(series, n)) !== readingOf(series, n)) lost += 1;
    found.delete(instantOf(series, n));
  }
  return { lost, doubled: doubled + found.size };
}

/** What the database holds of a device: day rows for days that are over, hot rows of today. */
export interface Stored {
  device_id: number;
  readings: number;
  sum: number;
}

/**
 * Counts and sums of all devices by SQL, once no day that is over waits to be made; undefined before.
 * A packed day has left the hot table: its row alone tells.
 */
export async function accountBySql({ withPool, scope }: Installation): Promise<Stored[] | undefined> {
  return withPool((pool) =>
    inScope(pool, scope, async (tx) => {
      const today = `(date_trunc('day', now() at time zone 'Europe/Rome'))`;
      const waiting = await tx.query(`select 1 from obs_dirty where day < ${today}::date limit 1`);
      if (waiting.rows.length > 0) return undefined;
      const devices = await tx.query<{ id: number; yesterday: string }>(
        `select id, ${today}::date - 1 as yesterday from device`,
      );
      const days = await listDayRows(tx, {
        device_ids: devices.rows.map(({ id }) => id),
        slots: [0],
        from: '2000-01-01',
        to: devices.rows[0]?.yesterday ?? '',
        fields: ['n', 'sum'],
      });
      const { rows } = await tx.query<{ device_id: number; readings: number; sum: number }>(
        `select device_id, sum(n)::float8 as readings, sum(s) as sum from (
           select * from unnest($1::bigint[], $2::int[], $3::float8[]) past(device_id, n, s)
           union all
           select device_id, count(*), sum(vals[1]) from obs where ts >= ${today} at time zone 'Europe/Rome' group by 1
         ) kept group by 1`,
        [
          days.map((day) => day.device_id),
          days.map(({ row }) => row.n[0]),
          days.map(({ row }) => row.sum[0]),
        ],
      );
      return rows;
    }),
  );
}

/** How many stretches of devices are packed. */
export async function countPacked({ withPool, scope }: Installation): Promise<number> {
  return withPool((pool) =>
    inScope(pool, scope, async (tx) => {
      const { rows } = await tx.query<{ n: number }>('select count(*)::int as n from obs_stretch');
      return rows[0]?.n ?? 0;
    }),
  );
}

/** The same of a ledger. */
export function expectedOf({
  series,
  acknowledged,
}: Pick<Producer, 'series' | 'acknowledged'>): Omit<Stored, 'device_id'> {
  let sum = 0;
  for (let n = 0; n < acknowledged; n += 1) sum += readingOf(series, n);
  return { readings: acknowledged, sum };
}
