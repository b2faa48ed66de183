import { isoOrNull } from '../../../shared/server/iso.ts';
import { listLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { MaintenanceRequest, RequestLink, RequestMessage } from '../maintenance-requests.contract.ts';
import { type DeviceOf, listDevicesOf } from './numbered.repository.ts';
import { openLinksOf } from './request-links.repository.ts';
import { listMessages, type MessageRow } from './request-messages.repository.ts';
import { statesInOutbox } from './request-outbox.ts';
import { listRequests, namesIn, type RequestRow } from './requests.repository.ts';

/** What a request is called where links and notes name its kind. */
export const REQUEST = 'maintenance_request';

/** What stands beside requests in other tables, by their numbers. */
interface Beside {
  readonly names: ReadonlyMap<number, string>;
  readonly devices: ReadonlyMap<number, DeviceOf[]>;
  readonly messages: ReadonlyMap<number, RequestMessage[]>;
  readonly links: ReadonlyMap<number, Date>;
}

async function besideOf(tx: Tx, rows: readonly RequestRow[]): Promise<Beside> {
  const ids = rows.map(({ id }) => id);
  const names = await namesIn(tx, rows);
  const devices = Map.groupBy(await listDevicesOf(tx, REQUEST, ids), ({ record_id }) => record_id);
  const stored = await listMessages(tx, ids);
  const states = await statesInOutbox(tx, stored);
  const shown = (message: MessageRow): RequestMessage => ({
    channel: message.channel,
    to: message.to_name,
    state: states.get(message.id) ?? message.state,
    created_at: message.created_at.toISOString(),
  });
  const grouped = Map.groupBy(stored, ({ request_id }) => request_id);
  const messages = new Map([...grouped].map(([id, list]) => [id, list.map(shown)]));
  return { names, devices, messages, links: await openLinksOf(tx, ids) };
}

function present(row: RequestRow, { names, devices, messages, links }: Beside): MaintenanceRequest {
  const {
    plant_id: _,
    firm,
    state_at,
    downtime_start,
    due_at,
    accepted_at,
    solved_at,
    created_at,
    created_by,
    ...same
  } = row;
  const own = devices.get(row.id) ?? [];
  return {
    ...same,
    state_at: state_at.toISOString(),
    downtime_start: isoOrNull(downtime_start),
    due_at: isoOrNull(due_at),
    accepted_at: isoOrNull(accepted_at),
    solved_at: isoOrNull(solved_at),
    created_at: created_at.toISOString(),
    created_by: names.get(created_by ?? 0) ?? null,
    assigned_to: firm ?? names.get(row.assigned_user_id ?? 0) ?? null,
    device_ids: own.map(({ id }) => id),
    devices: own.map(({ id, name }) => ({ id, name })),
    messages: messages.get(row.id) ?? [],
    link_expires_at: isoOrNull(links.get(row.id) ?? null),
  };
}

/** Requests by their numbers, as they are answered, in any order. */
export async function presentRequests(tx: Tx, ids: readonly number[]): Promise<MaintenanceRequest[]> {
  const rows = await listRequests(tx, ids);
  const beside = await besideOf(tx, rows);
  return rows.map((row) => present(row, beside));
}

/** Links of a request, as they are answered: never what they open it by. */
export async function presentLinks(tx: Tx, record_id: number): Promise<RequestLink[]> {
  const links = await listLinks(tx, { kind: REQUEST, record_id });
  return links.map(({ id, party, created_at, expires_at, withdrawn_at, last_used_at }) => ({
    id,
    firm: party,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    withdrawn_at: isoOrNull(withdrawn_at),
    last_used_at: isoOrNull(last_used_at),
  }));
}
