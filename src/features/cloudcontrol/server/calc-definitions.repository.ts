import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { knownZone } from '../../../shared/units/zones.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import type { Operation } from '../calculation.model.ts';

/** An input as its values are read. */
export interface StoredInput {
  readonly device_id: number;
  readonly variable_id: number;
  readonly slot: number;
  readonly unit: string;
  /** Whose silence may be sleep. */
  readonly plant_id: number;
  readonly category: DeviceCategory;
  readonly production_type: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** A group as it is calculated. */
export interface StoredGroup {
  readonly id: number;
  readonly name: string;
  readonly device_id: number;
  readonly variable_id: number;
  readonly operation: Operation;
  readonly unit: string;
  readonly slot: number;
  /** How many inputs it was saved with. */
  readonly input_count: number;
  /** The rhythm that its results were made for, and that of its device now. */
  readonly step_s: number;
  readonly interval_s: number;
  readonly time_zone: string;
  readonly inputs: readonly StoredInput[];
}

/**
 * The groups of the company whose results can be stored: those whose virtual device or variable lies in the bin are left
 * out. Inputs in their order, deleted ones too. Row by row through the keys: without statistics a plain join of ten
 * thousand inputs would compare each with all. Demands `showBin`.
 */
export async function listStoredGroups(tx: Tx): Promise<StoredGroup[]> {
  return withEveryPlant(tx, async () => {
    const [groups, inputs] = await Promise.all([
      tx.query<Omit<StoredGroup, 'inputs'>>(
        `select g.id, g.name, g.device_id, g.variable_id, g.operation, coalesce(v.unit, n.unit) as unit, v.slot,
              g.input_count, g.step_s, d.interval_s, p.time_zone
       from calc_group g
       cross join lateral (
         select * from plants.device where company_id = $1 and id = g.device_id and deleted_at is null offset 0) d
       cross join lateral (select * from plants.plant where company_id = $1 and id = d.plant_id offset 0) p
       cross join lateral (
         select * from plants.variable where company_id = $1 and id = g.variable_id and deleted_at is null offset 0) v
       cross join lateral (select * from plants.variable_name where company_id = $1 and id = v.variable_name_id offset 0) n
       where g.company_id = $1 order by g.id`,
        [tx.scope.company_id],
        'calc_groups_stored',
      ),
      tx.query<StoredInput & { calc_group_id: number }>(
        `select i.calc_group_id, i.device_id, i.variable_id, v.slot, coalesce(v.unit, n.unit) as unit, d.plant_id, d.category,
              p.production_type, p.latitude, p.longitude
       from calc_group_input i
       cross join lateral (select * from plants.device where company_id = $1 and id = i.device_id offset 0) d
       cross join lateral (select * from plants.plant where company_id = $1 and id = d.plant_id offset 0) p
       cross join lateral (select * from plants.variable where company_id = $1 and id = i.variable_id offset 0) v
       cross join lateral (select * from plants.variable_name where company_id = $1 and id = v.variable_name_id offset 0) n
       where i.company_id = $1 order by i.calc_group_id, i.position`,
        [tx.scope.company_id],
        'calc_inputs_stored',
      ),
    ]);
    const byGroup = Map.groupBy(inputs.rows, (input) => input.calc_group_id);
    return groups.rows.map((group) => ({
      ...group,
      time_zone: knownZone(group.time_zone),
      inputs: byGroup.get(group.id) ?? [],
    }));
  });
}

/**
 * Says in a word which definitions are stored, and where their results go: another word means others. Cheaper by far than
 * to read them. Demands `showBin`.
 */
export async function stampOfGroups(tx: Tx): Promise<string> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ stamp: string }>(
      `select md5(coalesce(string_agg(concat_ws('/', g.id, g.version, v.id, v.slot, v.deleted_at), ' ' order by g.id), '')) as stamp
     from calc_group g
     cross join lateral (select * from plants.variable where company_id = $1 and id = g.variable_id offset 0) v
     where g.company_id = $1`,
      [tx.scope.company_id],
      'calc_groups_stamp',
    );
    return rows[0]?.stamp ?? '';
  });
}
