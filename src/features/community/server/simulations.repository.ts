import { assignments, insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { SimulationParameters, SimulationReport } from '../parameters.contract.ts';
import { withUsual } from '../simulation-parameters.model.ts';
import type { SimulationMember } from '../simulations.contract.ts';

export interface SimulationStored {
  id: number;
  code: string;
  description: string;
  community_id: number | null;
  community: string | null;
  parameters: SimulationParameters;
  report: SimulationReport | null;
  saved_at: Date | null;
  members: number;
  version: number;
}

/** Simulations by code; with `code` that one. */
export async function listSimulations(tx: Tx, code?: string): Promise<SimulationStored[]> {
  const { rows } = await tx.query<SimulationStored>(
    `select s.id, s.code, s.description, s.community_id, c.name as community, s.parameters, s.report, s.saved_at, s.version,
       (select coalesce(sum(m.count), 0)::int from simulation_member m where m.company_id = $1 and m.simulation_id = s.id) as members
     from simulation s left join community c on c.company_id = $1 and c.id = s.community_id
     where s.company_id = $1 and ($2::text is null or s.code = $2) order by s.code`,
    [tx.scope.company_id, code ?? null],
  );
  return rows.map(withUsual);
}

/** A simulation, kept as it is until the transaction ends. */
export async function holdSimulation(
  tx: Tx,
  code: string,
): Promise<{ id: number; version: number } | undefined> {
  const { rows } = await tx.query<{ id: number; version: number }>(
    'select id, version from simulation where company_id = $1 and code = $2 for update',
    [tx.scope.company_id, code],
  );
  return rows[0];
}

export async function countSimulations(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from simulation where company_id = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}

/** Adds a simulation; null where its code is taken. */
export async function insertSimulation(tx: Tx, fields: object): Promise<number | null> {
  const { company_id, user_id } = tx.scope;
  const row = { ...fields, company_id, created_by: user_id };
  const tail = 'on conflict (company_id, code) do nothing returning id';
  return (await insertRows<{ id: number }>(tx, 'simulation', [row], tail))[0]?.id ?? null;
}

export async function updateSimulation(tx: Tx, id: number, fields: object): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const set = assignments(fields, values);
  await tx.query(
    `update simulation set version = version + 1${set} where company_id = $1 and id = $2`,
    values,
  );
}

export async function deleteSimulation(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from simulation where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}

export async function listSimulationMembers(tx: Tx, simulation_id: number): Promise<SimulationMember[]> {
  const { rows } = await tx.query<SimulationMember>(
    `select id, kind, count, level, kwh_per_year, kw_peak from simulation_member
     where company_id = $1 and simulation_id = $2 order by kind`,
    [tx.scope.company_id, simulation_id],
  );
  return rows;
}

/** Writes the kinds of members of a simulation; those that stay keep their number. */
export async function saveSimulationMembers(
  tx: Tx,
  simulation_id: number,
  members: readonly Omit<SimulationMember, 'id'>[],
): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(
    'delete from simulation_member where company_id = $1 and simulation_id = $2 and kind <> all($3::text[])',
    [company_id, simulation_id, members.map(({ kind }) => kind)],
  );
  if (members.length === 0) return;
  const rows = members.map((member) => ({ ...member, company_id, simulation_id }));
  await insertRows(
    tx,
    'simulation_member',
    rows,
    `on conflict (company_id, simulation_id, kind) do update set count = excluded.count, level = excluded.level,
       kwh_per_year = excluded.kwh_per_year, kw_peak = excluded.kw_peak`,
  );
}

/** Of which simulation a kind of members is, and which it is. */
export async function findMember(
  tx: Tx,
  id: number,
): Promise<{ code: string; kind: SimulationMember['kind'] } | undefined> {
  const { rows } = await tx.query<{ code: string; kind: SimulationMember['kind'] }>(
    `select s.code, m.kind from simulation_member m join simulation s on s.company_id = $1 and s.id = m.simulation_id
     where m.company_id = $1 and m.id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}
