import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';
import { SILENT_AFTER } from '../configuration.model.ts';

/** An instant as answers carry it. */
export const iso = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A device `d` with its plant `p`, its port `o` or none, its health `h` and the instant of its newest value `l`. */
export const DEVICES = `device d
  join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
  left join plants.port o on o.company_id = d.company_id and o.id = d.port_id
  left join acquisition.device_health h on h.company_id = d.company_id and h.device_id = d.id
  left join lateral (select (select max(t) from unnest(x.slot_ts) t) as at from measurements.obs_last x
                     where x.company_id = $1 and x.device_id = d.id offset 0) l on true`;

const silentAfter = (rhythm: string): string =>
  `make_interval(secs => greatest(${SILENT_AFTER.intervals} * ${rhythm}, ${SILENT_AFTER.seconds}))`;

/** Is an instant too long ago for its device? Its variables are only asked where that is possible at all. */
const isOld = (at: string, now: string): string =>
  `(${at} < ${now}::timestamptz - ${silentAfter('least(d.interval_s, d.slow_interval_s)')}
    and ${at} < ${now}::timestamptz - ${silentAfter(deviceRhythm('d'))})`;

/**
 * How a device stands at the instant `now` (a parameter of the statement). Whoever polls writes what they know; where
 * nobody has written for long, nobody knows.
 */
export const stateSql = (now: string): string => `case
    when d.template then 'template'
    when not d.enabled or not coalesce(o.enabled, true) then 'disabled'
    when d.port_id is null then case when l.at is null then 'unknown'
      when ${isOld('l.at', now)} then 'silent' else 'answering' end
    when ${isOld('h.seen_at', now)} then 'unknown'
    else coalesce(h.state, 'unknown') end`;

/** When a device was last heard, and how long ago. */
export const contactSql = (now: string): string => `
  ${iso('h.last_contact_at')} as last_contact_at, ${iso('l.at')} as last_reading_at, h.latency_ms,
  case when coalesce(h.last_contact_at, l.at) is not null
    then greatest(0, floor(extract(epoch from ${now}::timestamptz - greatest(h.last_contact_at, l.at))))::int end as age_s`;

/** Sums over the last 24 hours of a device `d`, as `t`. */
export const dayOfHealth = (now: string): string => `left join lateral (
    select coalesce(sum(x.polls), 0)::int as polls, sum(x.answered)::float8 / nullif(sum(x.polls), 0) as success_rate,
           coalesce(sum(x.requests), 0)::int as requests, coalesce(sum(x.failed), 0)::int as failed,
           coalesce(sum(x.bytes_in), 0)::bigint as bytes_in, coalesce(sum(x.bytes_out), 0)::bigint as bytes_out
    from acquisition.device_health_hour x where x.company_id = $1 and x.device_id = d.id
      and x.hour > ${now}::timestamptz - interval '24 hours') t on true`;

/** A port `o` of a plant `p` as answers carry it; `master` is the device through which it is looked at. */
export const portSql = (master: string): string => `
  o.id, p.proj_code, ${master} as master_id, o.name, o.protocol, o.type, o.framer, o.host, o.port, o.tty, o.timeout_ms,
  o.baudrate, o.bytesize, o.parity, o.stopbits, o.gap_ms, o."window", o.enabled, o.version,
  (select count(*)::int from plants.device x where x.company_id = $1 and x.port_id = o.id) as devices,
  (select jsonb_build_object('connected', s.connected, 'reason', s.reason, 'since', ${iso('s.since')},
                             'seen_at', ${iso('s.seen_at')})
   from acquisition.port_health s where s.company_id = $1 and s.port_id = o.id) as state`;

/** The first device behind a port `o`. */
export const FIRST_DEVICE = `(select x.id from plants.device x where x.company_id = $1 and x.port_id = o.id
   order by x.unit_id, x.id limit 1)`;
