import type { Out } from '../../../shared/contract/call.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { localDay } from '../../../shared/units/zones.ts';
import { MOST_BOXES } from '../lighting.model.ts';
import type { municipalitiesCalls, YearPreview } from '../municipalities.contract.ts';
import { LINES, type OwnTimes, type Schedule } from '../night.model.ts';
import { exceptionNights, type LoadOfLine, oddNights, yearOf } from '../year.model.ts';
import { type BoxRow, findBoxes, listBoxIds } from './boxes.repository.ts';
import { withGiven } from './given.ts';
import { listLinesOf } from './lines.repository.ts';
import { readMunicipality } from './municipalities.service.ts';
import { scheduleOf } from './schedules.ts';
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

/** Boxes that follow the schedule alike: with the same times of their own, or none. */
interface Followers {
  readonly own: OwnTimes | null;
  readonly loads: readonly LoadOfLine[];
}

const ownOf = ({ turn_on_auto, turn_on_date, turn_off_auto, turn_off_date }: BoxRow): OwnTimes | null =>
  turn_on_auto === null && turn_on_date === null && turn_off_auto === null && turn_off_date === null
    ? null
    : { turn_on_auto, turn_on_date, turn_off_auto, turn_off_date };

/** Of boxes that follow the schedule: what their lines of each number take, and a mean price weighed by that. */
async function listFollowers(tx: Tx, municipality_id: number, now: Date): Promise<Followers[]> {
  const filter = { comune_id: municipality_id, unassigned: null, state: null, search: null };
  const { ids } = await listBoxIds(tx, filter, { page: 1, page_size: MOST_BOXES, now });
  const boxes = (await findBoxes(tx, ids, now)).filter(({ enabled, auto_mode }) => enabled && auto_mode);
  const lines = Map.groupBy(
    (await listLinesOf(tx, ids)).filter(({ enabled }) => enabled),
    ({ box_id }) => box_id,
  );
  const pods = [...new Set(boxes.map(({ pod }) => pod))];
  const prices = Map.groupBy(await listPrices(tx, pods), ({ pod }) => pod);
  const loadsOf = (those: readonly BoxRow[]): LoadOfLine[] =>
    LINES.map((line) => {
      const loads = those.flatMap(({ id, pod }) =>
        (lines.get(id) ?? []).flatMap((one): Load[] => {
          const kw = one.line === line ? (one.load_nominal_kw ?? one.lamps_kw) : null;
          return kw === null ? [] : [{ kw, pod }];
        }),
      );
      const kw = loads.length > 0 ? loads.reduce((sum, one) => sum + one.kw, 0) : null;
      return { line, kw, eur_kwh: meanPrice(loads, prices) };
    });
  const alike = Map.groupBy(boxes, (box) => JSON.stringify(ownOf(box)));
  return [...alike].map(([own, those]) => ({
    own: JSON.parse(own) as OwnTimes | null,
    loads: loadsOf(those),
  }));
}

/** Null where one of them is not known. */
const total = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);

/** A year of a schedule: the hours of its lines, and what all that follow it use, each by its own times. */
function yearOfAll(schedule: Schedule, from: string, followers: readonly Followers[]): YearPreview['asked'] {
  const hours = yearOf(
    schedule,
    from,
    LINES.map((line) => ({ line, kw: null, eur_kwh: () => null })),
  );
  const used = followers
    .map(({ own, loads }) => yearOf(own ? { ...schedule, own } : schedule, from, loads))
    .filter(({ kwh }) => kwh !== null);
  const lines = LINES.map((line) => ({ line, hours: (hours.burning_min[line] ?? 0) / 60 }));
  return {
    hours: Math.max(...lines.map((one) => one.hours)),
    kwh: used.length === 0 ? null : total(used.map(({ kwh }) => kwh)),
    eur: used.length === 0 ? null : total(used.map(({ eur }) => eur)),
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
    times: withGiven(row, fields),
    exceptions: exceptions ? exceptions.map((one, at) => ({ ...one, position: at + 1 })) : standing,
  };
  const from_day = localDay(municipality.time_zone, now.getTime()).day;
  const followers = await listFollowers(tx, id, now);
  return {
    from_day,
    asked: yearOfAll(asked, from_day, followers),
    today: yearOfAll(today, from_day, followers),
    exceptions: exceptionNights(asked, from_day),
    odd_nights: oddNights({ asked, today }, { from: from_day, lines: LINES }),
  };
}
