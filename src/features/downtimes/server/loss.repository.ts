import { epochMs } from '../../../shared/server/epoch-ms.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { CauseKind } from '../causes.model.ts';
import type { DayLoss, LossModel } from '../loss.model.ts';
import type { LossDetail } from '../loss-detail.model.ts';
import type { Standing } from '../overlap.model.ts';
import type { Extent } from '../power-share.model.ts';

/** A downtime as its losses are worked out. */
export interface CountedDowntime {
  readonly id: number;
  readonly plant_id: number;
  readonly proj_code: string;
  readonly extent: Extent;
  readonly device_ids: readonly number[];
  readonly start: number;
  readonly stop: number | null;
  readonly percentage: number;
  readonly percentage_by: 'devices' | 'hand';
  readonly cause_kind: CauseKind;
  /** How often its figures were asked for: what is asked meanwhile stays to be done. */
  readonly asked: number;
  readonly counted_at: number | null;
  readonly recovered_at: number | null;
  readonly due: boolean;
  readonly market_zone: string;
  /** What stands beside its figures; empty before the first time. */
  readonly detail: Partial<LossDetail>;
}

const DEVICES = `array(select x.device_id from downtime_device x where x.company_id = $1 and x.downtime_id = d.id order by 1)`;

/** A downtime that the scope may see and that is not in the bin. */
export async function findCounted(tx: Tx, id: number): Promise<CountedDowntime | undefined> {
  const { rows } = await tx.query<CountedDowntime>(
    `select d.id, d.plant_id, p.proj_code, d.extent, ${DEVICES} as device_ids, ${epochMs('d.start_at')} as start,
            ${epochMs('d.stop_at')} as stop, d.percentage, d.percentage_by, c.kind as cause_kind, ${epochMs('d.loss_counted_at')} as counted_at,
            ${epochMs('d.recovered_at')} as recovered_at, d.loss_asked as asked, d.loss_asked <> d.loss_answered as due, coalesce(m.market_zone, '') as market_zone,
            d.loss_detail as detail
     from downtime d join plants.plant p on p.company_id = $1 and p.id = d.plant_id
     join downtime_cause c on c.company_id = $1 and c.id = d.cause_id
     left join plants.plant_master_data m on m.company_id = $1 and m.plant_id = d.plant_id
     where d.company_id = $1 and d.id = $2 and d.deleted_at is null`,
    [tx.scope.company_id, id],
    'downtimes_counted',
  );
  return rows[0];
}

/** Lets counts of a downtime keep their figures one after the other. */
export async function lockCounted(tx: Tx, id: number): Promise<void> {
  await tx.query('select id from downtime where company_id = $1 and id = $2 for no key update', [
    tx.scope.company_id,
    id,
  ]);
}

/** A downtime of one of several plants. */
export type StandingOfPlant = Standing & {
  readonly plant_id: number;
  readonly percentage: number;
  readonly percentage_by: 'devices' | 'hand';
};

/** All downtimes of plants that touch a window (epoch ms, half-open). */
export async function listStanding(
  tx: Tx,
  { plant_ids, start, end }: { plant_ids: readonly number[]; start: number; end: number },
): Promise<StandingOfPlant[]> {
  const { rows } = await tx.query<{
    id: number;
    plant_id: number;
    extent: Extent;
    device_ids: number[];
    start: number;
    stop: number | null;
    unheard: boolean;
    percentage: number;
    percentage_by: 'devices' | 'hand';
  }>(
    `select d.id, d.plant_id, d.extent, d.percentage, d.percentage_by, ${DEVICES} as device_ids, ${epochMs('d.start_at')} as start, ${epochMs('d.stop_at')} as stop,
            c.kind = 'communication' as unheard
     from downtime d join downtime_cause c on c.company_id = $1 and c.id = d.cause_id
     where d.company_id = $1 and d.plant_id = any($2::bigint[]) and d.start_at < $4 and (d.stop_at is null or d.stop_at > $3)
       and d.deleted_at is null`,
    [tx.scope.company_id, plant_ids, new Date(start), new Date(end)],
    'downtimes_standing',
  );
  return rows.map(({ extent, device_ids, ...row }) => ({
    ...row,
    device_ids: extent === 'plant' ? null : new Set(device_ids),
  }));
}

/**
 * Says that the figures of all downtimes of a plant that touch an interval are to be worked out anew: they share its devices, or take
 * them as a measure.
 */
export async function markDue(
  tx: Tx,
  { plant_id, start, stop }: { plant_id: number; start: Date; stop: Date | null },
): Promise<void> {
  await tx.query(
    `update downtime set loss_asked = loss_asked + 1
     where company_id = $1 and plant_id = $2 and ($4::timestamptz is null or start_at < $4)
       and (stop_at is null or stop_at > $3)`,
    [tx.scope.company_id, plant_id, start, stop],
  );
}

/**
 * Says that the figures of all downtimes of a cause are to be worked out anew, and of those that overlap one of them: the kind of a
 * cause says which of two counts the hours that they share. A cause is the company's: plants that the scope may not see are meant too.
 */
export async function markOfCause(tx: Tx, cause_id: number): Promise<void> {
  const mark = () =>
    tx.query(
      `update downtime d set loss_asked = d.loss_asked + 1
       where d.company_id = $1 and (d.cause_id = $2 or exists (
         select from downtime o
         where o.company_id = $1 and o.cause_id = $2 and o.plant_id = d.plant_id and (o.stop_at is null or o.stop_at > d.start_at)
           and (d.stop_at is null or d.stop_at > o.start_at)))`,
      [tx.scope.company_id, cause_id],
    );
  await withEveryPlant(tx, mark);
}

/**
 * Downtimes whose figures are to be worked out, those of which something changed first; `lastingBefore`: and those that were counted
 * before it while they lasted, or within an hour of their end: an hour counts once it is over.
 */
export async function listDue(
  tx: Tx,
  { lastingBefore, limit }: { lastingBefore: Date | null; limit: number },
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select d.id from downtime d
     where d.company_id = $1 and d.deleted_at is null and (d.loss_asked <> d.loss_answered
       or (d.loss_counted_at < $2 and (d.stop_at is null or d.stop_at > d.loss_counted_at - interval '1 hour')))
     order by d.loss_asked <> d.loss_answered desc, d.loss_counted_at nulls first, d.id limit $3`,
    [tx.scope.company_id, lastingBefore, limit],
    'downtimes_due',
  );
  return rows.map(({ id }) => id);
}

/** Marks downtimes whose plant's expected energy was made anew on a day of theirs since they were counted. */
export async function markChangedDays(tx: Tx): Promise<void> {
  await tx.query(
    `update downtime d set loss_asked = d.loss_asked + 1
     where d.company_id = $1 and d.loss_asked = d.loss_answered and d.loss_counted_at is not null and exists (
       select from forecast.expected_day e where e.company_id = $1 and e.plant_id = d.plant_id
         and e.day >= (d.start_at at time zone 'UTC')::date - 1
         and e.day <= (coalesce(d.stop_at, d.loss_counted_at) at time zone 'UTC')::date + 1
         and e.made_at > d.loss_counted_at)`,
    [tx.scope.company_id],
    'downtimes_changed_days',
  );
}

/**
 * Marks downtimes whose plant has been said to lie in another zone of the market since they were counted, or has other tariffs; and those
 * that were priced by tariffs before their sale was counted.
 */
export async function markMoved(tx: Tx, national: string): Promise<void> {
  await tx.query(
    `update downtime d set loss_asked = d.loss_asked + 1
     where d.company_id = $1 and d.loss_asked = d.loss_answered and (d.loss_detail ->> 'zone' <>
       coalesce(nullif((select m.market_zone from plants.plant_master_data m where m.company_id = $1 and m.plant_id = d.plant_id), ''), $2)
       or d.loss_detail ? 'zone' and coalesce(d.loss_detail ->> 'tariffs', '') <> coalesce((
         select string_agg(t.id || ':' || t.version, ',' order by t.id) from revenues.tariff t
         where t.company_id = $1 and t.plant_id = d.plant_id), '')
       or d.loss_detail ->> 'by_tariff' = 'true' and not d.loss_detail ? 'unsold')`,
    [tx.scope.company_id, national],
    'downtimes_moved',
  );
}

/** Marks downtimes that take prices of a zone and lie in a stretch of hours whose prices have come; `national`: also those of plants without one. */
export async function markPriced(
  tx: Tx,
  { zone, national, start, end }: { zone: string; national: boolean; start: Date; end: Date },
): Promise<void> {
  await tx.query(
    `update downtime d set loss_asked = d.loss_asked + 1
     where d.company_id = $1 and d.loss_asked = d.loss_answered and d.start_at < $5 and (d.stop_at is null or d.stop_at > $4)
       and coalesce(nullif((select m.market_zone from plants.plant_master_data m where m.company_id = $1 and m.plant_id = d.plant_id), ''),
                    case when $3 then $2 end) = $2`,
    [tx.scope.company_id, zone, national, start, end],
    'downtimes_priced',
  );
}

/** Keeps what days of a downtime lost, in place of what was kept of them. */
export async function saveDays(
  tx: Tx,
  { id }: { readonly id: number },
  days: readonly DayLoss[],
): Promise<void> {
  if (days.length === 0) return;
  await tx.query(
    `insert into downtime_day (company_id, downtime_id, plant_id, day, energy_kwh, paired_kwh, hours, missing_hours, given_hours,
                               model_kwh, uncertain_kwh, priced_eur, unpriced_hours, unpriced_kwh, by_tariff)
     select d.company_id, d.id, d.plant_id, u.day, u.energy_kwh, u.paired_kwh, u.hours, u.missing_hours, u.given_hours,
            u.model_kwh::float8[], u.uncertain_kwh, u.priced_eur, u.unpriced_hours, u.unpriced_kwh, u.by_tariff
     from unnest($3::date[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[], $9::text[], $10::float8[],
                 $11::float8[], $12::float8[], $13::float8[], $14::boolean[])
       u (day, energy_kwh, paired_kwh, hours, missing_hours, given_hours, model_kwh, uncertain_kwh, priced_eur, unpriced_hours,
          unpriced_kwh, by_tariff)
     join downtime d on d.company_id = $1 and d.id = $2
     on conflict (company_id, downtime_id, day) do update set
       energy_kwh = excluded.energy_kwh, paired_kwh = excluded.paired_kwh, hours = excluded.hours,
       missing_hours = excluded.missing_hours, given_hours = excluded.given_hours, model_kwh = excluded.model_kwh,
       uncertain_kwh = excluded.uncertain_kwh, priced_eur = excluded.priced_eur, unpriced_hours = excluded.unpriced_hours,
       unpriced_kwh = excluded.unpriced_kwh, by_tariff = excluded.by_tariff`,
    [
      tx.scope.company_id,
      id,
      days.map(({ day }) => day),
      days.map(({ energy_kwh }) => energy_kwh),
      days.map(({ paired_kwh }) => paired_kwh),
      days.map(({ hours }) => hours),
      days.map(({ missing_hours }) => missing_hours),
      days.map(({ given_hours }) => given_hours),
      days.map(({ model_kwh }) => `{${model_kwh.join(',')}}`),
      days.map(({ uncertain_kwh }) => uncertain_kwh),
      days.map(({ priced_eur }) => priced_eur),
      days.map(({ unpriced_hours }) => unpriced_hours),
      days.map(({ unpriced_kwh }) => unpriced_kwh),
      days.map(({ by_tariff }) => by_tariff),
    ],
  );
}

/** Drops days that a downtime no longer touches. */
export async function dropDaysOutside(
  tx: Tx,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<void> {
  await tx.query(
    'delete from downtime_day where company_id = $1 and downtime_id = $2 and (day < $3 or day > $4)',
    [tx.scope.company_id, id, from, to],
  );
}

/** What is kept of a downtime's days, ascending. */
export async function listDays(tx: Tx, id: number): Promise<DayLoss[]> {
  const { rows } = await tx.query<DayLoss>(
    `select day, energy_kwh, paired_kwh, hours, missing_hours, given_hours, model_kwh, uncertain_kwh, priced_eur, unpriced_hours,
            unpriced_kwh, by_tariff
     from downtime_day where company_id = $1 and downtime_id = $2 order by day`,
    [tx.scope.company_id, id],
    'downtimes_days',
  );
  return rows;
}

export interface CountedLoss {
  readonly id: number;
  /** What was asked when it was begun. */
  readonly asked: number;
  readonly model: LossModel | null;
  readonly energy_kwh: number | null;
  readonly earning_eur: number | null;
  readonly detail: LossDetail;
  readonly counted_at: Date;
  readonly recovered_at: Date | null;
}

/** Keeps what a downtime lost. Its version stays: nobody who edits it meets a conflict with the program. */
export async function saveLoss(tx: Tx, loss: CountedLoss): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(
    `update downtime set loss_model = $4, energy_counted_kwh = $5, earning_counted_eur = $6, loss_detail = $7, loss_counted_at = $8,
            recovered_at = $9, loss_answered = $3
     where company_id = $1 and id = $2`,
    [
      company_id,
      loss.id,
      loss.asked,
      loss.model,
      loss.energy_kwh,
      loss.earning_eur,
      JSON.stringify(loss.detail),
      loss.counted_at,
      loss.recovered_at,
    ],
  );
}

/** Devices of a plant with what is known of their power. */
export interface DevicePower {
  readonly plant_id: number;
  readonly device_id: number;
  readonly section_id: number | null;
  readonly power_kw: number | null;
}

/** Devices of plants, and the nominal power of each plant. */
export async function listDevicePowers(
  tx: Tx,
  plant_ids: readonly number[],
): Promise<{ devices: DevicePower[]; nominal_kw: Map<number, number | null> }> {
  const { rows } = await tx.query<DevicePower>(
    `select d.plant_id, d.id as device_id, d.section_id,
            coalesce(d.nominal_power, d.kw_peak, d.panel_watt * d.number_of_panels / 1000) as power_kw
     from plants.device d where d.company_id = $1 and d.plant_id = any($2::bigint[]) and not d.template order by d.id`,
    [tx.scope.company_id, plant_ids],
    'downtimes_devices',
  );
  const plants = await tx.query<{ id: number; nominal_kw: number | null }>(
    'select id, potenza_nominale as nominal_kw from plants.plant where company_id = $1 and id = any($2::bigint[])',
    [tx.scope.company_id, plant_ids],
    'downtimes_plant_power',
  );
  return { devices: rows, nominal_kw: new Map(plants.rows.map((row) => [row.id, row.nominal_kw])) };
}
