import type { Tx } from '../../../shared/server/tenancy.ts';

/** A request whose time comes, or is over. */
export interface DueRequest {
  id: number;
  number: number;
  title: string;
  plant_id: number;
  plant: string;
  due_at: Date;
  assigned_user_id: number | null;
  assigned_firm_id: number | null;
  created_by: number | null;
  /** Which reminder of its firm waits for room among the mails of a day; null: none. */
  reminder_waits: string | null;
}

/** Requests that wait for somebody and are due between two instants, those that are due first at their head. */
export async function listDue(tx: Tx, from: Date, to: Date): Promise<DueRequest[]> {
  const { rows } = await tx.query<DueRequest>(
    `select r.id, r.number, r.title, r.plant_id, p.name as plant, r.due_at, r.assigned_user_id, r.assigned_firm_id, r.created_by,
       r.reminder_waits
     from maintenance_request r join plants.plant p on p.company_id = $1 and p.id = r.plant_id
     where r.company_id = $1 and r.deleted_at is null and r.due_at >= $2 and r.due_at < $3
       and r.state in ('open', 'accepted', 'in_progress')
     order by r.due_at, r.id limit 2000`,
    [tx.scope.company_id, from, to],
  );
  return rows;
}

/** Keeps which reminder of a request's firm waits, or that none does. */
export async function keepWaitingReminder(tx: Tx, id: number, waits: string | null): Promise<void> {
  await tx.query('update maintenance_request set reminder_waits = $3 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
    waits,
  ]);
}
