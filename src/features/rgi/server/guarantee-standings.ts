import { notFound } from '../../../shared/server/errors.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders, HOUR_MS } from '../../../shared/units/zones.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import { hoursUnder, noHours, sharesOf, weightedCells } from '../availability.model.ts';
import { daysOfPeriod, standingOf } from '../guarantee.model.ts';
import type { GuaranteeStanding } from '../guarantees.contract.ts';
import type { WorkCalendar } from '../rgi.model.ts';
import { listRatedPlants, type RatedPlant } from './availability.repository.ts';
import { countDevices } from './availability.ts';
import { loadCalendar } from './calendar.public.ts';
import { type Counting, clearSkyOf, countingFor, needsSun, STEP_MS } from './counting.ts';
import { type GuaranteeRow, listGuarantees } from './guarantees.repository.ts';

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
  for (let at = Math.ceil(from / STEP_MS) * STEP_MS; at < to; at += STEP_MS) {
    const sun = sky(at);
    if (sun === null) return null;
    if (sun >= least && (calendar?.works(at) ?? true)) hours += STEP_MS / HOUR_MS;
  }
  return hours;
}

/** What is counted of the days of a period that have begun. */
async function cellsOf(tx: Tx, plant: RatedPlant, span: { start: number; end: number }, now: number) {
  const counting: Counting = await countingFor(tx, { ...span, now }, [plant]);
  const devices = await countDevices(counting, plant);
  const weight = (kw: number | null) => kw ?? 0;
  return {
    least: counting.least,
    cells: weightedCells(
      devices.map(({ device, cells }) => ({ weight: weight(device.nominal_power), cells })),
    ),
  };
}

async function standOf(
  tx: Tx,
  { plant, month, now }: { plant: RatedPlant; month: string; now: number },
  row: GuaranteeRow,
): Promise<GuaranteeStanding[]> {
  const days = daysOfPeriod(row, month);
  if (!days) return [];
  const [start, end] = [
    dayBorders(plant.time_zone, days.from).start,
    dayBorders(plant.time_zone, days.to).end,
  ];
  const until = Math.min(Math.max(now, start + STEP_MS), end);
  const { cells, least } = await cellsOf(tx, plant, { start, end: until }, now);
  const hours = plant.devices.length > 0 ? hoursUnder(cells, row) : noHours();
  const calendar = row.leaves_out_closed
    ? await loadCalendar(tx, { ...plant, start: until, end: end + 1 })
    : null;
  const ahead_h = hoursAhead(plant, { from: Math.max(now, start), to: end, least, calendar });
  const { id, proj_code, plant_name, name, period, guaranteed_pct } = row;
  return [
    {
      ...{ id, proj_code, plant_name, name, period, guaranteed_pct, ...days, ahead_h },
      completeness: sharesOf(hours).completeness,
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
  const standings = [];
  for (const row of rows) standings.push(...(await standOf(tx, { plant, month, now: now.getTime() }, row)));
  return standings;
}
