import { epochMs } from '../../../shared/server/epoch-ms.ts';
import { quickestRhythm, variableRhythm } from '../../../shared/server/rhythm.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { SetRule } from '../alarm-rules.model.ts';
import {
  type LastValue,
  type SilenceReason,
  WATCHED_QUANTITIES,
  type WatchedDevice,
  type WatchedPlant,
  type WatchedPort,
} from '../evaluation/watched.model.ts';

export type PlantFacts = Omit<WatchedPlant, 'ports' | 'devices'>;
export type SlotFacts = Omit<LastValue, 'value' | 'at' | 'failed'>;
export type DeviceFacts = Omit<WatchedDevice, 'last_good_at' | 'reason' | 'values' | 'steps'> & {
  readonly plant_id: number;
  readonly slots: readonly SlotFacts[];
};

export async function listPlantFacts(tx: Tx): Promise<PlantFacts[]> {
  const { rows } = await tx.query<PlantFacts>(
    `select id as plant_id, proj_code, production_type, latitude, longitude, ${epochMs('created_at')} as created_at
     from plants.plant where company_id = $1 order by id`,
    [tx.scope.company_id],
    'alarm_plants',
  );
  return rows;
}

/**
 * The company's working devices with the variables that alarms look at, by slot. Virtual devices are left out: what is
 * calculated, perhaps from another plant, says nothing of whether this one sends. One whose port is switched off is not
 * polled.
 */
export async function listDeviceFacts(tx: Tx): Promise<DeviceFacts[]> {
  const names = await listNames(tx);
  const watched = [...names.values()].filter(({ quantity }) => isWatched(quantity));
  const { rows } = await tx.query<Omit<DeviceFacts, 'slots'> & { slots: SlotRow[] | null }>(
    `select d.plant_id, d.id as device_id, d.short_name, d.category, d.port_id, d.section_id, d.nominal_power,
            coalesce(y.quickest_s, d.interval_s) as rhythm_s,
            coalesce(o.enabled and y.quickest_s is not null, false) as polled, ${epochMs('d.created_at')} as created_at, v.slots
     from plants.device d
     left join plants.port o on o.company_id = d.company_id and o.id = d.port_id
     left join lateral (select ${quickestRhythm('d')} as quickest_s offset 0) y on true
     left join lateral (
       select json_agg(json_build_object('slot', v.slot, 'name_id', v.variable_name_id, 'rhythm_s', ${variableRhythm('v', 'd')},
                'value_table', v.value_table) order by v.slot) as slots
       from plants.variable v
       where v.company_id = $1 and v.device_id = d.id and v.enabled
         and (v.variable_name_id = any($2::bigint[]) or v.value_table is not null)
     ) v on true
     where d.company_id = $1 and d.enabled and not d.template and not d.virtual order by d.plant_id, d.id`,
    [tx.scope.company_id, watched.map(({ id }) => id)],
    'alarm_devices',
  );
  const slotOf = ({ name_id, ...slot }: SlotRow): SlotFacts[] => {
    const name = names.get(name_id);
    return name ? [{ ...slot, name: name.name, quantity: name.quantity, unit: name.unit }] : [];
  };
  return rows.map((row) => ({ ...row, slots: (row.slots ?? []).flatMap(slotOf) }));
}

type NameRow = Pick<SlotFacts, 'name' | 'quantity' | 'unit'> & { readonly id: number };
type SlotRow = Omit<SlotFacts, 'name' | 'quantity' | 'unit'> & { readonly name_id: number };

const isWatched = (quantity: string | null): boolean =>
  WATCHED_QUANTITIES.some((known) => known === quantity);

/** The company's names of variables; by themselves, because a few of them stand for all that its devices have. */
async function listNames(tx: Tx): Promise<Map<number, NameRow>> {
  const { rows } = await tx.query<NameRow>(
    'select id, name, quantity, unit from plants.variable_name where company_id = $1',
    [tx.scope.company_id],
    'alarm_names',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A device's last values as they stand in its row: texts, which are quicker to read than arrays. */
export interface LastRow {
  readonly device_id: number;
  readonly row_at: number;
  readonly last_good_at: number | null;
  readonly vals: string;
  /** Seconds; null where all values are of the row's own instant. */
  readonly slot_at: string | null;
  readonly q: Buffer | null;
}

/** The last values of all devices of the company. */
export async function listLastRows(tx: Tx): Promise<LastRow[]> {
  const { rows } = await tx.query<LastRow>(
    `select o.device_id, ${epochMs('o.ts')} as row_at, o.vals::text as vals, o.q,
            ${epochMs('case when o.q is null then o.ts else (select max(t) from unnest(o.slot_ts) t) end')} as last_good_at,
            case when o.ts = all(o.slot_ts) then null else
              array(select extract(epoch from t)::float8 from unnest(o.slot_ts) with ordinality u (t, i) order by i)::text
            end as slot_at
     from measurements.obs_last o where o.company_id = $1`,
    [tx.scope.company_id],
    'alarm_last',
  );
  return rows;
}

export interface LastMark {
  readonly device_id: number;
  readonly slots: readonly number[] | null;
  readonly start: number;
  readonly end: number;
}

/** What stands declared bad of the last days: a last value that it covers does not count. */
export async function listLastMarks(tx: Tx, now: Date): Promise<LastMark[]> {
  const { rows } = await tx.query<LastMark>(
    `select device_id, slots, ${epochMs('start_at')} as start, ${epochMs('end_at')} as "end" from measurements.reading_mark
     where company_id = $1 and undone_at is null and end_at > $2::timestamptz - interval '2 days'`,
    [tx.scope.company_id, now],
    'alarm_marks',
  );
  return rows;
}

/** Why devices are silent, as acquisition says; those that answer are left out. */
export async function listSilenceReasons(tx: Tx): Promise<Map<number, SilenceReason>> {
  const { rows } = await tx.query<{ device_id: number; reason: SilenceReason }>(
    `select device_id, reason from acquisition.device_health where company_id = $1 and state = 'silent' and reason is not null`,
    [tx.scope.company_id],
    'alarm_silences',
  );
  return new Map(rows.map(({ device_id, reason }) => [device_id, reason]));
}

/** How the company's working ports are. */
export async function listPorts(tx: Tx): Promise<WatchedPort[]> {
  const { rows } = await tx.query<WatchedPort>(
    `select o.id as port_id, o.name, h.connected, h.reason, ${epochMs('h.since')} as since
     from plants.port o left join acquisition.port_health h on h.company_id = o.company_id and h.port_id = o.id
     where o.company_id = $1 and o.enabled`,
    [tx.scope.company_id],
    'alarm_ports',
  );
  return rows;
}

/** What the company set of its alarms. */
export async function listSetRules(tx: Tx): Promise<SetRule[]> {
  const { rows } = await tx.query<SetRule>(
    'select plant_id, device_id, code, enabled, params from alarm_rule where company_id = $1 order by id',
    [tx.scope.company_id],
    'alarm_rules',
  );
  return rows;
}

/** What became of devices and ports that alarms are about and that are watched no more; of what is gone nothing is said. */
export async function listExistingSubjects(
  tx: Tx,
  { device_ids, port_ids }: { device_ids: readonly number[]; port_ids: readonly number[] },
): Promise<{ devices: Set<number>; ports: Set<number>; off: Set<number> }> {
  const { rows } = await tx.query<{ device_id: number | null; port_id: number | null; off: boolean | null }>(
    `select id as device_id, null::bigint as port_id, null::boolean as off from plants.device where company_id = $1 and id = any($2::bigint[])
     union all select null, id, not enabled from plants.port where company_id = $1 and id = any($3::bigint[])`,
    [tx.scope.company_id, device_ids, port_ids],
  );
  return {
    devices: new Set(rows.flatMap(({ device_id }) => device_id ?? [])),
    ports: new Set(rows.flatMap(({ port_id }) => port_id ?? [])),
    off: new Set(rows.flatMap(({ port_id, off }) => (off ? (port_id ?? []) : []))),
  };
}
