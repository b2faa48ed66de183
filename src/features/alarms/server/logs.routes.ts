import type { z } from 'zod';
import { allows } from '../../../shared/contract/capabilities.ts';
import { AppError, type FieldFault, notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Scope, Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, dayBorders, knownZone } from '../../../shared/units/zones.ts';
import { type Log, type LogEntry, type logsCalls, MAX_LOG_DAYS, ROUTINE_ENTRIES } from '../logs.contract.ts';
import { findPlantId, seesDevice } from './alarms.repository.ts';
import { type EntryRow, type LogFilter, listEntries } from './logs.repository.ts';
import { type LogRow, listLogs } from './logs-by-day.repository.ts';

type LogsQuery = z.output<typeof logsCalls.logsList.query>;

const USUAL_MS = 7 * DAY_MS;

function refuse(fault: FieldFault): never {
  throw new AppError('invalid', 'Data is not valid', { errors: [fault] });
}

/** @throws AppError invalid for a window that is empty, turned round or longer than one question reaches */
function windowOf({ start, end }: LogsQuery, now: Date): { start: Date; end: Date } {
  // What happened just now is part of it.
  const until =
    end === undefined ? (start ? Date.parse(start) + USUAL_MS : now.getTime() + 1000) : Date.parse(end);
  const from = start === undefined ? until - USUAL_MS : Date.parse(start);
  if (until <= from) refuse({ path: 'end', message: 'must be later than start', code: 'not_after_start' });
  // A month over the end of summer time is an hour longer.
  if (until - from > MAX_LOG_DAYS * DAY_MS + DAY_MS / 24)
    refuse({
      path: 'start',
      message: `at most ${MAX_LOG_DAYS} days`,
      code: 'span_too_long',
      params: { days: MAX_LOG_DAYS },
    });
  return { start: new Date(from), end: new Date(until) };
}

/** @throws AppError not_found for a plant or device that the scope does not see */
async function filterOf(tx: Tx, query: LogsQuery, now: Date): Promise<LogFilter> {
  const { proj_code, device_id, source, actor_id, itself, routine } = query;
  const without = routine === 'false' ? ROUTINE_ENTRIES : [];
  if (device_id !== undefined && !(await seesDevice(tx, device_id))) notFound();
  const plant_id = proj_code === undefined ? undefined : ((await findPlantId(tx, proj_code)) ?? notFound());
  return {
    plant_id,
    device_id,
    source,
    actor_id,
    without,
    itself: itself === 'true',
    ...windowOf(query, now),
  };
}

function presentLog(row: LogRow): Log {
  const { start, end } = dayBorders(knownZone(row.time_zone), row.day);
  return {
    ...row,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    first: row.first.toISOString(),
    last: row.last.toISOString(),
  };
}

/** Why a device is silent without where it stands: addresses of the field are for those who configure it. */
function withoutAddresses(detail: EntryRow['detail']): EntryRow['detail'] {
  const { reason } = detail as { reason?: { code?: unknown } };
  return reason?.code === undefined ? {} : { reason: { code: reason.code } };
}

function presentEntry(row: EntryRow, scope: Scope): LogEntry {
  const whole = row.source !== 'device' || allows('cloudcontrol', scope.roles);
  return { ...row, at: row.at.toISOString(), detail: whole ? row.detail : withoutAddresses(row.detail) };
}

/** Calls about what happened by itself, by day and entry by entry. */
export const logsHandlers: Handlers<typeof logsCalls> = {
  async logsList({ tx, query, now }) {
    const { count, rows } = await listLogs(tx, await filterOf(tx, query, now), query);
    return { count, results: rows.map(presentLog) };
  },
  async logsDetail({ tx, scope, query, now }) {
    const { count, rows } = await listEntries(tx, await filterOf(tx, query, now), query);
    return { count, results: rows.map((row) => presentEntry(row, scope)) };
  },
};
