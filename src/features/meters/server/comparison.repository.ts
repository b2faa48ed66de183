import type { Tx } from '../../../shared/server/tenancy.ts';
import type { SourceDevice, SourceSlot } from '../../measurements/plant-series.model.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import type { StatedEnergy } from '../comparison.model.ts';

export interface ComparedPlant {
  plant_id: number;
  production_type: string;
  latitude: number | null;
  longitude: number | null;
}

/** Where plants lie, which says when their inverters rest. */
export async function listComparedPlants(tx: Tx, plant_ids: readonly number[]): Promise<ComparedPlant[]> {
  const { rows } = await tx.query<ComparedPlant>(
    `select p.id as plant_id, p.production_type, p.latitude, p.longitude from plants.plant p
     where p.company_id = $1 and p.id = any($2::bigint[])`,
    [tx.scope.company_id, plant_ids],
  );
  return rows;
}

interface ComparedSlot extends SourceSlot {
  readonly name: string;
}

export interface ComparedDevice extends SourceDevice {
  readonly device_id: number;
  readonly plant_id: number;
  readonly section_id: number | null;
  readonly short_name: string;
  readonly slots: readonly ComparedSlot[];
}

/** The devices of plants that tell power or energy, those that were switched off too: they keep their past. */
export async function listComparedDevices(tx: Tx, plant_ids: readonly number[]): Promise<ComparedDevice[]> {
  const { rows } = await tx.query<{
    device_id: number;
    plant_id: number;
    section_id: number | null;
    short_name: string;
    category: DeviceCategory;
    enabled: boolean;
    slots: ComparedSlot[] | null;
  }>(
    `select d.id as device_id, d.plant_id, d.section_id, d.short_name, d.category, d.enabled and not d.template as enabled, v.slots
     from plants.device d
     left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
     cross join lateral (
       select json_agg(json_build_object('slot', v.slot, 'quantity', n.quantity, 'kind', n.kind, 'name', n.name,
                'heard', l.slot_ts[v.slot + 1] is not null) order by v.slot) as slots
       from plants.variable v join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
       where v.company_id = $1 and v.device_id = d.id
         and n.quantity in ('ac_power_kw', 'energy_export_kwh', 'energy_import_kwh')) v
     where d.company_id = $1 and d.plant_id = any($2::bigint[]) and v.slots is not null order by d.id`,
    [tx.scope.company_id, plant_ids],
  );
  return rows.map(({ slots, ...row }) => ({ ...row, slots: slots ?? [] }));
}

export interface StatementRow extends StatedEnergy {
  readonly meter_id: number;
  readonly source: 'distributor' | 'gse';
  readonly imported_as: string;
  readonly imported_at: Date;
}

/** What was stated of meters in a month, by day. */
export async function listStatements(
  tx: Tx,
  meter_ids: readonly number[],
  month: string,
): Promise<StatementRow[]> {
  const { rows } = await tx.query<StatementRow>(
    `select meter_id, source, span, starts_on::text as starts_on, kwh, imported_as, imported_at from energy_meter_statement
     where company_id = $1 and meter_id = any($2::bigint[]) and starts_on >= $3::date
       and starts_on < ($3::date + interval '1 month')
     order by meter_id, source, span, starts_on`,
    [tx.scope.company_id, meter_ids, `${month}-01`],
  );
  return rows;
}

export interface NewStatement extends StatedEnergy {
  readonly meter_id: number;
  readonly plant_id: number;
}

/** Keeps what a party states; what it stated before of the same month or day is replaced. */
export async function saveStatements(
  tx: Tx,
  lines: readonly NewStatement[],
  said: { source: string; imported_as: string; now: Date },
): Promise<void> {
  const { company_id, user_id } = tx.scope;
  await tx.query(
    `insert into energy_meter_statement (company_id, meter_id, source, span, starts_on, plant_id, kwh, imported_by, imported_as,
       imported_at)
     select $1, u.meter_id, $2, u.span, u.starts_on, u.plant_id, u.kwh, $3, $4, $5
     from jsonb_to_recordset($6::jsonb) u (meter_id bigint, span text, starts_on date, plant_id bigint, kwh float8)
     on conflict (company_id, meter_id, source, span, starts_on) do update
       set kwh = excluded.kwh, imported_by = excluded.imported_by, imported_as = excluded.imported_as,
         imported_at = excluded.imported_at`,
    [company_id, said.source, user_id, said.imported_as, said.now, JSON.stringify(lines)],
  );
}
