import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { type ChangedStretch, markChangedDays } from '../../../shared/server/changed-days.repository.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import { writeCalendar } from '../ical.model.ts';
import type { NewRgi, Rgi, RgiChange, RgiDetail, RgiPeriod } from '../rgi.contract.ts';
import { firstOverlap, type Period, periodsOf } from '../rgi.model.ts';
import { writePeriods } from '../rgi-csv.model.ts';
import { readCalendarFile } from './calendar-file.ts';
import { assertNotTooMany, overlapping } from './overlaps.ts';
import { type ZonedPlant, zonesOfPlants } from './plant-zones.repository.ts';
import {
  deleteRgi,
  holdCalendar,
  holdRgi,
  type ItemRow,
  insertRgi,
  listItems,
  listOthers,
  listPeriods,
  listRgi,
  listStretches,
  type RgiRow,
  renameRgi,
  replaceItems,
  type WantedRgi,
} from './rgi.repository.ts';

// spec §8: the words for what is not there, and for what another company has.
function notFoundRgi(): never {
  throw new AppError('not_found', 'RGI not found.');
}

function refuse(
  path: string,
  code: string,
  message: string,
  params: Record<string, string | number> = {},
): never {
  throw new AppError('invalid', message, { errors: [{ path, message, code, params }] });
}

export function present({ plant_id: _, start_at, end_at, ...row }: RgiRow): Rgi {
  return { ...row, start_time: start_at.toISOString(), end_time: end_at.toISOString() };
}

const presentItem = ({ start_at, end_at, working }: ItemRow) => ({
  start_time: start_at.toISOString(),
  end_time: end_at.toISOString(),
  working,
});

const periodOf = ({ start_time, end_time, working }: RgiDetail['items'][number]): Period => ({
  start: Date.parse(start_time),
  end: Date.parse(end_time),
  working,
});

export async function listEntries(tx: Tx, wanted: WantedRgi): Promise<Rgi[]> {
  return (await listRgi(tx, wanted)).map(present);
}

/** @throws AppError not_found: 'RGI not found.' */
export async function findRgi(tx: Tx, id: number): Promise<RgiDetail> {
  const row = (await listRgi(tx, { id }))[0] ?? notFoundRgi();
  return { ...present(row), items: (await listItems(tx, id)).map(presentItem) };
}

/**
 * Refuses periods that overlap each other or others of the plant's calendar.
 * @throws AppError invalid for one's own; conflict for another entry's, naming it and when
 */
async function judge(
  tx: Tx,
  { plant, but = [] }: { plant: ZonedPlant; but?: readonly number[] },
  items: readonly Period[],
) {
  if (items.length === 0) refuse('items', 'no_periods', 'An entry has at least one period');
  assertNotTooMany(items);
  const spanned = ({ start, end }: Pick<Period, 'start' | 'end'>) => ({
    plant: plant.name,
    zone: plant.time_zone,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  });
  const own = firstOverlap(items);
  if (own) refuse('items', 'overlap', 'Two of the periods overlap', spanned(own.second));
  await holdCalendar(tx, plant.id);
  const [other] = await overlapping(tx, { plant_id: plant.id, but }, items);
  if (!other) return;
  const message = 'The calendar of the plant has another period at this time';
  const params = { name: other.name, ...spanned(other) };
  throw new AppError('conflict', message, {
    errors: [{ path: 'items', message, code: 'overlaps_other', params }],
  });
}

/** From the first period of an entry to its last: what is kept of these days was counted by it. */
const stretchOf = (plant_id: number, { start_time, end_time }: Rgi): ChangedStretch => ({
  plant_id,
  start: new Date(start_time),
  end: new Date(end_time),
});

async function add(tx: Tx, plant: ZonedPlant, { name, items }: { name: string; items: readonly Period[] }) {
  await judge(tx, { plant }, items);
  const plant_id = plant.id;
  const id = await insertRgi(tx, { plant_id, name });
  await replaceItems(tx, { id, plant_id }, items);
  const made = await findRgi(tx, id);
  await markChangedDays(tx, [stretchOf(plant_id, made)]);
  await recordAudit(tx, 'rgi.created', String(id), {
    name,
    proj_code: made.proj_code,
    periods: items.length,
  });
  return made;
}

const tell = (tx: Tx): Promise<void> => notifyTopics(tx, ['rgi', 'availability']);

async function plantsOf(tx: Tx, codes: readonly string[]) {
  const named = [...new Set(codes)];
  const found = await plantCodes.find(tx, named, plantFilter(tx.scope));
  if (found.length < named.length) notFound();
  return zonesOfPlants(
    tx,
    found.map(({ id }) => id),
  );
}

/** Adds an entry to each of the plants, all or none. @throws AppError not_found; invalid; conflict */
export async function createRgi(
  tx: Tx,
  { proj_code, also, name, items, repeat }: NewRgi,
): Promise<RgiDetail[]> {
  const plants = await plantsOf(tx, [proj_code, ...also]);
  const made: RgiDetail[] = [];
  for (const plant of plants) {
    const repeated = repeat ? periodsOf(plant.time_zone, repeat, repeat.working) : [];
    made.push(await add(tx, plant, { name, items: [...items.map(periodOf), ...repeated] }));
  }
  await tell(tx);
  return made.toSorted((a, b) => Number(b.proj_code === proj_code) - Number(a.proj_code === proj_code));
}

/** Gives an entry other periods. @throws AppError not_found; invalid; conflict */
export async function changeRgi(tx: Tx, id: number, given: z.output<typeof RgiChange>): Promise<RgiDetail> {
  const held = (await holdRgi(tx, id)) ?? notFoundRgi();
  const before = await findRgi(tx, id);
  await assertVersion(held, given.version, () => before);
  const items = given.items.map(periodOf);
  const [plant] = await zonesOfPlants(tx, [held.plant_id]);
  await judge(tx, { plant: plant ?? notFoundRgi(), but: [id] }, items);
  await replaceItems(tx, { id, plant_id: held.plant_id }, items);
  await renameRgi(tx, id, given.name ?? before.name);
  const { proj_code, name } = before;
  await recordAudit(tx, 'rgi.changed', String(id), { name, proj_code, periods: items.length });
  const after = await findRgi(tx, id);
  await markChangedDays(
    tx,
    [before, after].map((entry) => stretchOf(held.plant_id, entry)),
  );
  await tell(tx);
  return after;
}

/** Deletes entries, all or none. @throws AppError not_found */
export async function removeRgi(tx: Tx, ids: readonly number[]): Promise<void> {
  const stretches = await listStretches(tx, ids);
  const gone = await deleteRgi(tx, [...new Set(ids)]);
  if (gone.length < new Set(ids).size) notFoundRgi();
  await markChangedDays(tx, stretches);
  for (const { id, name } of gone) await recordAudit(tx, 'rgi.removed', String(id), { name });
  await tell(tx);
}

export async function periodsShown(
  tx: Tx,
  asked: { proj_code?: string | undefined; start: string; end: string },
): Promise<RgiPeriod[]> {
  return (await listPeriods(tx, asked)).map(({ plant_id: _, start_at, end_at, ...row }) => ({
    ...row,
    start_time: start_at.toISOString(),
    end_time: end_at.toISOString(),
  }));
}

const EVER = { start: Date.UTC(2, 0), end: Date.UTC(9998, 0) };

/** The calendar of a plant as a file. @throws AppError not_found */
export async function calendarFile(
  tx: Tx,
  { proj_code, format }: { proj_code: string; format: 'ics' | 'csv' },
  now: Date,
) {
  const [plant] = await plantsOf(tx, [proj_code]);
  const { id, time_zone } = plant ?? notFound();
  const periods = await listOthers(tx, { plant_id: id, ...EVER });
  const items = periods.map(({ start_at, end_at, working }) => ({
    start: start_at.getTime(),
    end: end_at.getTime(),
    working,
  }));
  const text =
    format === 'csv'
      ? writePeriods(items, time_zone)
      : writeCalendar({ name: `RGI ${proj_code}`, items, now: now.getTime() });
  return { file_name: `rgi-${proj_code}.${format}`, text };
}

/** Adds the periods of an iCalendar or a CSV file as one entry. @throws AppError not_found; invalid with lines; conflict */
export async function importCalendar(
  tx: Tx,
  {
    proj_code,
    name,
    ...file
  }: { proj_code: string; name: string; text: string; until_on?: string | undefined },
): Promise<RgiDetail> {
  const [plant] = await plantsOf(tx, [proj_code]);
  const known = plant ?? notFound();
  const made = await add(tx, known, { name, items: readCalendarFile(file, known.time_zone) });
  await tell(tx);
  return made;
}
