import type pg from 'pg';
import { ALARM_TYPE } from '../../../src/features/alarms/alarms.model.ts';
import type { AlarmCode } from '../../../src/features/notifications/alarm-codes.model.ts';
import type { ProductionType } from '../../../src/features/plants/plants.model.ts';
import { notifyLive } from '../../../src/shared/server/live/notice.ts';
import { inScope, type Scope, type Tx } from '../../../src/shared/server/tenancy.ts';

const HOUR_MS = 3_600_000;

/** A day in a zone where it is between 12 and 13 o'clock: half a day lies behind and half a day ahead, at any hour. */
export interface Noon {
  /** IANA zone. */
  zone: string;
  /** Local midnight before, epoch ms. */
  start: number;
  /** The day, YYYY-MM-DD. */
  date: string;
}

/** The zone of this hour's noon. Ask once, when the story begins: an hour later it is another zone's. */
export function noonDay(now = Date.now()): Noon {
  const east = 12 - new Date(now).getUTCHours();
  const date = new Date(now + east * HOUR_MS).toISOString().slice(0, 10);
  return {
    // These names count westwards.
    zone: east === 0 ? 'Etc/GMT' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`,
    start: Date.parse(`${date}T00:00:00Z`) - east * HOUR_MS,
    date,
  };
}

/** A plant with what its card shows; what is left out is not known. */
export interface LivePlant {
  code: string;
  name?: string;
  comune?: string;
  latitude?: number;
  longitude?: number;
  productionType?: ProductionType;
  potenza_nominale?: number;
  power_kw?: number;
  production?: number;
  irradianza?: number;
  string_w?: boolean;
  error?: boolean;
  warning?: boolean;
  snooze_date?: Date;
  /** Now where nothing is said; null: never. */
  last_reading_at?: Date | null;
  spark_kw?: readonly number[];
}

/**
 * Plants with their live figures as the follower keeps them, in a zone where it is noon. They produce by water where
 * nothing is said, so that no night puts them to sleep. Answers their ids by code.
 */
export async function makeLivePlants(
  pool: pg.Pool,
  scope: Scope,
  plants: readonly LivePlant[],
  { zone, date }: Noon = noonDay(),
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  await inScope(pool, scope, async (tx) => {
    for (const plant of plants) {
      const { rows } = await tx.query<{ id: number }>(
        `insert into plant (company_id, proj_code, name, comune, production_type, potenza_nominale, time_zone, snooze_date,
                            latitude, longitude)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
        [
          scope.company_id,
          plant.code,
          plant.name ?? `Impianto ${plant.code}`,
          plant.comune ?? '',
          plant.productionType ?? 'hydro',
          plant.potenza_nominale ?? null,
          zone,
          plant.snooze_date ?? null,
          plant.latitude ?? null,
          plant.longitude ?? null,
        ],
      );
      const id = rows[0]?.id ?? 0;
      ids.set(plant.code, id);
      await tx.query(
        `insert into plant_live (company_id, plant_id, power_kw, production, irradianza, last_reading_at, error, warning,
                                 string_w, spark_day, spark_kw)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          scope.company_id,
          id,
          plant.power_kw ?? null,
          plant.production ?? null,
          plant.irradianza ?? null,
          plant.last_reading_at === undefined ? new Date() : plant.last_reading_at,
          plant.error ?? false,
          plant.warning ?? false,
          plant.string_w ?? false,
          date,
          plant.spark_kw ?? [],
        ],
      );
    }
  });
  return ids;
}

export interface OpenAlarm {
  plant_id: number;
  device_id?: number;
  code: AlarmCode;
  date: Date;
}

/** Open alarms, and the word of them to the browsers. */
export async function openAlarms(pool: pg.Pool, scope: Scope, alarms: readonly OpenAlarm[]): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    for (const { plant_id, device_id, code, date } of alarms) {
      await tx.query(
        `insert into alarm (company_id, plant_id, device_id, code, type, date) values ($1, $2, $3, $4, $5, $6)`,
        [scope.company_id, plant_id, device_id ?? null, code, ALARM_TYPE[code], date],
      );
    }
    await tellOfAlarms(tx);
  });
}

/** Ends every alarm of a company, and tells the browsers. */
export async function closeAlarms(pool: pg.Pool, scope: Scope): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    await tellOfAlarms(tx);
    await tx.query('update alarm set end_date = now() where end_date is null');
  });
}

async function tellOfAlarms(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ code: string }>(
    `select distinct p.proj_code as code from alarm a join plant p on p.company_id = a.company_id and p.id = a.plant_id
     where a.company_id = $1 and a.end_date is null`,
    [tx.scope.company_id],
  );
  const codes = rows.map((row) => row.code);
  await notifyLive(tx, { company_id: tx.scope.company_id, kind: 'alarms', codes });
}
