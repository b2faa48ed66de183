import type { Tx } from '../../../shared/server/tenancy.ts';
import { describePeople } from '../../identity/server/people.public.ts';
import type { AuditNames } from '../audit.contract.ts';
import { DEVICES, PARTS, PEOPLE, VARIABLES } from '../audit.model.ts';

type Known = [fields: ReadonlySet<string>, names: AuditNames[string]];

interface Said {
  action: string;
  detail: Readonly<Record<string, unknown>>;
}

/** The values of some fields of an entry, with what they were before. */
function valuesIn({ detail }: Said, fields: ReadonlySet<string>): [field: string, value: string][] {
  return Object.entries(detail).flatMap(([name, value]) => {
    const field = name.replace(/_before$/, '');
    if (!fields.has(field)) return [];
    return (Array.isArray(value) ? value : [value]).map((one): [string, string] => [field, String(one)]);
  });
}

const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

async function deviceNames(tx: Tx, ids: readonly string[]): Promise<AuditNames[string]> {
  if (ids.length === 0) return {};
  const { rows } = await tx.query<{ id: string; name: string }>(
    'select id::text as id, short_name as name from plants.device where company_id = $1 and id = any($2::bigint[])',
    [tx.scope.company_id, ids],
  );
  return Object.fromEntries(rows.map(({ id, name }) => [id, { en: name, it: name }]));
}

async function variableLabels(tx: Tx, names: readonly string[]): Promise<AuditNames[string]> {
  if (names.length === 0) return {};
  const { rows } = await tx.query<{ name: string; en: string; it: string }>(
    `select name, label_en as en, label_it as it from plants.variable_name where company_id = $1 and name = any($2::text[])`,
    [tx.scope.company_id, names],
  );
  return Object.fromEntries(rows.map(({ name, en, it }) => [name, { en: en || name, it: it || name }]));
}

async function peopleNames(tx: Tx, ids: readonly string[]): Promise<AuditNames[string]> {
  const people = await describePeople(tx, ids.map(Number));
  return Object.fromEntries([...people].map(([id, { name }]) => [String(id), { en: name, it: name }]));
}

/** What sections, categories and ports are called, by the fields that hold their numbers. */
async function partNames(tx: Tx, idsOf: (field: string) => string[]): Promise<AuditNames> {
  const ids = [...PARTS].map(idsOf);
  if (ids.every(({ length }) => length === 0)) return {};
  const { rows } = await tx.query<{ field: string; id: string; en: string; it: string }>(
    `select 'section_id' as field, s.id::text as id, s.name as en, s.name as it
     from plants.plant_section s where s.company_id = $1 and s.id = any($2::bigint[])
     union all select 'category_id', c.id::text, c.label_en, c.label_it
     from plants.device_category c where c.company_id = $1 and c.id = any($3::bigint[])
     union all select 'port_id', o.id::text, o.name, o.name
     from plants.port o where o.company_id = $1 and o.id = any($4::bigint[])`,
    [tx.scope.company_id, ...ids],
  );
  const names: AuditNames = {};
  for (const { field, id, en, it } of rows) names[field] = { ...names[field], [id]: { en, it } };
  return names;
}

/** Entries with what their values of devices and their parts, variables and people are called now. */
export async function withNames<Entry extends Said>(
  tx: Tx,
  entries: readonly Entry[],
): Promise<(Entry & { names: AuditNames })[]> {
  const valuesOf = (fields: ReadonlySet<string>) => [
    ...new Set(entries.flatMap((entry) => valuesIn(entry, fields).map(([, value]) => value))),
  ];
  const parts = await partNames(tx, (field) => valuesOf(new Set([field])).filter(isId));
  const known: Known[] = [
    ...Object.entries(parts).map(([field, names]): Known => [new Set([field]), names]),
    [DEVICES, await deviceNames(tx, valuesOf(DEVICES).filter(isId))],
    [VARIABLES, await variableLabels(tx, valuesOf(VARIABLES))],
    [PEOPLE, await peopleNames(tx, valuesOf(PEOPLE).filter(isId))],
  ];
  return entries.map((entry) => {
    const names: AuditNames = {};
    for (const [fields, labels] of known) {
      for (const [field, value] of valuesIn(entry, fields)) {
        const label = labels[value];
        if (label) names[field] = { ...names[field], [value]: label };
      }
    }
    return { ...entry, names };
  });
}
