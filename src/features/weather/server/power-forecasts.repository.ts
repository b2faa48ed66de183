import { variableRhythm } from '../../../shared/server/rhythm.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { SlotMeta } from '../../measurements/day-row.model.ts';
import type { DeviceCategory, Quantity } from '../../plants/plants.model.ts';
import { JUDGED, type MadeForecast } from '../power.model.ts';
import type { Basis, Source } from '../weather.model.ts';

export interface NewForecast {
  readonly plant_id: number;
  readonly made_on: string;
  readonly made_at: Date;
  readonly first_at: Date;
  readonly source: Source;
  readonly basis: Basis;
  readonly expected_kw: readonly (number | null)[];
}

const NOTHING_YET = Array.from({ length: JUDGED.hours }, () => null);

/** Keeps forecasts as they were made; one of the same day stands as it was. */
export async function keepForecasts(tx: Tx, forecasts: readonly NewForecast[]): Promise<void> {
  const rows = forecasts.map(({ made_at, first_at, ...rest }) => ({
    ...rest,
    made_at: made_at.toISOString(),
    first_at: first_at.toISOString(),
    actual_kw: NOTHING_YET,
  }));
  await tx.query(
    `insert into power_forecast (company_id, plant_id, made_on, made_at, first_at, source, basis, expected_kw, actual_kw)
     select $1, u.plant_id, u.made_on, u.made_at, u.first_at, u.source, u.basis, u.expected_kw, u.actual_kw
     from jsonb_to_recordset($2::jsonb) u (plant_id bigint, made_on date, made_at timestamptz, first_at timestamptz, source text,
       basis text, expected_kw real[], actual_kw real[])
     order by u.plant_id
     on conflict (company_id, plant_id, made_on) do nothing`,
    [tx.scope.company_id, JSON.stringify(rows)],
  );
}

/** Forecasts of a plant that can be judged, of the last days, made from the same source on the same basis. */
export async function listMadeForecasts(
  tx: Tx,
  { plant_id, since, source, basis }: { plant_id: number; since: Date; source: Source; basis: Basis },
): Promise<MadeForecast[]> {
  const { rows } = await tx.query<{ expected_kw: (number | null)[]; actual_kw: (number | null)[] }>(
    `select expected_kw, actual_kw from power_forecast
     where company_id = $1 and plant_id = $2 and first_at >= $3 and source = $4 and basis = $5 order by made_on`,
    [tx.scope.company_id, plant_id, since, source, basis],
    'weather_made_forecasts',
  );
  return rows;
}

/** A forecast whose judged hours are being measured, with the plant's power of today by quarters. */
export interface RunningForecast {
  plant_id: number;
  made_on: string;
  first_ms: number;
  actual_kw: (number | null)[];
  time_zone: string;
  spark_day: string;
  spark_kw: (number | null)[];
}

/** Forecasts of which hours were measured today. */
export async function listRunningForecasts(tx: Tx, now: Date): Promise<RunningForecast[]> {
  const from = JUDGED.from;
  const { rows } = await tx.query<RunningForecast>(
    `select f.plant_id, f.made_on, (extract(epoch from f.first_at) * 1000)::float8 as first_ms, f.actual_kw, p.time_zone,
            l.spark_day, l.spark_kw
     from power_forecast f join plants.plant p on p.company_id = $1 and p.id = f.plant_id
     join overview.plant_live l on l.company_id = $1 and l.plant_id = f.plant_id
     where f.company_id = $1 and l.spark_day is not null
       and f.first_at > $2::timestamptz - make_interval(hours => $3) and f.first_at <= $2::timestamptz - make_interval(hours => $4)`,
    [tx.scope.company_id, now, from + JUDGED.hours + 24, from],
    'weather_running_forecasts',
  );
  return rows;
}

/** A device that tells power, as a plant's sources are chosen among them. */
export interface PowerDevice {
  plant_id: number;
  device_id: number;
  category: DeviceCategory;
  enabled: boolean;
  slots: { slot: number; kind: SlotMeta['kind']; quantity: Quantity; heard: boolean; rhythm_s: number }[];
}

/** Devices of plants that tell power, with what tells it. */
export async function listPowerDevices(tx: Tx, plant_ids: readonly number[]): Promise<PowerDevice[]> {
  const { rows } = await tx.query<PowerDevice>(
    `select d.plant_id, d.id as device_id, d.category, d.enabled and not d.template as enabled,
            jsonb_agg(jsonb_build_object('slot', v.slot, 'kind', n.kind, 'quantity', n.quantity,
              'heard', l.slot_ts[v.slot + 1] is not null, 'rhythm_s', ${variableRhythm('v', 'd')}) order by v.slot) as slots
     from plants.device d join plants.variable v on v.company_id = $1 and v.device_id = d.id
     join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id and n.quantity = 'ac_power_kw'
     left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
     where d.company_id = $1 and d.plant_id = any($2::bigint[])
     group by d.plant_id, d.id, d.category, d.enabled, d.template order by d.plant_id, d.id`,
    [tx.scope.company_id, plant_ids],
    'weather_power_devices',
  );
  return rows;
}

export async function saveActuals(
  tx: Tx,
  forecasts: readonly Pick<RunningForecast, 'plant_id' | 'made_on' | 'actual_kw'>[],
): Promise<void> {
  await tx.query(
    `update power_forecast f set actual_kw = u.actual_kw
     from jsonb_to_recordset($2::jsonb) u (plant_id bigint, made_on date, actual_kw real[])
     where f.company_id = $1 and f.plant_id = u.plant_id and f.made_on = u.made_on`,
    [tx.scope.company_id, JSON.stringify(forecasts)],
  );
}

/** What is too old to say anything of forecasts of now. */
export async function removeOldForecasts(tx: Tx): Promise<void> {
  await tx.query(
    `delete from power_forecast where company_id = $1 and first_at < now() - interval '40 days'`,
    [tx.scope.company_id],
  );
}
