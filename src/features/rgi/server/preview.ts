import type { z } from 'zod';
import { notFound } from '../../../shared/server/errors.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { dayAfterMonth, monthBefore } from '../../../shared/units/months.ts';
import { dayBorders, localDay } from '../../../shared/units/zones.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { RgiItem, RgiPreview, RgiRepeat } from '../rgi.contract.ts';
import { calendarOf, type Period, periodsOf } from '../rgi.model.ts';
import { listRatedPlants } from './availability.repository.ts';
import { countPlant } from './availability.ts';
import { readCalendarFile } from './calendar-file.ts';
import { countingOf } from './counting.ts';
import { assertNotTooMany, overlapping } from './overlaps.ts';
import { listOthers } from './rgi.repository.ts';

interface Query {
  readonly proj_code: string;
  readonly items: readonly z.output<typeof RgiItem>[];
  readonly repeat?: z.output<typeof RgiRepeat> | undefined;
  readonly text?: string | undefined;
  readonly until_on?: string | undefined;
  /** The entries whose periods these are instead of. */
  readonly instead_of?: number | readonly number[] | undefined;
}

/** At most so many are named. */
const MAX_OVERLAPS = 5;

/** All periods that are asked about, however they are said. */
function askedPeriods({ items, repeat, text, until_on }: Query, zone: string): Period[] {
  return [
    ...items.map((one) => ({
      start: Date.parse(one.start_time),
      end: Date.parse(one.end_time),
      working: one.working,
    })),
    ...(repeat ? periodsOf(zone, repeat, repeat.working) : []),
    ...(text === undefined ? [] : readCalendarFile({ text, until_on }, zone)),
  ];
}

/**
 * What periods would make of last month's contractual availability, before they are stored, and what they are in the way of.
 * @throws AppError not_found; invalid for a file that cannot be read, and for more periods than an entry may have
 */
export async function previewOf(tx: Tx, asked: Query, now: Date): Promise<RgiPreview> {
  const { proj_code, instead_of = [] } = asked;
  if (!(await plantCodes.find(tx, [proj_code], plantFilter(tx.scope)))[0]) notFound();
  const plant = (await listRatedPlants(tx, { codes: [proj_code], device_id: null }))[0] ?? notFound();
  const { plant_id, time_zone } = plant;
  const month = monthBefore(localDay(time_zone, now.getTime()).day.slice(0, 7));
  const start = dayBorders(time_zone, `${month}-01`).start;
  const end = dayBorders(time_zone, dayAfterMonth(month)).start;
  const span = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  const but = [instead_of].flat();
  const wanted = askedPeriods(asked, time_zone);
  assertNotTooMany(wanted);
  const stored = await listOthers(tx, { plant_id, start, end, but });
  const periods: Period[] = [
    ...stored.map((one) => ({
      start: one.start_at.getTime(),
      end: one.end_at.getTime(),
      working: one.working,
    })),
    ...wanted,
  ];
  const counting = await countingOf(tx, span, [plant], now);
  const before = await countPlant(counting, plant);
  const after = await countPlant({ ...counting, calendar: calendarOf(time_zone, periods) }, plant);
  const overlaps = await overlapping(tx, { plant_id, but }, wanted);
  return {
    month,
    before: before.contractual.availability,
    after: after.contractual.availability,
    left_out_before_h: before.contractual.hours.non_working,
    left_out_after_h: after.contractual.hours.non_working,
    overlaps: overlaps.slice(0, MAX_OVERLAPS).map((one) => ({
      name: one.name,
      start_time: new Date(one.start).toISOString(),
      end_time: new Date(one.end).toISOString(),
    })),
  };
}
