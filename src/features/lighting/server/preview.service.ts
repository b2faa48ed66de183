import { setImmediate as turn } from 'node:timers/promises';
import type { Out } from '../../../shared/contract/call.ts';
import { merge } from '../../../shared/server/changed-fields.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { sumIfAllKnown } from '../../../shared/units/sums.ts';
import { addDays, localDay } from '../../../shared/units/zones.ts';
import { MAX_BOXES, MAX_TIMES } from '../lighting.model.ts';
import type { municipalitiesCalls, YearPreview } from '../municipalities.contract.ts';
import { forgetNights, LINES, type Schedule } from '../night.model.ts';
import { exceptionNights, type LoadOfLine, oddNights, yearOf, yearOfParts } from '../year.model.ts';
import { type BoxRow, findBoxes, listBoxIds } from './boxes.repository.ts';
import { type LineRow, listLinesOf } from './lines.repository.ts';
import { readMunicipality } from './municipalities.service.ts';
import { scheduleOf, scheduleOfBox } from './schedules.ts';
import { listExceptions, listSettings } from './settings.repository.ts';
import { assertSettings } from './settings.service.ts';
import { listPrices, type PriceRow } from './used-energy.repository.ts';

/** What a kWh costs at a supply point on a day; prices come by day. */
export const priceOn = (prices: readonly PriceRow[], day: string): number | null =>
  prices.findLast(({ from_day }) => from_day <= day)?.eur_kwh ?? null;

interface Load {
  readonly kw: number;
  readonly pod: string;
}

/** What a kWh of some lines costs on a day, weighed by what they take: worked out once between two days on which a price changes. */
function meanPrice(
  loads: readonly Load[],
  prices: ReadonlyMap<string, PriceRow[]>,
): (day: string) => number | null {
  const of = (pod: string) => prices.get(pod) ?? [];
  const changes = [...new Set(loads.flatMap(({ pod }) => of(pod).map(({ from_day }) => from_day)))].sort();
  const all = loads.reduce((sum, { kw }) => sum + kw, 0);
  const meanOn = (day: string): number | null => {
    const priced = loads.map(({ kw, pod }) => ({ kw, price: priceOn(of(pod), day) }));
    if (all === 0 || priced.some(({ kw, price }) => kw > 0 && price === null)) return null;
    return priced.reduce((sum, { kw, price }) => sum + kw * (price ?? 0), 0) / all;
  };
  const known = new Map<string, number | null>();
  return (day) => {
    const since = changes.findLast((change) => change <= day) ?? '';
    const mean = known.has(since) ? known.get(since) : meanOn(day);
    known.set(since, mean ?? null);
    return mean ?? null;
  };
}

/** The boxes of a municipality, with what they may take and what that costs. */
interface Lit {
  readonly municipality_id: number;
  readonly boxes: readonly BoxRow[];
  readonly lines: ReadonlyMap<number, readonly LineRow[]>;
  readonly prices: ReadonlyMap<string, PriceRow[]>;
  readonly left_out: YearPreview['energy_left_out'];
}

async function readLit(
  tx: Tx,
  { municipality_id, schedule }: { readonly municipality_id: number; readonly schedule: Schedule },
  now: Date,
): Promise<Lit> {
  const filter = { comune_id: municipality_id, unassigned: null, state: null, search: null };
  const { ids, count } = await listBoxIds(tx, filter, { page: 1, page_size: MAX_BOXES, now });
  if (count > MAX_BOXES)
    return { municipality_id, boxes: [], lines: new Map(), prices: new Map(), left_out: 'too_many_boxes' };
  const boxes = await findBoxes(tx, ids, now);
  const lines = Map.groupBy(
    (await listLinesOf(tx, ids)).filter(({ enabled }) => enabled),
    ({ box_id }) => box_id,
  );
  const pods = [...new Set(boxes.map(({ pod }) => pod))];
  const prices = Map.groupBy(await listPrices(tx, pods), ({ pod }) => pod);
  const times = alike(schedule, { municipality_id, boxes }).length;
  return { municipality_id, boxes, lines, prices, left_out: times > MAX_TIMES ? 'too_many_times' : null };
}

/** Boxes that follow a schedule alike, with what they follow: as their own times make it. */
const alike = (schedule: Schedule, { municipality_id, boxes }: Pick<Lit, 'municipality_id' | 'boxes'>) =>
  [...Map.groupBy(boxes, (box) => scheduleOfBox(box, new Map([[municipality_id, schedule]])))].flatMap(
    ([followed, those]) => (followed ? [{ followed, those }] : []),
  );

/** What lines of each number take, where that is known, and a mean price weighed by that. */
function loadsOf({ lines, prices }: Lit, boxes: readonly BoxRow[]): LoadOfLine[] {
  return LINES.flatMap((line): LoadOfLine[] => {
    const loads = boxes.flatMap(({ id, pod }) =>
      (lines.get(id) ?? []).flatMap((one): Load[] => {
        const kw = one.line === line ? (one.load_nominal_kw ?? one.lamps_kw) : null;
        return kw === null ? [] : [{ kw, pod }];
      }),
    );
    const kw = loads.reduce((sum, one) => sum + one.kw, 0);
    return loads.length > 0 ? [{ line, kw, eur_kwh: meanPrice(loads, prices) }] : [];
  });
}

const YEAR_NIGHTS = 365;
/** So many nights of a year at once, some milliseconds of work: calls of others have their turn before the next ones. */
const PART_NIGHTS = 30;

/** A year from a day on, part by part. */
async function inParts<T>(from: string, of: (from: string, nights: number) => T): Promise<T[]> {
  const parts: T[] = [];
  for (let night = 0; night < YEAR_NIGHTS; night += PART_NIGHTS) {
    parts.push(of(addDays(from, night), Math.min(PART_NIGHTS, YEAR_NIGHTS - night)));
    await turn();
  }
  return parts;
}

const wholeYear = async (schedule: Schedule, from: string, loads: readonly LoadOfLine[]) =>
  yearOfParts(await inParts(from, (day, nights) => yearOf(schedule, day, loads, nights)));

/** On how many nights of a year each exception counts. */
async function countExceptions(schedule: Schedule, from: string): Promise<YearPreview['exceptions']> {
  const parts = await inParts(from, (day, nights) => exceptionNights(schedule, day, nights));
  return (parts[0] ?? []).map(({ name }, at) => ({
    name,
    nights: parts.reduce((sum, part) => sum + (part[at]?.nights ?? 0), 0),
  }));
}

/** What all that follow a schedule use in a year, each by its own times. Others have their turn between them, and no night is kept. */
async function energyOf(
  schedule: Schedule,
  from: string,
  lit: Lit,
): Promise<{ kwh: number; eur: number | null }[]> {
  const used: { kwh: number; eur: number | null }[] = [];
  if (lit.left_out !== null) return used;
  for (const { followed, those } of alike(schedule, lit)) {
    const { kwh, eur } = await wholeYear(followed, from, loadsOf(lit, those));
    if (kwh !== null) used.push({ kwh, eur });
    forgetNights(followed);
  }
  return used;
}

/** A year of a schedule: the hours of its lines, and what all that follow it use. */
async function yearOfAll(schedule: Schedule, from: string, lit: Lit): Promise<YearPreview['asked']> {
  const hours = await wholeYear(
    schedule,
    from,
    LINES.map((line) => ({ line, kw: null, eur_kwh: () => null })),
  );
  const used = await energyOf(schedule, from, lit);
  const lines = LINES.map((line) => ({ line, hours: (hours.burning_min[line] ?? 0) / 60 }));
  return {
    hours: Math.max(...lines.map((one) => one.hours)),
    kwh: used.length === 0 ? null : sumIfAllKnown(used.map(({ kwh }) => kwh)),
    eur: used.length === 0 ? null : sumIfAllKnown(used.map(({ eur }) => eur)),
    lines,
  };
}

/** A year of what is asked for beside a year of today's settings, from today on. @throws AppError not_found, invalid */
export async function previewYear(
  tx: Tx,
  id: number,
  { settings, now }: Out<(typeof municipalitiesCalls)['preview']['body']> & { readonly now: Date },
): Promise<YearPreview> {
  const municipality = await readMunicipality(tx, id);
  const [row] = await listSettings(tx, { id: null, municipality_id: id });
  if (!row) notFound();
  assertSettings(settings, row);
  const standing = await listExceptions(tx, id);
  const { exceptions, ...fields } = settings;
  const today = scheduleOf(municipality, row, standing);
  const asked: Schedule = {
    ...today,
    times: merge(row, fields),
    exceptions: exceptions ? exceptions.map((one, at) => ({ ...one, position: at + 1 })) : standing,
  };
  const from_day = localDay(municipality.time_zone, now.getTime()).day;
  const lit = await readLit(tx, { municipality_id: id, schedule: today }, now);
  return {
    from_day,
    asked: await yearOfAll(asked, from_day, lit),
    today: await yearOfAll(today, from_day, lit),
    energy_left_out: lit.left_out,
    exceptions: await countExceptions(asked, from_day),
    odd_nights: (
      await inParts(from_day, (from, nights) => oddNights({ asked, today }, { from, lines: LINES, nights }))
    ).flat(),
  };
}
