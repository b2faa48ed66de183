import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { MAX_CATEGORIES, MAX_GROUPS, MAX_NAMES, MAX_TAGS } from '../../plants/catalogue.model.ts';
import type { Tag } from '../../plants/variable-names.contract.ts';
import type { UsedCategory, UsedGroup, UsedName, UsedTag } from '../catalogue.contract.ts';

// Whatever a list counts is counted over all plants of the company: who may delete a word must know what uses it.
// Deleted devices and variables count apart, and only in a transaction that sees them.

export async function listUsedNames(tx: Tx): Promise<UsedName[]> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<UsedName>(
      `select n.id, n.name, n.label_en, n.label_it, n.unit, n.decimals, n.colour, n.group_name, n.kind, n.quantity, n.version,
            coalesce(u.variables, 0) as variables, coalesce(u.devices, 0) as devices, coalesce(u.binned, 0) as binned
     from plants.variable_name n
     left join plants.variable_group g on g.company_id = n.company_id and g.name = n.group_name
     left join (
       select v.variable_name_id, count(*) filter (where live)::int as variables,
              count(distinct v.device_id) filter (where live)::int as devices, count(*) filter (where not live)::int as binned
       from plants.variable v join plants.device d on d.company_id = v.company_id and d.id = v.device_id
       cross join lateral (select v.deleted_at is null and d.deleted_at is null as live) l
       where v.company_id = $1 group by v.variable_name_id
     ) u on u.variable_name_id = n.id
     where n.company_id = $1 order by g.position nulls last, n.group_name, n.name limit ${MAX_NAMES}`,
      [tx.scope.company_id],
      'used_names',
    );
    return rows;
  });
}

export async function listCategories(tx: Tx): Promise<UsedCategory[]> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<UsedCategory>(
      `select c.id, c.name, c.label_en, c.label_it, c.kind, c.version,
            count(d.id) filter (where d.deleted_at is null)::int as devices,
            count(d.id) filter (where d.deleted_at is not null)::int as binned
     from plants.device_category c left join plants.device d on d.company_id = c.company_id and d.category_id = c.id
     where c.company_id = $1 group by c.id, c.name, c.label_en, c.label_it, c.kind, c.version order by c.name limit ${MAX_CATEGORIES}`,
      [tx.scope.company_id],
      'used_categories',
    );
    return rows;
  });
}

export async function countDevices(
  tx: Tx,
  category_id: number,
): Promise<{ devices: number; binned: number }> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ devices: number; binned: number }>(
      `select count(*) filter (where deleted_at is null)::int as devices,
            count(*) filter (where deleted_at is not null)::int as binned
     from plants.device where company_id = $1 and category_id = $2`,
      [tx.scope.company_id, category_id],
    );
    return rows[0] ?? { devices: 0, binned: 0 };
  });
}

export interface GroupUse {
  names: number;
  variables: number;
  binned: number;
}

// Each table is read once, however many groups there are.
const GROUPS = `
  select g.id, g.name, g.label_en, g.label_it, g.colour, g.position, g.version,
         coalesce(n.names, 0) as names, coalesce(v.variables, 0) as variables, coalesce(v.binned, 0) as binned
  from plants.variable_group g
  left join (select group_name, count(*)::int as names from plants.variable_name where company_id = $1 group by group_name) n
    on n.group_name = g.name
  left join (select group_name, count(*) filter (where deleted_at is null)::int as variables,
                    count(*) filter (where deleted_at is not null)::int as binned
             from plants.variable where company_id = $1 and group_name is not null group by group_name) v
    on v.group_name = g.name
  where g.company_id = $1`;

export async function listGroups(tx: Tx): Promise<UsedGroup[]> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<UsedGroup>(
      `${GROUPS} order by g.position, g.name limit ${MAX_GROUPS}`,
      [tx.scope.company_id],
      'used_groups',
    );
    return rows;
  });
}

export async function countGroupUse(tx: Tx, id: number): Promise<GroupUse> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<UsedGroup>(`${GROUPS} and g.id = $2`, [tx.scope.company_id, id]);
    const { names = 0, variables = 0, binned = 0 } = rows[0] ?? {};
    return { names, variables, binned };
  });
}

export async function findLastPosition(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ last: number }>(
    'select coalesce(max(position), 0)::int as last from plants.variable_group where company_id = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.last ?? 0;
}

export async function listUsedTags(tx: Tx): Promise<UsedTag[]> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<UsedTag>(
      `select g.id, g.name, g.colour, g.description, g.version,
            (select count(*)::int from plants.device_tag t join plants.device d on d.company_id = t.company_id and d.id = t.device_id
             where t.company_id = $1 and t.tag_id = g.id) as devices
     from plants.tag g where g.company_id = $1 order by lower(g.name), g.id limit ${MAX_TAGS}`,
      [tx.scope.company_id],
      'used_tags',
    );
    return rows;
  });
}

export async function listTagsOf(tx: Tx, device_id: number): Promise<Tag[]> {
  const { rows } = await tx.query<Tag>(
    `select g.id, g.name, g.colour, g.description, g.version
     from plants.device_tag t join plants.tag g on g.company_id = t.company_id and g.id = t.tag_id
     where t.company_id = $1 and t.device_id = $2 order by lower(g.name), g.id`,
    [tx.scope.company_id, device_id],
  );
  return rows;
}
