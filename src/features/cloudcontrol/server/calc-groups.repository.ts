import { plantFilter, type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { CatalogueEntry } from '../../plants/plants.model.ts';
import type { Operation } from '../calculation.model.ts';

export interface ShownVariable {
  device_id: number;
  proj_code: string;
  plant_name: string;
  short_name: string;
  name: string;
  label_en: string;
  label_it: string;
  unit: string;
  deleted: boolean;
}

export interface ShownGroup extends ShownVariable {
  id: number;
  variable_id: number;
  group_name: string;
  description: string;
  operation: Operation;
  kind: CatalogueEntry['kind'];
  decimals: number;
  interval_s: number;
  input_count: number;
  past_days: number;
  past_left: number;
  version: number;
  value: number | null;
  at: Date | null;
  state: number;
}

export interface ShownInput extends ShownVariable {
  calc_group_id: number;
  variable_id: number;
  position: number;
}

const SHOWN = `v.device_id, p.proj_code, p.name as plant_name, d.short_name, n.name, n.label_en, n.label_it,
  coalesce(v.unit, n.unit) as unit, (d.deleted_at is not null or v.deleted_at is not null) as deleted`;
// Row by row through the keys: without statistics a plain join would compare each with all.
const VARIABLE = (of: string) => `
  cross join lateral (select * from plants.device where company_id = $1 and id = ${of}.device_id offset 0) d
  cross join lateral (select * from plants.plant where company_id = $1 and id = d.plant_id offset 0) p
  cross join lateral (select * from plants.variable where company_id = $1 and id = ${of}.variable_id offset 0) v
  cross join lateral (
    select * from plants.variable_name where company_id = $1 and id = v.variable_name_id offset 0) n`;

/** As many groups as a company may keep. */
export const MAX_GROUPS = 2000;
/** As many inputs as they may have, all together: they are listed with their inputs. */
export const MAX_ALL_INPUTS = 20_000;

/**
 * Groups that the scope may see: those of whose device and inputs it sees every plant. By name. Demands `showBin`.
 * @param id only this one
 */
export async function listShownGroups(tx: Tx, id: number | null = null): Promise<ShownGroup[]> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<ShownGroup>(
      `select g.id, g.variable_id, g.name as group_name, g.description, g.operation, g.input_count, g.past_days, g.version,
            ${SHOWN}, n.kind, coalesce(v.decimals, n.decimals) as decimals, d.interval_s,
            (select count(*)::int from calc_due c where c.company_id = $1 and c.device_id = g.device_id and c.past) as past_left,
            o.vals[v.slot + 1] as value, o.slot_ts[v.slot + 1] as at,
            coalesce(case when v.slot < length(o.q) then get_byte(o.q, v.slot) end,
                     case when o.slot_ts[v.slot + 1] is null then 3 else 0 end) as state
     from calc_group g ${VARIABLE('g')}
     left join measurements.obs_last o on o.company_id = g.company_id and o.device_id = g.device_id
     where g.company_id = $1 and ($3::bigint is null or g.id = $3)
       and ($2::bigint[] is null or (d.plant_id = any($2) and not exists (
         select from calc_group_input i join plants.device f on f.company_id = i.company_id and f.id = i.device_id
         where i.company_id = $1 and i.calc_group_id = g.id and not f.plant_id = any($2))))
     order by lower(g.name), g.id limit ${MAX_GROUPS}`,
      [tx.scope.company_id, plantFilter(tx.scope), id],
      'calc_groups_shown',
    );
    return rows;
  });
}

/** The inputs of groups in their order. Demands `showBin`. */
export async function listShownInputs(tx: Tx, ids: readonly number[]): Promise<ShownInput[]> {
  const { rows } = await tx.query<ShownInput>(
    `select i.calc_group_id, i.variable_id, i.position, ${SHOWN} from calc_group_input i ${VARIABLE('i')}
     where i.company_id = $1 and i.calc_group_id = any($2::bigint[]) order by i.calc_group_id, i.position`,
    [tx.scope.company_id, ids],
    'calc_inputs_shown',
  );
  return rows;
}

/** Which groups take these variables, by variable. */
export async function listTakers(tx: Tx, variable_ids: readonly number[]): Promise<Map<number, string[]>> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ variable_id: number; names: string[] }>(
      `select i.variable_id, array_agg(g.name order by lower(g.name)) as names
     from calc_group_input i join calc_group g on g.company_id = i.company_id and g.id = i.calc_group_id
     where i.company_id = $1 and i.variable_id = any($2::bigint[]) group by 1`,
      [tx.scope.company_id, variable_ids],
    );
    return new Map(rows.map(({ variable_id, names }) => [variable_id, names]));
  });
}

export interface GroupFields {
  name: string;
  description: string;
  operation: Operation;
  device_id: number;
  variable_id: number;
  input_count: number;
  step_s: number;
}

/** Whether another group of the company has this name. */
export async function hasName(tx: Tx, name: string, but: number | null): Promise<boolean> {
  return withEveryPlant(tx, async () => {
    const { rowCount } = await tx.query(
      'select from calc_group where company_id = $1 and name = $2 and id is distinct from $3::bigint',
      [tx.scope.company_id, name, but],
    );
    return rowCount > 0;
  });
}

export async function countGroups(tx: Tx): Promise<number> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ count: number }>(
      'select count(*)::int as count from calc_group where company_id = $1',
      [tx.scope.company_id],
    );
    return rows[0]?.count ?? 0;
  });
}

/** Inputs of all groups of the company. */
export async function countInputs(tx: Tx): Promise<number> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ count: number }>(
      'select count(*)::int as count from calc_group_input where company_id = $1',
      [tx.scope.company_id],
    );
    return rows[0]?.count ?? 0;
  });
}

/** Keeps a group; answers its id. */
export async function insertGroup(tx: Tx, group: GroupFields): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into calc_group (company_id, name, description, operation, device_id, variable_id, input_count, step_s)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [tx.scope.company_id, ...valuesOf(group)],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no group was kept');
  return id;
}

const valuesOf = (group: GroupFields) => [
  group.name,
  group.description,
  group.operation,
  group.device_id,
  group.variable_id,
  group.input_count,
  group.step_s,
];

export async function updateGroup(tx: Tx, id: number, group: GroupFields): Promise<void> {
  await tx.query(
    `update calc_group set name = $3, description = $4, operation = $5, device_id = $6, variable_id = $7,
            input_count = $8, step_s = $9, version = version + 1
     where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, ...valuesOf(group)],
  );
}

/** Changes what a group is called, and nothing that its results hang on. */
export async function updateTexts(
  tx: Tx,
  id: number,
  { name, description }: Pick<GroupFields, 'name' | 'description'>,
): Promise<void> {
  await tx.query(
    `update calc_group set name = $3, description = $4, version = version + 1 where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, name, description],
  );
}

/** Puts inputs in the place of those that a group had. */
export async function replaceInputs(
  tx: Tx,
  id: number,
  inputs: readonly { device_id: number; variable_id: number }[],
): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query('delete from calc_group_input where company_id = $1 and calc_group_id = $2', [
    company_id,
    id,
  ]);
  await tx.query(
    `insert into calc_group_input (company_id, calc_group_id, position, device_id, variable_id)
     select c.id_client, $2, i - 1, d, v
     from companies.company c, unnest($3::bigint[], $4::bigint[]) with ordinality as u(d, v, i) where c.id_client = $1`,
    [company_id, id, inputs.map((one) => one.device_id), inputs.map((one) => one.variable_id)],
  );
}

/** Deletes a group and puts its variable into the bin; days that nothing is calculated for are due no more. */
export async function deleteGroup(
  tx: Tx,
  { id, device_id }: { id: number; device_id: number },
): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query('delete from calc_group where company_id = $1 and id = $2', [company_id, id]);
  await tx.query(
    `delete from calc_due c where company_id = $1 and device_id = $2
       and not exists (select from calc_group g where g.company_id = $1 and g.device_id = c.device_id)`,
    [company_id, device_id],
  );
}
