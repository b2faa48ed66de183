import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { MAX_GROUPS, MAX_NAMES, type NameUse } from '../catalogue.model.ts';
import type { GroupWords, VariableName } from '../variable-names.contract.ts';

const COLUMNS =
  'n.id, n.name, n.label_en, n.label_it, n.unit, n.decimals, n.colour, n.group_name, n.kind, n.quantity, n.version';

/** Whoever changes the company's own words takes their turn until the transaction ends: names stay unique, groups there. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('catalogue'), $1)`, [tx.scope.company_id]);
}

export type ListedName = VariableName & { group_label_en: string | null; group_label_it: string | null };

/** The catalogue: by groups, in their order, and by name. */
export async function listVariableNames(tx: Tx): Promise<ListedName[]> {
  const { rows } = await tx.query<ListedName>(
    `select ${COLUMNS}, g.label_en as group_label_en, g.label_it as group_label_it
     from variable_name n left join variable_group g on g.company_id = n.company_id and g.name = n.group_name
     where n.company_id = $1 order by g.position nulls last, n.group_name, n.name limit ${MAX_NAMES}`,
    [tx.scope.company_id],
    'variable_names',
  );
  return rows;
}

/** Whether the company has a group of this code; nobody renames or deletes it until the transaction ends. */
export async function hasGroup(tx: Tx, name: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from variable_group where company_id = $1 and name = $2 for key share',
    [tx.scope.company_id, name],
  );
  return rowCount > 0;
}

/** Those of the codes that are groups of the company; nobody renames or deletes them until the transaction ends. */
export async function lockGroups(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await tx.query<{ name: string }>(
    'select name from variable_group where company_id = $1 and name = any($2) order by id for key share',
    [tx.scope.company_id, names],
  );
  return new Set(rows.map(({ name }) => name));
}

/** What uses a name, over all plants; of deleted variables only where the transaction sees them. */
export async function countUse(tx: Tx, id: number): Promise<NameUse> {
  const { rows } = await withEveryPlant(tx, () =>
    tx.query<NameUse>(
      `select count(*) filter (where live)::int as variables, count(distinct v.device_id) filter (where live)::int as devices,
            count(*) filter (where not live)::int as binned
     from variable v join device d on d.company_id = v.company_id and d.id = v.device_id
     cross join lateral (select v.deleted_at is null and d.deleted_at is null as live) l
     where v.company_id = $1 and v.variable_name_id = $2`,
      [tx.scope.company_id, id],
    ),
  );
  return rows[0] ?? { variables: 0, devices: 0, binned: 0 };
}

/** The words of the company's groups of variables, in their order. */
export async function listGroupWords(tx: Tx): Promise<GroupWords[]> {
  const { rows } = await tx.query<GroupWords>(
    `select name, label_en, label_it from variable_group where company_id = $1
     order by position, name limit ${MAX_GROUPS}`,
    [tx.scope.company_id],
    'group_words',
  );
  return rows;
}
