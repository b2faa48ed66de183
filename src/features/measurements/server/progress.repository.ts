import type pg from 'pg';
import { inScope, plantFilter, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import type { Progress } from '../measurements.contract.ts';

export interface NewProgress {
  kind: Progress['kind'];
  plant_id?: number;
  total?: number;
  message?: string;
  detail?: Record<string, unknown>;
}

export interface ProgressChange {
  done?: number;
  total?: number;
  message?: string;
  detail?: Record<string, unknown>;
}

/** Why a piece of work ended without its end: one sentence, and a code for the reader's language. */
export interface Failure {
  code: string;
  message: string;
  params?: Readonly<Record<string, string | number>>;
}

type Row = Omit<Progress, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

/** The phase of work that no worker has taken up yet, or that waits for another try; it may last for hours. */
export const WAITING = 'waiting';

// Whoever worked on it has gone: work that goes on says so at least every few seconds. A job that nobody takes is let go after
// 14 days by the queue.
const ABANDONED = `(w.state = 'running' and w.updated_at < now() - case when w.detail ->> 'phase' = '${WAITING}'
  then interval '14 days' else interval '10 minutes' end)`;
const COLUMNS = `w.id, w.kind, p.proj_code, case when ${ABANDONED} then 'failed' else w.state end as state, w.done, w.total,
  case when ${ABANDONED} then 'Interrupted; start it again, nothing is doubled' else w.message end as message,
  case when ${ABANDONED} then '{"code": "interrupted", "params": {}}'::jsonb else w.detail -> 'fault' end as fault,
  w.detail - 'fault' as detail, w.created_at, w.updated_at`;
const FROM = `from progress w left join plants.plant p on p.company_id = w.company_id and p.id = w.plant_id`;

const present = (row: Row): Progress => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** A change is told by the transaction that makes it, so that who asks after hearing of it sees it. */
async function tell(tx: Tx): Promise<void> {
  await tx.query(`select pg_notify('live', $1)`, [
    JSON.stringify({ company_id: tx.scope.company_id, kind: 'progress' }),
  ]);
}

/** Work that is running, or ended within the hour, of plants that the scope may see. */
export async function listProgress(tx: Tx, now: Date): Promise<Progress[]> {
  const { rows } = await tx.query<Row>(
    `select ${COLUMNS} ${FROM}
     where w.company_id = $1 and ((w.state = 'running' and not ${ABANDONED}) or w.updated_at > $2::timestamptz - interval '1 hour')
       and (w.plant_id is null or $3::bigint[] is null or w.plant_id = any($3))
     order by w.created_at desc, w.id desc limit 100`,
    [tx.scope.company_id, now, plantFilter(tx.scope)],
  );
  return rows.map(present);
}

/** Imports at most that a list of them shows. */
const MAX_IMPORTS = 20;

/** Imports of the last 30 days, the newest first, of plants that the scope may see: of a plant, or of all. */
export async function listImports(tx: Tx, proj_code: string | undefined): Promise<Progress[]> {
  const { rows } = await tx.query<Row>(
    `select ${COLUMNS} ${FROM}
     where w.company_id = $1 and w.kind = 'import' and ($2::text is null or p.proj_code = $2)
       and (w.plant_id is null or $3::bigint[] is null or w.plant_id = any($3))
     order by w.created_at desc, w.id desc limit ${MAX_IMPORTS}`,
    [tx.scope.company_id, proj_code ?? null, plantFilter(tx.scope)],
  );
  return rows.map(present);
}

/** The newest piece of work of a kind, however it ended. */
export async function findProgress(tx: Tx, kind: Progress['kind']): Promise<Progress | undefined> {
  const { rows } = await tx.query<Row>(
    `select ${COLUMNS} ${FROM} where w.company_id = $1 and w.kind = $2 order by w.id desc limit 1`,
    [tx.scope.company_id, kind],
  );
  return rows[0] && present(rows[0]);
}

/** Begins a piece of work that a person can watch, in the transaction of what starts it. */
export async function beginProgress(tx: Tx, work: NewProgress): Promise<Progress> {
  const { company_id, user_id } = tx.scope;
  const { rows } = await tx.query<{ id: number }>(
    `insert into progress (company_id, plant_id, kind, total, message, detail, created_by)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      company_id,
      work.plant_id ?? null,
      work.kind,
      work.total ?? 0,
      work.message ?? '',
      work.detail ?? {},
      user_id,
    ],
  );
  await tell(tx);
  const made = await tx.query<Row>(`select ${COLUMNS} ${FROM} where w.company_id = $1 and w.id = $2`, [
    company_id,
    rows[0]?.id,
  ]);
  const row = made.rows[0];
  if (!row) throw new Error('the work just begun cannot be read');
  return present(row);
}

/** Begins a piece of work in a transaction of its own. */
export async function createProgress(pool: pg.Pool, scope: Scope, work: NewProgress): Promise<Progress> {
  return inScope(pool, scope, (tx) => beginProgress(tx, work));
}

async function change(
  tx: Tx,
  id: number,
  state: Progress['state'] | null,
  fields: ProgressChange,
): Promise<void> {
  await tx.query(
    `update progress set state = coalesce($3, state), done = coalesce($4, done), total = coalesce($5, total),
       message = coalesce($6, message), detail = detail || coalesce($7, '{}'::jsonb), updated_at = now()
     where company_id = $1 and id = $2`,
    [
      tx.scope.company_id,
      id,
      state,
      fields.done ?? null,
      fields.total ?? null,
      fields.message ?? null,
      fields.detail ?? null,
    ],
  );
  await tell(tx);
}

/** Notes how far the work has come. Callers that move in small steps go through `ProgressSteps`. */
export async function advanceProgress(
  pool: pg.Pool,
  scope: Scope,
  id: number,
  fields: ProgressChange,
): Promise<void> {
  await inScope(pool, scope, (tx) => change(tx, id, null, fields));
}

/** The work is done; `done` reaches the total unless said otherwise. */
export async function finishProgress(
  pool: pg.Pool,
  scope: Scope,
  id: number,
  fields: ProgressChange,
): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    await change(tx, id, 'done', fields);
    if (fields.done === undefined)
      await tx.query('update progress set done = total where company_id = $1 and id = $2', [
        scope.company_id,
        id,
      ]);
  });
}

/** The work ended without its end. */
export async function failProgress(pool: pg.Pool, scope: Scope, id: number, why: Failure): Promise<void> {
  const { code, message, params = {} } = why;
  await inScope(pool, scope, (tx) =>
    change(tx, id, 'failed', { message, detail: { fault: { code, params } } }),
  );
}

/** Steps of one piece of work, written at most every half second. */
export class ProgressSteps {
  readonly #pool: pg.Pool;
  readonly #scope: Scope;
  readonly #id: number;
  #written = 0;

  constructor(pool: pg.Pool, scope: Scope, id: number) {
    this.#pool = pool;
    this.#scope = scope;
    this.#id = id;
  }

  async advance(fields: ProgressChange): Promise<void> {
    const now = performance.now();
    if (now - this.#written < 500) return;
    this.#written = now;
    await advanceProgress(this.#pool, this.#scope, this.#id, fields);
  }
}
