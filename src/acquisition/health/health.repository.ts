import type { SilenceReason } from '../../features/cloudcontrol/device-log.model.ts';
import type { Tx } from '../../shared/server/tenancy.ts';
import type { DeviceRecord, HealthBatch, LogEntry } from './health-book.ts';

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** A device of which nothing was known was not silent before. */
const isFirstAnswer = (
  { kind, device_id, unless_state }: LogEntry,
  states: ReadonlyMap<number, string | null>,
): boolean => kind === 'answers' && unless_state !== null && states.get(device_id) === null;

/** Adds to the logs of devices that are there; before the states are written, which some entries are compared with. */
export async function addLog(tx: Tx, log: readonly LogEntry[]): Promise<void> {
  if (log.length === 0) return;
  const standing = await tx.query<{ device_id: number; state: string | null }>(
    `select d.id as device_id, h.state from plants.device d
     left join device_health h on h.company_id = d.company_id and h.device_id = d.id
     where d.company_id = $1 and d.id = any($2::bigint[])`,
    [tx.scope.company_id, [...new Set(log.map(({ device_id }) => device_id))]],
    'device_log_states',
  );
  const states = new Map(standing.rows.map(({ device_id, state }) => [device_id, state]));
  const news = log
    .filter(
      ({ device_id, unless_state }) =>
        states.has(device_id) && (unless_state === null || states.get(device_id) !== unless_state),
    )
    .map((entry) => (isFirstAnswer(entry, states) ? { ...entry, kind: 'first_answer' as const } : entry));
  if (news.length === 0) return;
  await tx.query(
    `insert into device_log (company_id, device_id, at, kind, detail)
     select $1, u.device_id, u.at, u.kind, u.detail::jsonb
     from unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::text[]) with ordinality
       as u(device_id, at, kind, detail, place)
     order by u.place returning id`,
    [
      tx.scope.company_id,
      news.map(({ device_id }) => device_id),
      news.map(({ at_ms }) => instant(at_ms)),
      news.map(({ kind }) => kind),
      news.map(({ detail }) => JSON.stringify(detail)),
    ],
    'add_device_log',
  );
}

/** Writes what is known of devices; a state that goes on keeps its beginning. */
export async function saveDevices(tx: Tx, records: readonly DeviceRecord[]): Promise<void> {
  if (records.length === 0) return;
  const sorted = records.toSorted((a, b) => a.device_id - b.device_id);
  await tx.query(
    `insert into device_health as h (company_id, device_id, state, reason, since, last_try_at, last_contact_at,
                                     next_try_at, latency_ms, bad_registers, seen_at)
     select d.company_id, u.device_id, u.state, u.reason::jsonb, u.since, u.last_try_at, u.last_contact_at,
            u.next_try_at, u.latency_ms, u.bad_registers::jsonb, now()
     from unnest($2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[],
                 $8::timestamptz[], $9::float8[], $10::text[])
       as u(device_id, state, reason, since, last_try_at, last_contact_at, next_try_at, latency_ms, bad_registers)
     join plants.device d on d.company_id = $1 and d.id = u.device_id
     order by u.device_id
     on conflict (company_id, device_id) do update set
       state = excluded.state, reason = excluded.reason,
       since = case when h.state = excluded.state then h.since else excluded.since end,
       last_try_at = excluded.last_try_at, last_contact_at = coalesce(excluded.last_contact_at, h.last_contact_at),
       next_try_at = excluded.next_try_at, latency_ms = coalesce(excluded.latency_ms, h.latency_ms),
       bad_registers = excluded.bad_registers, seen_at = excluded.seen_at`,
    [
      tx.scope.company_id,
      sorted.map(({ device_id }) => device_id),
      sorted.map(({ state }) => state),
      sorted.map(({ reason }) => (reason === null ? null : JSON.stringify(reason))),
      sorted.map(({ since_ms }) => instant(since_ms)),
      sorted.map(({ last_try_ms }) => instant(last_try_ms)),
      sorted.map(({ last_contact_ms }) => instant(last_contact_ms)),
      sorted.map(({ next_try_ms }) => instant(next_try_ms)),
      sorted.map(({ latency_ms }) => latency_ms),
      sorted.map(({ bad_registers }) => JSON.stringify(bad_registers)),
    ],
    'save_device_health',
  );
}

/** Adds to the counts of hours. */
export async function addHours(tx: Tx, hours: HealthBatch['hours']): Promise<void> {
  if (hours.length === 0) return;
  const sorted = hours.toSorted((a, b) => a.device_id - b.device_id || a.hour_ms - b.hour_ms);
  await tx.query(
    `insert into device_health_hour as h (company_id, device_id, hour, polls, answered, requests, failed,
                                          latency_sum_ms, latency_max_ms, bytes_in, bytes_out)
     select d.company_id, u.device_id, u.hour, u.polls, u.answered, u.requests, u.failed,
            u.latency_sum_ms, u.latency_max_ms, u.bytes_in, u.bytes_out
     from unnest($2::bigint[], $3::timestamptz[], $4::int[], $5::int[], $6::int[], $7::int[], $8::float8[],
                 $9::float8[], $10::bigint[], $11::bigint[])
       as u(device_id, hour, polls, answered, requests, failed, latency_sum_ms, latency_max_ms, bytes_in, bytes_out)
     join plants.device d on d.company_id = $1 and d.id = u.device_id
     order by u.device_id, u.hour
     on conflict (company_id, device_id, hour) do update set
       polls = h.polls + excluded.polls, answered = h.answered + excluded.answered,
       requests = h.requests + excluded.requests, failed = h.failed + excluded.failed,
       latency_sum_ms = h.latency_sum_ms + excluded.latency_sum_ms,
       latency_max_ms = greatest(h.latency_max_ms, excluded.latency_max_ms),
       bytes_in = h.bytes_in + excluded.bytes_in, bytes_out = h.bytes_out + excluded.bytes_out`,
    [
      tx.scope.company_id,
      sorted.map(({ device_id }) => device_id),
      sorted.map(({ hour_ms }) => instant(hour_ms)),
      sorted.map(({ counts }) => counts.polls),
      sorted.map(({ counts }) => counts.answered),
      sorted.map(({ counts }) => counts.requests),
      sorted.map(({ counts }) => counts.failed),
      sorted.map(({ counts }) => counts.latency_sum_ms),
      sorted.map(({ counts }) => counts.latency_max_ms),
      sorted.map(({ counts }) => counts.bytes_in),
      sorted.map(({ counts }) => counts.bytes_out),
    ],
    'add_device_health_hour',
  );
}

export type PortWay = {
  readonly company_id: number;
  readonly port_id: number;
  readonly connected: boolean;
  readonly reason: SilenceReason | null;
};

/** Writes how ports are. */
export async function savePorts(
  tx: Tx,
  ports: readonly PortWay[],
  { holder, at_ms }: { holder: string; at_ms: number },
): Promise<void> {
  if (ports.length === 0) return;
  const sorted = ports.toSorted((a, b) => a.port_id - b.port_id);
  await tx.query(
    `insert into port_health as h (company_id, port_id, connected, reason, holder, since, seen_at)
     select p.company_id, u.port_id, u.connected, u.reason::jsonb, $5, $6, now()
     from unnest($2::bigint[], $3::bool[], $4::text[]) as u(port_id, connected, reason)
     join plants.port p on p.company_id = $1 and p.id = u.port_id
     order by u.port_id
     on conflict (company_id, port_id) do update set
       connected = excluded.connected, reason = excluded.reason, holder = excluded.holder,
       since = case when h.connected = excluded.connected then h.since else excluded.since end,
       seen_at = excluded.seen_at`,
    [
      tx.scope.company_id,
      sorted.map(({ port_id }) => port_id),
      sorted.map(({ connected }) => connected),
      sorted.map(({ reason }) => (reason === null ? null : JSON.stringify(reason))),
      holder,
      instant(at_ms),
    ],
    'save_port_health',
  );
}

/** Removes counts and log entries older than seven days, and all but the last 1,000 entries of each device. */
export async function removeOldHealth(tx: Tx): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(
    `delete from device_health_hour where company_id = $1 and hour < now() - interval '7 days'`,
    [company_id],
  );
  await tx.query(`delete from device_log where company_id = $1 and at < now() - interval '7 days'`, [
    company_id,
  ]);
  await tx.query(
    `delete from device_log l using (
       select device_id, id from (
         select device_id, id, row_number() over (partition by device_id order by id desc) as place
         from device_log where company_id = $1
       ) numbered where place = 1001
     ) beyond
     where l.company_id = $1 and l.device_id = beyond.device_id and l.id <= beyond.id`,
    [company_id],
  );
}
