import type { Tx } from '../../../shared/server/tenancy.ts';
import type { RequestMessage } from '../maintenance-requests.contract.ts';

export interface NewMessage {
  readonly request_id: number;
  readonly plant_id: number;
  readonly channel: RequestMessage['channel'];
  readonly to_name: string;
  /** Its number in the outbox of its way. */
  readonly outbox_id: number;
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { request_id, plant_id, channel, to_name, outbox_id } = message;
  await tx.query(
    `insert into maintenance_request_message (company_id, request_id, plant_id, channel, to_name, outbox_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.scope.company_id, request_id, plant_id, channel, to_name, outbox_id],
  );
}

export interface MessageRow {
  id: number;
  request_id: number;
  channel: RequestMessage['channel'];
  to_name: string;
  outbox_id: number;
  state: RequestMessage['state'];
  created_at: Date;
}

/** The last message of each way that requests were sent by. */
export async function listMessages(tx: Tx, request_ids: readonly number[]): Promise<MessageRow[]> {
  const { rows } = await tx.query<MessageRow>(
    `select distinct on (m.request_id, m.channel) m.id, m.request_id, m.channel, m.to_name, m.outbox_id, m.state, m.created_at
     from maintenance_request_message m
     where m.company_id = $1 and m.request_id = any($2::bigint[]) order by m.request_id, m.channel, m.id desc`,
    [tx.scope.company_id, request_ids],
  );
  return rows;
}

/** Messages of which it is not settled what became of them. */
export async function listUnsettled(tx: Tx): Promise<MessageRow[]> {
  const { rows } = await tx.query<MessageRow>(
    `select m.id, m.request_id, m.channel, m.to_name, m.outbox_id, m.state, m.created_at
     from maintenance_request_message m
     where m.company_id = $1 and m.state = 'waiting' and m.created_at > now() - interval '10 days' order by m.id limit 5000`,
    [tx.scope.company_id],
  );
  return rows;
}

/** Keeps what the outbox said last, before it forgets. */
export async function settleMessage(tx: Tx, id: number, state: RequestMessage['state']): Promise<void> {
  await tx.query('update maintenance_request_message set state = $3 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
    state,
  ]);
}
