import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { RequestCheck } from '../maintenance-requests.contract.ts';
import type { EstimateMin, Priority, RequestState } from '../request-states.model.ts';

export interface RequestRow {
  id: number;
  number: number;
  plant_id: number;
  proj_code: string | null;
  plant: string | null;
  time_zone: string | null;
  type_id: number | null;
  type: string | null;
  priority: Priority;
  title: string;
  description: string;
  state: RequestState;
  state_at: Date;
  decline_reason: string;
  due_at: Date | null;
  estimated_min: EstimateMin | null;
  assigned_user_id: number | null;
  assigned_firm_id: number | null;
  firm: string | null;
  send_by_email: boolean;
  send_by_sms: boolean;
  sms_number: string;
  alarm_id: number | null;
  downtime_id: number | null;
  downtime_start: Date | null;
  plan_id: number | null;
  checklist: RequestCheck[];
  accepted_at: Date | null;
  solved_at: Date | null;
  created_by: number | null;
  created_at: Date;
  version: number;
}

/** Requests by their numbers, in any order. */
export async function listRequests(tx: Tx, ids: readonly number[]): Promise<RequestRow[]> {
  const { rows } = await tx.query<RequestRow>(
    `select r.id, r.number, r.plant_id, p.proj_code, p.name as plant, p.time_zone, r.type_id, t.name as type, r.priority,
       r.title, r.description, r.state, r.state_at, r.decline_reason, r.due_at, r.estimated_min, r.assigned_user_id,
       r.assigned_firm_id, f.name as firm, r.send_by_email, r.send_by_sms, r.sms_number, r.alarm_id, r.downtime_id,
       d.start_at as downtime_start, r.plan_id,
       r.checklist, r.accepted_at, r.solved_at, r.created_by, r.created_at, r.version
     from maintenance_request r
     left join plants.plant p on p.company_id = $1 and p.id = r.plant_id
     left join maintenance_type t on t.company_id = $1 and t.id = r.type_id
     left join downtimes.downtime d on d.company_id = $1 and d.id = r.downtime_id and d.deleted_at is null
     left join outside_firm f on f.company_id = $1 and f.id = r.assigned_firm_id
     where r.company_id = $1 and r.id = any($2::bigint[])`,
    [tx.scope.company_id, ids],
  );
  return rows;
}

/** Names of the people whom requests name, by account. */
export const namesIn = (tx: Tx, rows: readonly RequestRow[]): Promise<ReadonlyMap<number, string>> =>
  listMemberNames(
    tx,
    rows.flatMap((row) => [row.assigned_user_id, row.created_by]),
  );

/** Devices by their numbers, with the plants they stand in. */
export async function findDevices(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; plant_id: number }[]> {
  const { rows } = await tx.query<{ id: number; plant_id: number }>(
    'select id, plant_id from plants.device where company_id = $1 and id = any($2::bigint[])',
    [tx.scope.company_id, ids],
  );
  return rows;
}

/** The plant of an alarm; undefined where the scope sees no such alarm. */
export async function plantOfAlarm(tx: Tx, id: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ plant_id: number }>(
    'select plant_id from alarms.alarm where company_id = $1 and id = $2',
    [tx.scope.company_id, id],
  );
  return rows[0]?.plant_id;
}

export interface RequestPlace {
  name: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  time_zone: string;
}

/** Where a request's plant stands, for whoever goes there. */
export async function findPlace(tx: Tx, plant_id: number): Promise<RequestPlace | undefined> {
  const { rows } = await tx.query<RequestPlace>(
    `select p.name, p.comune as address, p.latitude, p.longitude, p.time_zone
     from plants.plant p where p.company_id = $1 and p.id = $2`,
    [tx.scope.company_id, plant_id],
  );
  return rows[0];
}
