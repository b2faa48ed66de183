import type { Scope } from '../../src/shared/server/tenancy.ts';
import type { TestApp } from './app.ts';

type Arranges = Pick<TestApp, 'arrange'>;

/** An alarm as a test wants it. */
export interface TestAlarm {
  readonly plant_id: number;
  readonly device_id?: number | null;
  readonly code?: string;
  readonly type?: 'E' | 'W';
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Alarms that open at one moment, each with its event that waits to be told; their ids. */
export async function openAlarms(
  { arrange }: Arranges,
  { company_id }: Scope,
  alarms: readonly TestAlarm[],
): Promise<number[]> {
  const rows = await arrange<{ id: number }>(
    `with opened as (
       insert into alarm (company_id, plant_id, device_id, code, type, date, opened_at)
       select $1, u.plant_id, u.device_id, u.code, u.type, to_timestamp(u.at / 1000), to_timestamp(u.at / 1000)
       from jsonb_to_recordset($2::jsonb) u (plant_id bigint, device_id bigint, code text, type text, at float8)
       returning id, date),
     told as (insert into alarm_event (company_id, alarm_id, at, kind) select $1, id, date, 'opened' from opened order by id)
     select id::int from opened order by id`,
    [company_id, JSON.stringify(alarms.map((one) => ({ code: 'device_silent', type: 'W', ...one })))],
  );
  return rows.map(({ id }) => id);
}

/** An alarm ends, and the event waits to be dispatched. */
export async function closeAlarm(
  { arrange }: Arranges,
  { company_id }: Scope,
  id: number,
  at: number,
): Promise<void> {
  await arrange(
    `with closed as (update alarm set end_date = to_timestamp($3::float8 / 1000) where company_id = $1 and id = $2)
     insert into alarm_event (company_id, alarm_id, at, kind) values ($1, $2, to_timestamp($3::float8 / 1000), 'closed')`,
    [company_id, id, at],
  );
}

/** It comes again within eight hours, and the event waits to be dispatched. */
export async function repeatAlarm(
  { arrange }: Arranges,
  { company_id }: Scope,
  id: number,
  at: number,
): Promise<void> {
  await arrange(
    `with again as (update alarm set end_date = null, count = count + 1, last_at = to_timestamp($3::float8 / 1000)
                    where company_id = $1 and id = $2)
     insert into alarm_event (company_id, alarm_id, at, kind) values ($1, $2, to_timestamp($3::float8 / 1000), 'repeated')`,
    [company_id, id, at],
  );
}
