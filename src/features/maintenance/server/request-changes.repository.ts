import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { RequestChange, RequestCheck } from '../maintenance-requests.contract.ts';
import type { RequestState } from '../request-states.model.ts';

/** A request as whoever moves it on holds it. */
export interface HeldRequest {
  id: number;
  plant_id: number;
  state: RequestState;
  checklist: RequestCheck[];
  version: number;
}

/** A request, kept as it is until the transaction ends. */
export async function holdRequest(tx: Tx, id: number): Promise<HeldRequest | undefined> {
  const { rows } = await tx.query<HeldRequest>(
    `select id, plant_id, state, checklist, version from maintenance_request
     where company_id = $1 and id = $2 for update`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

interface Step {
  readonly from: RequestState;
  readonly to: RequestState;
  readonly note: string;
  readonly at: Date;
}

/** Brings a request into a state, and keeps who did so. */
export async function saveState(
  tx: Tx,
  { id, plant_id }: HeldRequest,
  { from, to, note, at }: Step,
): Promise<void> {
  const { company_id, user_id, party } = tx.scope;
  await tx.query(
    `update maintenance_request set version = version + 1, state = $3, state_at = $4,
       decline_reason = case when $3 = 'declined' then $5 else '' end,
       accepted_at = case when $3 = 'open' then null when $3 in ('accepted', 'in_progress') then coalesce(accepted_at, $4) else accepted_at end,
       solved_at = case when $3 = 'solved' then $4 when $3 in ('open', 'accepted', 'in_progress') then null else solved_at end
     where company_id = $1 and id = $2`,
    [company_id, id, to, at, note],
  );
  await tx.query(
    `insert into maintenance_request_change (company_id, request_id, plant_id, at, from_state, to_state, user_id, party, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [company_id, id, plant_id, at, from, to, user_id, party?.name ?? null, note],
  );
}

export async function saveChecklist(tx: Tx, id: number, checklist: readonly RequestCheck[]): Promise<void> {
  await tx.query(
    'update maintenance_request set version = version + 1, checklist = $3 where company_id = $1 and id = $2',
    [tx.scope.company_id, id, JSON.stringify(checklist)],
  );
}

interface ChangeRow {
  id: number;
  at: Date;
  from_state: RequestState;
  to_state: RequestState;
  user_id: number | null;
  party: string | null;
  note: string;
}

/** The steps of a request, newest first. */
export async function listChanges(tx: Tx, request_id: number): Promise<RequestChange[]> {
  const { rows } = await tx.query<ChangeRow>(
    `select id, at, from_state, to_state, user_id, party, note from maintenance_request_change
     where company_id = $1 and request_id = $2 order by id desc limit 500`,
    [tx.scope.company_id, request_id],
  );
  const names = await listMemberNames(
    tx,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map(({ id, at, from_state, to_state, user_id, party, note }) => ({
    id,
    at: at.toISOString(),
    from: from_state,
    to: to_state,
    note,
    by: party ?? names.get(user_id ?? 0) ?? null,
    is_firm: party !== null,
    is_portal: party === null && user_id === null,
  }));
}
