import type { z } from 'zod';
import { notFound } from '../../../shared/server/errors.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, localDay } from '../../../shared/units/zones.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { RgiItem, RgiRepeat } from '../rgi.contract.ts';
import { calendarOf, type Period, periodsOf } from '../rgi.model.ts';
import { listRatedPlants } from './availability.repository.ts';
import { countPlant } from './availability.ts';
import { countingOf } from './counting.ts';
import { listOthers } from './rgi.repository.ts';

interface Asked {
  readonly proj_code: string;
  readonly items: readonly z.output<typeof RgiItem>[];
  readonly repeat?: z.output<typeof RgiRepeat> | undefined;
  /** The entry whose periods these are instead of. */
  readonly instead_of?: number | undefined;
}

/** The month before the one of an instant, by a plant's calendar: its first day and the day after its last. */
function monthBefore(zone: string, now: number): { first: string; next: string } {
  const next = `${localDay(zone, now).day.slice(0, 7)}-01`;
  return { first: `${addDays(next, -1).slice(0, 7)}-01`, next };
}

/** What periods would make of last month's contractual availability, before they are stored. @throws AppError not_found */
export async function previewOf(tx: Tx, { proj_code, items, repeat, instead_of }: Asked, now: Date) {
  if (!(await plantCodes.find(tx, [proj_code], plantFilter(tx.scope)))[0]) notFound();
  const plant = (await listRatedPlants(tx, { codes: [proj_code], device_id: null }))[0] ?? notFound();
  const { plant_id, time_zone } = plant;
  const { first, next } = monthBefore(time_zone, now.getTime());
  const [start, end] = [dayBorders(time_zone, first).start, dayBorders(time_zone, next).start];
  const span = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  const stored = await listOthers(tx, { plant_id, start, end, but: instead_of ?? null });
  const periods: Period[] = [
    ...stored.map((one) => ({
      start: one.start_at.getTime(),
      end: one.end_at.getTime(),
      working: one.working,
    })),
    ...items.map((one) => ({
      start: Date.parse(one.start_time),
      end: Date.parse(one.end_time),
      working: one.working,
    })),
    ...(repeat ? periodsOf(time_zone, repeat, repeat.working) : []),
  ];
  const counting = await countingOf(tx, span, [plant], now);
  const before = await countPlant(counting, plant);
  const after = await countPlant({ ...counting, calendar: calendarOf(time_zone, periods) }, plant);
  return {
    month: first.slice(0, 7),
    before: before.contractual.availability,
    after: after.contractual.availability,
    left_out_before_h: before.contractual.hours.non_working,
    left_out_after_h: after.contractual.hours.non_working,
  };
}
