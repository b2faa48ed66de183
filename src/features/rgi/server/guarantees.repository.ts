import { assignments, insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { wholeList } from '../../../shared/server/whole-list.ts';
import type { GuaranteePeriod, GuaranteeState, LastNotice } from '../guarantee.model.ts';
import { MAX_SHOWN } from '../rgi.model.ts';

export interface GuaranteeRow {
  id: number;
  proj_code: string;
  plant_name: string;
  name: string;
  period: GuaranteePeriod;
  from_on: string;
  to_on: string | null;
  guaranteed_pct: number;
  leaves_out_closed: boolean;
  leaves_out_causes: boolean;
  penalty_eur_per_point: number | null;
  penalty_most_eur: number | null;
  note: string;
  version: number;
}

interface Wanted {
  readonly id?: number | undefined;
  readonly proj_code?: string | undefined;
}

/** Guarantees by plant and name. @throws AppError as `wholeList` */
export async function listGuarantees(tx: Tx, { id, proj_code }: Wanted = {}): Promise<GuaranteeRow[]> {
  const { rows } = await tx.query<GuaranteeRow>(
    `select g.id, p.proj_code, p.name as plant_name, g.name, g.period, g.from_on::text as from_on, g.to_on::text as to_on,
       g.guaranteed_pct, g.leaves_out_closed, g.leaves_out_causes, g.penalty_eur_per_point, g.penalty_most_eur, g.note, g.version
     from availability_guarantee g join plants.plant p on p.company_id = $1 and p.id = g.plant_id
     where g.company_id = $1 and ($2::bigint is null or g.id = $2) and ($3::text is null or p.proj_code = $3)
     order by p.proj_code, lower(g.name), g.id limit ${MAX_SHOWN + 1}`,
    [tx.scope.company_id, id ?? null, proj_code ?? null],
  );
  return wholeList(rows, 'plant', MAX_SHOWN);
}

/** Plants of which availability is guaranteed, all or those that are named: some at a time, by their codes. */
export async function listPromisedCodes(
  tx: Tx,
  {
    codes,
    after,
    most,
  }: { readonly codes?: readonly string[]; readonly after: string; readonly most: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ proj_code: string }>(
    `select p.proj_code from plants.plant p
     where p.company_id = $1 and p.proj_code > $2 and ($3::text[] is null or p.proj_code = any($3))
       and exists (select from availability_guarantee g where g.company_id = $1 and g.plant_id = p.id)
     order by p.proj_code limit $4`,
    [tx.scope.company_id, after, codes ?? null, most],
  );
  return rows.map(({ proj_code }) => proj_code);
}

/** A guarantee, kept as it is until the transaction ends. */
export async function holdGuarantee(tx: Tx, id: number): Promise<{ version: number } | undefined> {
  const { rows } = await tx.query<{ version: number }>(
    'select version from availability_guarantee where company_id = $1 and id = $2 for update',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

type Fields = Omit<GuaranteeRow, 'id' | 'proj_code' | 'plant_name' | 'version'>;

export async function insertGuarantee(tx: Tx, plant_id: number, fields: Fields): Promise<number> {
  const { company_id, user_id } = tx.scope;
  const row = { ...fields, plant_id, company_id, created_by: user_id };
  const [made] = await insertRows<{ id: number }>(tx, 'availability_guarantee', [row], 'returning id');
  if (!made) throw new Error('nothing was stored in availability_guarantee');
  return made.id;
}

export async function updateGuarantee(tx: Tx, id: number, fields: Partial<Fields>): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const set = assignments(fields, values);
  await tx.query(
    `update availability_guarantee set version = version + 1${set} where company_id = $1 and id = $2`,
    values,
  );
}

export async function deleteGuarantee(tx: Tx, id: number): Promise<{ name: string } | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    'delete from availability_guarantee where company_id = $1 and id = $2 returning name',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

export interface ToldRow {
  id: number;
  plant_id: number;
  told_period: string | null;
  told_state: GuaranteeState | null;
}

/** What people were last told of a guarantee, held until the transaction ends: of two instances one tells them. */
export async function holdTold(tx: Tx, id: number): Promise<ToldRow | undefined> {
  const { rows } = await tx.query<ToldRow>(
    'select id, plant_id, told_period, told_state from availability_guarantee where company_id = $1 and id = $2 for update',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

export async function saveTold(tx: Tx, id: number, { period, state }: LastNotice): Promise<void> {
  await tx.query(
    'update availability_guarantee set told_period = $3, told_state = $4 where company_id = $1 and id = $2',
    [tx.scope.company_id, id, period, state],
  );
}
