import { AppError, notFound } from '../../../shared/server/errors.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, dayBorders, HOUR_MS, localDay } from '../../../shared/units/zones.ts';
import { listFirstDays } from '../../measurements/server/plant-days.public.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import { CELLS, type HoursByCell, hoursUnder, noCells, noHours, sharesOf } from '../availability.model.ts';
import { daysOfPeriod, standingOf } from '../guarantee.model.ts';
import type { GuaranteeStanding } from '../guarantees.contract.ts';
import type { WorkCalendar } from '../rgi.model.ts';
import { listRatedPlants, type RatedPlant } from './availability.repository.ts';
import { countAll } from './availability.ts';
import { sumKept } from './availability-days.repository.ts';
import { recountingSince } from './availability-of-many.ts';
import { loadCalendar } from './calendar.public.ts';
import { wholeDaysOf } from './counted-days.ts';
import { type Counting, clearSkyOf, countingFor, cutting, needsSun, STEP_MS } from './counting.ts';
import { type GuaranteeRow, listGuarantees } from './guarantees.repository.ts';
import { NONE_UNMADE, unmadeDays } from './unmade-days.ts';

interface Ahead {
  readonly from: number;
  readonly to: number;
  readonly least: number;
  /** When the plant is to work; null: closed hours count like others. */
  readonly calendar: WorkCalendar | null;
}

/** Hours in which the plant is to work from now on, under a cloudless sky; null where its place is not known. */
function hoursAhead(plant: RatedPlant, { from, to, least, calendar }: Ahead): number | null {
  const sky = needsSun(plant) ? clearSkyOf(plant) : () => Number.POSITIVE_INFINITY;
  let hours = 0;
  const cut = cutting(calendar?.borders ?? []);
  for (let at = Math.ceil(from / STEP_MS) * STEP_MS; at < to; at += STEP_MS) {
    const sun = sky(at);
    if (sun === null) return null;
    if (sun < least) continue;
    for (const one of cut(at)) if (calendar?.works(one.at) ?? true) hours += (one.end - one.at) / HOUR_MS;
  }
  return hours;
}

/** Of longer periods, and of plants with more readings, days count as they are kept: else somebody would wait too long. */
const MAX_COUNTED_DAYS = 40;

/** The same, or null where these are too many readings to be looked at at once. */
async function countedIfFew(counting: Counting, plant: RatedPlant): Promise<HoursByCell | null> {
  try {
    return (await countAll(counting, plant)).cells;
  } catch (err) {
    if (err instanceof AppError && err.code === 'invalid') return null;
    throw err;
  }
}

interface CountedPeriod {
  readonly cells: HoursByCell;
  /** Days that are over and in no figure: that are to be made, and that lie too far back. */
  readonly pending_days: number;
  readonly older_days: number;
  /** Since when some of them are to be counted anew; null: they stand. */
  readonly since: Date | null;
}

const ALL_COUNTED = { pending_days: 0, older_days: 0, since: null };

/** What is counted of the days of a period that have begun. */
async function cellsOf(counting: Counting, plant: RatedPlant): Promise<CountedPeriod> {
  const { tx, start, end } = counting;
  if (plant.devices.length === 0 || start >= end) return { cells: noCells(), ...ALL_COUNTED };
  const all = end - start <= MAX_COUNTED_DAYS * DAY_MS ? await countedIfFew(counting, plant) : null;
  if (all) return { cells: all, ...ALL_COUNTED };
  const days = wholeDaysOf(plant.time_zone, counting);
  const [first, last] = [days[0], days.at(-1)];
  const span = { plant_ids: [plant.plant_id], from: first?.day ?? '', to: last?.day ?? '' };
  const [kept] = first ? await sumKept(tx, span, 0) : [];
  // A day of which one device has too many readings is never kept either, and told as pending once it is over.
  const today = (await countedIfFew({ ...counting, start: last?.end ?? start }, plant)) ?? noCells();
  const cells = noCells();
  for (const cell of CELLS) cells[cell] = today[cell] + (kept?.[cell] ?? 0);
  const since = (await recountingSince(tx, span.plant_ids, counting)).get(plant.plant_id) ?? null;
  const gaps = await unmadeDays(tx, {
    plants: [plant],
    days: days.map(({ day }) => day),
    kept: new Map([[plant.plant_id, kept?.days ?? 0]]),
    today: localDay(plant.time_zone, counting.now).day,
  });
  const { unmade, older } = gaps.get(plant.plant_id) ?? NONE_UNMADE;
  return { cells, pending_days: unmade, older_days: older, since };
}

async function standOf(
  tx: Tx,
  { plant, since, month, now }: { plant: RatedPlant; since: string; month: string; now: number },
  row: GuaranteeRow,
): Promise<GuaranteeStanding[]> {
  const days = daysOfPeriod(row, month);
  if (!days) return [];
  const [start, end] = [
    dayBorders(plant.time_zone, days.from).start,
    dayBorders(plant.time_zone, days.to).end,
  ];
  const until = Math.min(Math.max(now, start + STEP_MS), end);
  const counted_from = Math.max(start, dayBorders(plant.time_zone, since).start);
  const counting = await countingFor(tx, { start: counted_from, end: until, now }, [plant]);
  const { cells, pending_days, older_days, since: changed } = await cellsOf(counting, plant);
  const hours = plant.devices.length > 0 ? hoursUnder(cells, row) : noHours();
  const calendar = row.leaves_out_closed
    ? await loadCalendar(tx, { ...plant, start: until, end: end + 1 })
    : null;
  const ahead_h = hoursAhead(plant, {
    from: Math.max(now, start),
    to: end,
    least: plant.least_irradiance_wm2,
    calendar,
  });
  const { id, proj_code, plant_name, name, period, guaranteed_pct } = row;
  return [
    {
      id,
      proj_code,
      plant_name,
      name,
      period,
      guaranteed_pct,
      ...days,
      ahead_h,
      pending_days,
      older_days,
      recounting_since: changed?.toISOString() ?? null,
      completeness: sharesOf(hours).completeness,
      counted_h: hours.good + hours.excluded + hours.bad,
      ...standingOf(row, hours, ahead_h),
    },
  ];
}

/** How the period of a month stands against each guarantee of a plant. @throws AppError not_found */
export async function standingsOf(
  tx: Tx,
  { proj_code, month }: { readonly proj_code: string; readonly month: string },
  now: Date,
): Promise<GuaranteeStanding[]> {
  if (!(await plantCodes.find(tx, [proj_code], plantFilter(tx.scope)))[0]) notFound();
  const [plant] = await listRatedPlants(tx, { codes: [proj_code], device_id: null });
  if (!plant) return [];
  const rows = await listGuarantees(tx, { proj_code });
  // Days before the first reading of a plant are none on which it was to work.
  const since = (await listFirstDays(tx, [plant.plant_id])).get(plant.plant_id) ?? '2000-01-01';
  const of = { plant, since, month, now: now.getTime() };
  const standings = [];
  for (const row of rows) standings.push(...(await standOf(tx, of, row)));
  return standings;
}
