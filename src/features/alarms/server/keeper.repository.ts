import type { Tx } from '../../../shared/server/tenancy.ts';
import { ALARM_TYPE, type AlarmCode } from '../alarms.model.ts';
import type { LastValue, WatchedDevice, WatchedPlant } from '../evidence.model.ts';
import type { AlarmParams, StandingAlarm, StoredAlarm } from '../judge.model.ts';

const MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

interface PlantRow extends Omit<WatchedPlant, 'devices'> {
  devices: (Omit<WatchedDevice, 'values'> & { values: LastValue[] | null })[] | null;
}

/** The company's plants with their working devices and the last values that alarms look at. */
export async function listWatchedPlants(tx: Tx): Promise<WatchedPlant[]> {
  const { rows } = await tx.query<PlantRow>(
    `select p.id as plant_id, p.proj_code, p.production_type, p.latitude, p.longitude,
            ${MS('p.created_at')} as created_at, d.devices
     from plant p
     left join lateral (
       select json_agg(json_build_object(
         'device_id', d.id, 'short_name', d.short_name, 'category', d.category, 'interval_s', d.interval_s,
         'polled', d.port_id is not null, 'created_at', ${MS('d.created_at')},
         'last_good_at', ${MS('case when o.q is null then o.ts else (select max(t) from unnest(o.slot_ts) t) end')},
         'values', v.last)) as devices
       from device d
       left join obs_last o on o.company_id = d.company_id and o.device_id = d.id
       left join lateral (
         select json_agg(json_build_object('slot', v.slot, 'name', n.name, 'quantity', n.quantity,
                                           'value', o.vals[v.slot + 1], 'at', ${MS('o.slot_ts[v.slot + 1]')})
                         order by v.slot) as last
         from variable v join variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
         where v.company_id = d.company_id and v.device_id = d.id and v.enabled
           and n.quantity in ('device_state', 'event_code', 'string_current_a', 'irradiance_poa_wm2')
       ) v on true
       where d.company_id = p.company_id and d.plant_id = p.id and d.enabled
     ) d on true
     where p.company_id = $1 order by p.id`,
    [tx.scope.company_id],
    'alarm_watched',
  );
  return rows.map((row) => ({
    ...row,
    devices: (row.devices ?? []).map((device) => ({ ...device, values: device.values ?? [] })),
  }));
}

/** All open alarms of the company. */
export async function listOpenAlarms(tx: Tx): Promise<StoredAlarm[]> {
  const { rows } = await tx.query<StoredAlarm>(
    `select id, plant_id, device_id, code, params, ${MS('date')} as began_at
     from alarm where company_id = $1 and end_date is null order by id`,
    [tx.scope.company_id],
    'alarm_open',
  );
  return rows;
}

/** The same fault of the same thing joins its alarm when that closed within these hours. */
const JOINS_WITHIN_HOURS = 8;

/** Opens an alarm, or its alarm of the last hours again with a higher count. */
export async function openAlarm(tx: Tx, alarm: StandingAlarm, now: Date): Promise<void> {
  const { plant_id, device_id, code, params, began_at } = alarm;
  const same = [tx.scope.company_id, plant_id, device_id, code, JSON.stringify(params)];
  const joined = await tx.query(
    `update alarm set end_date = null, count = count + 1, params = $5::jsonb, version = version + 1
     where company_id = $1 and id = (
       select id from alarm where company_id = $1 and plant_id = $2 and device_id is not distinct from $3::bigint
         and code = $4 and end_date > $6::timestamptz - make_interval(hours => $7)
       order by end_date desc limit 1)`,
    [...same, now, JOINS_WITHIN_HOURS],
  );
  if (joined.rowCount > 0) return;
  await tx.query(
    `insert into alarm (company_id, plant_id, device_id, code, params, type, date)
     values ($1, $2, $3, $4, $5::jsonb, $6, $7) on conflict do nothing`,
    [...same, ALARM_TYPE[code], new Date(began_at)],
  );
}

export async function closeAlarms(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx.query(
    `update alarm set end_date = greatest(date, $3::timestamptz), version = version + 1
     where company_id = $1 and id = any($2::bigint[]) and end_date is null`,
    [tx.scope.company_id, ids, now],
  );
}

export async function changeParams(tx: Tx, id: number, params: AlarmParams): Promise<void> {
  await tx.query(
    'update alarm set params = $3::jsonb, version = version + 1 where company_id = $1 and id = $2',
    [tx.scope.company_id, id, JSON.stringify(params)],
  );
}

/** What alarms make of a plant's card, as stored. */
export interface PlantFlags {
  readonly plant_id: number;
  readonly error: boolean;
  readonly warning: boolean;
  readonly string_w: boolean;
}

export async function listFlags(tx: Tx): Promise<(PlantFlags & { codes: AlarmCode[] })[]> {
  const { rows } = await tx.query<PlantFlags & { codes: AlarmCode[] }>(
    `select l.plant_id, l.error, l.warning, l.string_w,
            array(select a.code from alarm a
                  where a.company_id = l.company_id and a.plant_id = l.plant_id and a.end_date is null) as codes
     from plant_live l where l.company_id = $1`,
    [tx.scope.company_id],
    'alarm_flags',
  );
  return rows;
}

export async function saveFlags(tx: Tx, flags: readonly PlantFlags[]): Promise<void> {
  await tx.query(
    `update plant_live l set error = u.error, warning = u.warning, string_w = u.string_w, updated_at = now()
     from unnest($2::bigint[], $3::bool[], $4::bool[], $5::bool[]) u (plant_id, error, warning, string_w)
     where l.company_id = $1 and l.plant_id = u.plant_id`,
    [
      tx.scope.company_id,
      flags.map((f) => f.plant_id),
      flags.map((f) => f.error),
      flags.map((f) => f.warning),
      flags.map((f) => f.string_w),
    ],
  );
}

/** Ends the snooze of plants. */
export async function endSnooze(tx: Tx, plant_ids: readonly number[], now: Date): Promise<void> {
  await tx.query(
    `update plant set snooze_date = null where company_id = $1 and id = any($2::bigint[]) and snooze_date > $3`,
    [tx.scope.company_id, plant_ids, now],
  );
}
