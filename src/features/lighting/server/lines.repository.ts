import type { Given } from '../../../shared/server/changed-fields.ts';
import { assignments } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { PowerLine } from '../boxes.contract.ts';

export interface LineRow extends Omit<PowerLine, 'target_at' | 'feedback_at' | 'measured_at'> {
  target_at: Date | null;
  feedback_at: Date | null;
  measured_at: Date | null;
  changed_at: Date | null;
}

const LINE = `l.id, l.box_id, l.line, l.name, l.enabled, l.load_nominal_kw, l.target, l.target_at, l.feedback, l.feedback_at,
  l.breaker_tripped, l.measured_kw, l.measured_at, l.changed_at, l.version,
  coalesce(p.lights, 0)::int as lights, p.lamps_kw`;
const LAMPS = `left join lateral (
    select count(*)::int as lights, sum(o.power_w) / 1000 as lamps_kw from light_point o
    where o.company_id = $1 and o.box_id = l.box_id and o.line = l.line) p on true`;

/** Lines of boxes, by box and number. */
export async function listLinesOf(tx: Tx, box_ids: readonly number[]): Promise<LineRow[]> {
  const { rows } = await tx.query<LineRow>(
    `select ${LINE} from power_line l ${LAMPS} where l.company_id = $1 and l.box_id = any($2::bigint[])
     order by l.box_id, l.line`,
    [tx.scope.company_id, box_ids],
  );
  return rows;
}

/** Those of a box, or of all, in pages. */
export async function pageOfLines(
  tx: Tx,
  {
    box_id,
    page,
    page_size,
  }: { readonly box_id: number | null; readonly page: number; readonly page_size: number },
): Promise<{ results: LineRow[]; count: number }> {
  const { rows } = await tx.query<LineRow & { count: number }>(
    `select ${LINE}, (count(*) over ())::int as count from power_line l ${LAMPS}
     where l.company_id = $1 and ($2::bigint is null or l.box_id = $2)
     order by l.box_id, l.line limit $3 offset $4`,
    [tx.scope.company_id, box_id, page_size, (page - 1) * page_size],
  );
  return { results: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 };
}

export async function findLine(tx: Tx, id: number): Promise<LineRow | undefined> {
  const { rows } = await tx.query<LineRow>(
    `select ${LINE} from power_line l ${LAMPS} where l.company_id = $1 and l.id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

export type LineChange = Given<Pick<PowerLine, 'name' | 'enabled' | 'load_nominal_kw'>>;

export async function updateLine(tx: Tx, id: number, fields: LineChange): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments(fields, values);
  await tx.query(
    `update power_line set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

export type NewLine = Pick<PowerLine, 'box_id' | 'line' | 'name' | 'enabled' | 'load_nominal_kw'>;

/** Adds a line; undefined where the box has it. */
export async function insertLine(
  tx: Tx,
  { box_id, line, name, enabled, load_nominal_kw }: NewLine,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into power_line (company_id, box_id, line, name, enabled, load_nominal_kw) values ($1, $2, $3, $4, $5, $6)
     on conflict (company_id, box_id, line) do nothing returning id`,
    [tx.scope.company_id, box_id, line, name, enabled, load_nominal_kw],
  );
  return rows[0]?.id;
}

/** Keeps a line for who deletes it: whoever places a light point on it waits, and then finds none. */
export async function holdToDelete(tx: Tx, id: number): Promise<void> {
  await tx.query('select from power_line where company_id = $1 and id = $2 for update', [
    tx.scope.company_id,
    id,
  ]);
}

/** Lines that boxes have. `held`: none of them is deleted until the transaction ends; what the field says of them may be stored. */
export async function linesThere(
  tx: Tx,
  box_ids: readonly number[],
  { held }: { readonly held: boolean },
): Promise<{ box_id: number; line: number }[]> {
  const { rows } = await tx.query<{ box_id: number; line: number }>(
    `select box_id, line from power_line where company_id = $1 and box_id = any($2::bigint[]) order by id
     ${held ? 'for key share' : ''}`,
    [tx.scope.company_id, box_ids],
  );
  return rows;
}

export async function deleteLine(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from power_line where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}

/** Gives a box without lines all of them; what somebody deleted stays deleted. // spec §9: lighting lines 1 to 6 */
export async function addLines(tx: Tx, box_id: number): Promise<void> {
  const { rowCount } = await tx.query(
    'select from power_line where company_id = $1 and box_id = $2 limit 1',
    [tx.scope.company_id, box_id],
  );
  if (rowCount > 0) return;
  await tx.query(
    `insert into power_line (company_id, box_id, line) select $1, $2, n from generate_series(1, 6) n
     on conflict (company_id, box_id, line) do nothing`,
    [tx.scope.company_id, box_id],
  );
}
