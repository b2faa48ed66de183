import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { ResidentialProject } from '../projects.contract.ts';

type Kind = ResidentialProject['kind'];

/** Projects by name, with sums of the homes that the scope may see. */
export async function listProjects(
  tx: Tx,
  { kind, id }: { kind?: Kind; id?: number } = {},
): Promise<ResidentialProject[]> {
  const { rows } = await tx.query<ResidentialProject>(
    `select r.id, r.name, r.kind, r.description, r.version, s.homes, s.nominal_kwp, s.storage_kwh
     from residential_project r cross join lateral (
       select count(*)::int as homes, sum(p.potenza_nominale) as nominal_kwp, sum(h.storage_kwh) as storage_kwh
       from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
       where h.company_id = $1 and h.project_id = r.id and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))) s
     where r.company_id = $1 and ($3::text is null or r.kind = $3) and ($4::bigint is null or r.id = $4)
     order by r.name, r.id`,
    [tx.scope.company_id, plantFilter(tx.scope), kind ?? null, id ?? null],
    'residential_projects',
  );
  return rows;
}

/** Adds a project; undefined where one has this name. */
export async function insertProject(
  tx: Tx,
  project: { name: string; kind?: Kind | undefined; description?: string | undefined },
): Promise<number | undefined> {
  const [row] = await insertRows<{ id: number }>(
    tx,
    'residential_project',
    [{ ...project, company_id: tx.scope.company_id }],
    'on conflict (company_id, lower(name)) do nothing returning id',
  );
  return row?.id;
}

/** Changes the given fields; false when the version is not the stored one any more. */
export async function updateProject(
  tx: Tx,
  id: number,
  {
    version,
    ...fields
  }: {
    name?: string | undefined;
    kind?: Kind | undefined;
    description?: string | undefined;
    version?: number | undefined;
  },
): Promise<boolean> {
  const values: unknown[] = [tx.scope.company_id, id, version ?? null];
  const { rowCount } = await tx.query(
    `update residential_project set version = version + 1${assignments(fields, values)}
     where company_id = $1 and id = $2 and ($3::int is null or version = $3)`,
    values,
  );
  return rowCount > 0;
}

export async function deleteProject(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from residential_project where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
  ]);
}

/** Whether the company has a project of this number. */
export async function projectExists(tx: Tx, id: number): Promise<boolean> {
  const { rowCount } = await tx.query('select from residential_project where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
  ]);
  return rowCount > 0;
}
