import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { causeKindOfAlarm } from '../causes.model.ts';
import { downtimeName } from '../downtime-name.model.ts';
import type { DowntimeDraft, downtimesCalls } from '../downtimes.contract.ts';
import { partShare } from '../power-share.model.ts';
import { type AlarmToDraft, findAlarm, listDowntimesOfAlarm } from './alarm-drafts.repository.ts';
import { findCauseOfKind } from './causes.repository.ts';
import type { Downtimes } from './downtime-book.ts';
import { type DowntimeFilters, windowOf } from './downtime-filters.ts';
import { findPlant } from './downtimes.repository.ts';
import { loadKnownPlant } from './known-plants.ts';
import { listDays } from './loss.repository.ts';
import { sumDays, sumDowntimes } from './totals.repository.ts';

/** Before any downtime. */
const EVER = new Date('1990-01-01T00:00:00Z');

async function totals(
  tx: Tx,
  { downtimes, filters, now }: { downtimes: Downtimes; filters: DowntimeFilters; now: Date },
) {
  const which = await downtimes.matching(tx, filters);
  const { start, end } = windowOf(filters);
  const all = await sumDowntimes(tx, which);
  if (!start && !end) return { ...all, within: null };
  const days = { start: start ?? EVER, end: end ?? now };
  return { ...all, within: await sumDays(tx, which, days) };
}

/** Which part of a device is lost by an alarm, 0…1: its strings, if they make nothing, or what it makes less than others; null: all of it. */
function partOfDevice({ code, params }: AlarmToDraft): number | null {
  const [n, of, deficit] = [Number(params.n), Number(params.of), Number(params.deficit_pct)];
  if (code === 'string_weak' && of > 0 && n > 0) return Math.min(1, n / of);
  return code === 'under_expectation' && deficit > 0 && deficit < 100 ? deficit / 100 : null;
}

/** The share of the plant that an alarm is about where a part of a device is lost; null for other alarms. */
async function shareOfAlarm(tx: Tx, alarm: AlarmToDraft): Promise<number | null> {
  const part = partOfDevice(alarm);
  if (part === null || alarm.device_id === null) return null;
  const known = await loadKnownPlant(tx, alarm);
  return known ? partShare(known, new Set([alarm.device_id]), part) : null;
}

/** What a new downtime would begin with, by what an alarm knows. @throws AppError not_found */
async function draftOf(tx: Tx, alarm_id: number): Promise<DowntimeDraft> {
  const alarm = (await findAlarm(tx, alarm_id)) ?? notFound();
  const { proj_code, plant_name, time_zone, device_id, code, date, end_date } = alarm;
  return {
    proj_code,
    plant_name,
    time_zone,
    start: date.toISOString(),
    stop: end_date?.toISOString() ?? null,
    device_ids: device_id === null ? [] : [device_id],
    percentage: await shareOfAlarm(tx, alarm),
    cause_id: (await findCauseOfKind(tx, causeKindOfAlarm(code))) ?? null,
    alarm_ids: [alarm_id],
    existing: await listDowntimesOfAlarm(tx, alarm_id),
  };
}

/** The calls about downtimes. */
export const downtimesHandlers = (downtimes: Downtimes): Handlers<typeof downtimesCalls> => ({
  ...downtimes.handlers,
  totals: ({ tx, query, now }) => totals(tx, { downtimes, filters: query, now }),
  async losses({ tx, params }) {
    await downtimes.find(tx, params.id);
    return (await listDays(tx, params.id)).map((day) => ({
      day: day.day,
      energy_kwh: day.energy_kwh,
      earning_eur: day.energy_kwh === null || day.unpriced_hours > 0 ? null : day.priced_eur,
      hours: day.hours,
      missing_hours: day.missing_hours,
      given_hours: day.given_hours,
      unpriced_hours: day.unpriced_hours,
    }));
  },
  async recalculate({ tx, params }) {
    const downtime = await downtimes.find(tx, params.id);
    const plant = (await findPlant(tx, downtime.proj_code)) ?? notFound();
    await downtimes.ask(tx, plant.id, [downtime]);
    await recordAudit(tx, 'downtime.recalculated', String(downtime.id), { name: downtimeName(downtime) });
    return downtimes.find(tx, params.id);
  },
  draft: ({ tx, query }) => draftOf(tx, query.alarm_id),
});
