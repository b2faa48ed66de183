import type { Out } from '../../../shared/contract/call.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { localDay } from '../../../shared/units/zones.ts';
import type { municipalitiesCalls, YearPreview } from '../municipalities.contract.ts';
import { LINES, type Schedule } from '../night.model.ts';
import { type LoadOfLine, oddNights, type YearOfLights, yearOf } from '../year.model.ts';
import { findBoxes, listBoxIds } from './boxes.repository.ts';
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

/** Of each line number: what the municipality's lines of that number take, and a mean price weighed by that. */
async function loadsOf(tx: Tx, municipality_id: number, now: Date): Promise<LoadOfLine[]> {
  const filter = { comune_id: municipality_id, unassigned: null, state: null, search: null };
  const { ids } = await listBoxIds(tx, filter, { page: 1, page_size: 10_000, now });
  const pods = new Map((await findBoxes(tx, ids, now)).map(({ id, pod }) => [id, pod]));
  const lines = (await listLinesOf(tx, ids)).filter(({ enabled }) => enabled);
  const prices = Map.groupBy(await listPrices(tx, [...new Set(pods.values())]), ({ pod }) => pod);
  return LINES.map((line) => {
    const own = lines
      .filter((one) => one.line === line)
      .map((one) => ({ kw: one.load_nominal_kw ?? one.lamps_kw, pod: pods.get(one.box_id) ?? '' }))
      .filter((one): one is Load => one.kw !== null);
    const kw = own.length > 0 ? own.reduce((sum, one) => sum + one.kw, 0) : null;
    return { line, kw, eur_kwh: meanPrice(own, prices) };
  });
}

const shown = ({ burning_min, kwh, eur }: YearOfLights): YearPreview['asked'] => {
  const lines = Object.entries(burning_min).map(([line, minutes]) => ({
    line: Number(line),
    hours: minutes / 60,
  }));
  return { hours: Math.max(0, ...lines.map(({ hours }) => hours)), kwh, eur, lines };
};

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
  const loads = await loadsOf(tx, id, now);
  return {
    from_day,
    asked: shown(yearOf(asked, from_day, loads)),
    today: shown(yearOf(today, from_day, loads)),
    odd_nights: oddNights({ asked, today }, { from: from_day, lines: LINES }),
  };
}
