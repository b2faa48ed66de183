import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { isoOrNull } from '../../../shared/server/iso.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Downtime } from '../downtimes.contract.ts';
import type { LossModel } from '../loss.model.ts';
import type { LossDetail } from '../loss-detail.model.ts';

type Written = 'start' | 'stop' | 'device_ids' | 'intervention' | 'alarm_ids';
type Row = Omit<Downtime, Written | 'proposed_stop' | 'loss' | 'created_at' | 'created_by'> & {
  start_at: Date;
  stop_at: Date | null;
  intervention_at: Date | null;
  recovered_at: Date | null;
  created_at: Date;
  created_by: number | null;
  counted_kwh: number | null;
  counted_eur: number | null;
  loss_model: LossModel | null;
  loss_detail: Partial<LossDetail>;
  loss_counted_at: Date | null;
  due: boolean;
};

const COLUMNS = `d.id, p.proj_code, p.name as plant_name, p.time_zone, d.extent, d.section_id, s.name as section_name,
  d.start_at, d.stop_at, d.percentage, d.percentage_by, d.cause_id, d.planned, d.claim_state, d.claim_number, d.insurer,
  d.amount_claimed_eur, d.amount_paid_eur, to_char(d.reported_on, 'YYYY-MM-DD') as reported_on, d.intervention_at,
  d.repair_cost_eur as repair_cost, d.notes, d.energy_hand_kwh as energy_hand, d.earning_hand_eur as earning_hand,
  d.energy_lost_kwh as energy_lost, round(d.earning_lost_eur::numeric, 2)::float8 as earning_lost, d.energy_counted_kwh as counted_kwh,
  d.earning_counted_eur as counted_eur, d.loss_model, d.loss_detail, d.loss_counted_at, d.recovered_at,
  d.loss_asked <> d.loss_answered as due, d.version, d.created_at, d.created_by,
  (select jsonb_build_object('name', c.name, 'kind', c.kind, 'availability', c.availability) from downtime_cause c
   where c.company_id = $1 and c.id = d.cause_id) as cause,
  (select coalesce(jsonb_agg(jsonb_build_object('device_id', v.id, 'short_name', v.short_name) order by v.short_name, v.id), '[]')
   from downtime_device x join plants.device v on v.company_id = $1 and v.id = x.device_id
   where x.company_id = $1 and x.downtime_id = d.id) as devices,
  (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'code', a.code, 'date', a.date, 'end_date', a.end_date)
                             order by a.date, a.id), '[]')
   from downtime_alarm l join alarms.alarm a on a.company_id = $1 and a.id = l.alarm_id
   where l.company_id = $1 and l.downtime_id = d.id) as alarms`;

const SOME_KWH = 1e-9;

/** What priced energy was priced by, kWh. */
function basisOf(tariff_kwh: number, market_kwh: number): Downtime['loss']['basis'] {
  if (tariff_kwh > SOME_KWH && market_kwh > SOME_KWH) return 'mixed';
  if (tariff_kwh > SOME_KWH) return 'tariffs';
  return market_kwh > SOME_KWH ? 'market_price' : null;
}

/** What was lost in hours whose sale has no price of the market. */
function unsoldOf({ unsold = {} }: Row['loss_detail']) {
  const days = Object.values(unsold);
  return {
    unsold_hours: days.reduce((sum, { hours }) => sum + hours, 0),
    unsold_kwh: days.reduce((sum, { kwh }) => sum + kwh, 0),
  };
}

function lossOf(row: Row): Downtime['loss'] {
  const { counted_kwh, counted_eur, loss_model, loss_detail: detail, loss_counted_at, due } = row;
  const unpriced_kwh = detail.unpriced_kwh ?? 0;
  const priced_kwh = (counted_kwh ?? 0) - unpriced_kwh;
  const priced_eur = detail.priced_eur ?? 0;
  // What was counted before each basis was kept was all priced by one.
  const tariff_kwh = detail.tariff_kwh ?? (detail.by_tariff ? priced_kwh : 0);
  const tariff_eur = detail.tariff_eur ?? (detail.by_tariff ? priced_eur : 0);
  return {
    counted_kwh,
    counted_eur,
    due,
    unpriced_kwh,
    model: loss_model,
    model_kwh: detail.model_kwh ?? { sisters: 0, irradiance: 0, expected: 0 },
    uncertainty: detail.uncertainty ?? null,
    hours: detail.hours ?? 0,
    missing_hours: detail.missing_hours ?? 0,
    given_hours: detail.given_hours ?? 0,
    sisters: detail.sister_ids?.length ?? 0,
    inputs: [...(detail.inputs ?? [])],
    power_kw: detail.power_kw ?? null,
    lack: detail.lack ?? null,
    basis: basisOf(tariff_kwh, priced_kwh - tariff_kwh),
    zone: detail.zone ?? null,
    zone_named: detail.zone_named ?? false,
    sold_at_market: detail.sold_at_market ?? false,
    ...unsoldOf(detail),
    priced_eur,
    tariff_eur,
    unpriced_hours: detail.unpriced_hours ?? 0,
    counted_at: isoOrNull(loss_counted_at),
  };
}

/** When one that lasts seems to have ended: when production came back, else when all of its alarms had ended. */
function proposedStop({ stop_at, start_at, recovered_at, alarms }: Row): string | null {
  if (stop_at !== null) return null;
  if (recovered_at !== null) return recovered_at.toISOString();
  const ends = alarms.map(({ end_date }) => (end_date === null ? Number.NaN : Date.parse(end_date)));
  const last = Math.max(...ends);
  return ends.length > 0 && last > start_at.getTime() ? new Date(last).toISOString() : null;
}

function present(row: Row, names: ReadonlyMap<number, string>): Downtime {
  const { start_at, stop_at, intervention_at, recovered_at: _, created_at, created_by, ...rest } = row;
  const {
    counted_kwh: _k,
    counted_eur: _e,
    loss_model: _m,
    loss_detail: _d,
    loss_counted_at: _a,
    due: _u,
    ...own
  } = rest;
  const alarms = own.alarms.map(({ date, end_date, ...alarm }) => ({
    ...alarm,
    date: new Date(date).toISOString(),
    end_date: end_date === null ? null : new Date(end_date).toISOString(),
  }));
  return {
    ...own,
    alarms,
    start: start_at.toISOString(),
    stop: isoOrNull(stop_at),
    device_ids:
      own.extent === 'devices' ? own.devices.map(({ device_id }) => device_id).sort((a, b) => a - b) : [],
    intervention: isoOrNull(intervention_at),
    alarm_ids: alarms.map(({ id }) => id).sort((a, b) => a - b),
    proposed_stop: proposedStop(row),
    loss: lossOf(row),
    created_at: created_at.toISOString(),
    created_by: created_by === null ? null : (names.get(created_by) ?? null),
  };
}

/** Downtimes of these numbers that the scope may see, as they are answered, in any order. */
export async function listDowntimes(tx: Tx, ids: readonly number[]): Promise<Downtime[]> {
  const { rows } = await tx.query<Row>(
    `select ${COLUMNS} from downtime d join plants.plant p on p.company_id = $1 and p.id = d.plant_id
     left join plants.plant_section s on s.company_id = $1 and s.id = d.section_id
     where d.company_id = $1 and d.id = any($2::bigint[])`,
    [tx.scope.company_id, ids],
    'downtimes_rows',
  );
  const names = await listMemberNames(
    tx,
    rows.map(({ created_by }) => created_by),
  );
  return rows.map((row) => present(row, names));
}

/** A plant that the scope may see. */
export async function findPlant(
  tx: Tx,
  proj_code: string,
): Promise<{ id: number; name: string; time_zone: string } | undefined> {
  const { rows } = await tx.query<{ id: number; name: string; time_zone: string }>(
    'select id, name, time_zone from plants.plant where company_id = $1 and proj_code = $2',
    [tx.scope.company_id, proj_code],
    'downtimes_plant',
  );
  return rows[0];
}

/** Where devices stand, of those that the scope may see. */
export async function listPlacesOfDevices(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; plant_id: number; short_name: string }[]> {
  const { rows } = await tx.query<{ id: number; plant_id: number; short_name: string }>(
    'select id, plant_id, short_name from plants.device where company_id = $1 and id = any($2::bigint[])',
    [tx.scope.company_id, ids],
    'downtimes_places',
  );
  return rows;
}

/** A section that the scope may see, with the devices that stand in it. */
export async function findSection(
  tx: Tx,
  id: number,
): Promise<{ plant_id: number; device_ids: number[] } | undefined> {
  const { rows } = await tx.query<{ plant_id: number; device_ids: number[] }>(
    `select s.plant_id, array(select d.id from plants.device d where d.company_id = $1 and d.section_id = $2 order by 1) as device_ids
     from plants.plant_section s where s.company_id = $1 and s.id = $2`,
    [tx.scope.company_id, id],
    'downtimes_section',
  );
  return rows[0];
}

/** Which plants alarms belong to, of those that the scope may see. */
export async function listPlantsOfAlarms(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; plant_id: number }[]> {
  const { rows } = await tx.query<{ id: number; plant_id: number }>(
    'select id, plant_id from alarms.alarm where company_id = $1 and id = any($2::bigint[])',
    [tx.scope.company_id, ids],
    'downtimes_alarms',
  );
  return rows;
}

/** Writes which devices a downtime is about, in place of those that were. */
export async function replaceDevices(tx: Tx, id: number, device_ids: readonly number[]): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query('delete from downtime_device where company_id = $1 and downtime_id = $2', [company_id, id]);
  await tx.query(
    `insert into downtime_device (company_id, downtime_id, device_id)
     select d.company_id, $2::bigint, d.id from plants.device d where d.company_id = $1 and d.id = any($3::bigint[])`,
    [company_id, id, device_ids],
  );
}

/** Writes which alarms a downtime was made from, in place of those that were. */
export async function replaceAlarms(tx: Tx, id: number, alarm_ids: readonly number[]): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query('delete from downtime_alarm where company_id = $1 and downtime_id = $2', [company_id, id]);
  await tx.query(
    `insert into downtime_alarm (company_id, downtime_id, alarm_id)
     select a.company_id, $2::bigint, a.id from alarms.alarm a where a.company_id = $1 and a.id = any($3::bigint[])`,
    [company_id, id, alarm_ids],
  );
}
