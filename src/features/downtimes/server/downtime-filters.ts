import { type Condition, inTurn, oneOf } from '../../../shared/server/conditions.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { holdsText, wordsOf } from '../../../shared/server/records/found-text.ts';
import { isAmong } from '../../../shared/server/records/id-set.ts';
import type { FiltersOf } from '../../../shared/server/records/record-book-kind.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { downtimeBook } from '../downtimes.contract.ts';
import { findPlant } from './downtimes.repository.ts';
import { findMatches, findOfMake, type Matches } from './find-matches.repository.ts';

export type DowntimeFilters = FiltersOf<typeof downtimeBook>;

/** @throws AppError invalid, naming `end` */
export function windowOf({ start, end }: Pick<DowntimeFilters, 'start' | 'end'>): {
  start: Date | undefined;
  end: Date | undefined;
} {
  const window = { start: start && new Date(start), end: end && new Date(end) };
  if (window.start && window.end && window.end <= window.start) {
    const message = 'must be after start';
    const errors = [{ path: 'end', message, code: 'not_after_start' }];
    throw new AppError('invalid', 'Data is not valid', { errors });
  }
  return { start: window.start || undefined, end: window.end || undefined };
}

/** Whatever a device stood still with is a downtime of its plant. */
const OF_DEVICE = `(r.plant_id = (select v.plant_id from plants.device v where v.company_id = $1 and v.id = $?)
  and (r.extent = 'plant' or r.id in (select x.downtime_id from downtime_device x where x.company_id = $1 and x.device_id = $?)))`;
const OF_KIND = 'r.cause_id in (select c.id from downtime_cause c where c.company_id = $1 and c.kind = $?)';
const AVAILABLE =
  'r.cause_id in (select c.id from downtime_cause c where c.company_id = $1 and c.availability = $?)';
const OF_ALARM =
  'r.id in (select l.downtime_id from downtime_alarm l where l.company_id = $1 and l.alarm_id = $?)';
const IN_TEXTS = holdsText('downtime', '$?1');
const LASTING: Readonly<Record<'true' | 'false', Condition>> = {
  true: ['r.stop_at is null'],
  false: ['r.stop_at is not null'],
};
const FIGURES: Readonly<Record<'none' | 'partial', Condition>> = {
  none: ['(r.energy_lost_kwh is null or r.earning_lost_eur is null)'],
  partial: ["(r.loss_detail ->> 'missing_hours')::float8 > 0"],
};

const NOT_GIVEN = '-';

/** Of which make a device is that it names; of the whole plant no device is named. */
async function madeBy(
  tx: Tx,
  { maker, model }: Pick<DowntimeFilters, 'maker' | 'model'>,
): Promise<Condition[]> {
  if (maker === undefined && model === undefined) return [];
  const [by, as] = [maker, model].map((name) => (name === NOT_GIVEN ? '' : name));
  return [["r.extent <> 'plant'"], isAmong('r.id', await findOfMake(tx, { maker: by, model: as }))];
}

/** What holds a word: what is known of a downtime by number is compared only where something is called so. */
function holding({ plants, causes, downtimes }: Matches, word: string): Condition {
  const known = (
    [
      ['r.plant_id', plants],
      ['r.cause_id', causes],
      ['r.id', downtimes],
    ] as const
  ).filter(([, ids]) => ids.length > 0);
  return oneOf([...known.map(([column, ids]) => isAmong(column, ids)), [IN_TEXTS, word]]);
}

/** Every word of a search has to be found, each where it likes. */
async function searched(tx: Tx, text: string): Promise<Condition[]> {
  const words = wordsOf(text);
  const matches = words.length === 0 ? [] : await findMatches(tx, words);
  return inTurn(matches.map((found, i) => holding(found, words[i] ?? '')));
}

/**
 * What the filters ask of a downtime `r`. Those that touch a window count as in it: they began before its end, and had not ended at
 * its start; one that lasts has not.
 * @throws AppError invalid for a window that ends before it begins; not_found for a plant that the scope may not see
 */
export async function downtimesWhere(tx: Tx, filters: DowntimeFilters): Promise<Condition[]> {
  const { start, end } = windowOf(filters);
  const { proj_code, device_id, cause_id, kind, open, planned, claim_state, figure, alarm_id, search } =
    filters;
  const { availability, began_from, began_to } = filters;
  const plant = proj_code === undefined ? undefined : ((await findPlant(tx, proj_code)) ?? notFound());
  return [
    ['r.start_at < $?', end],
    ['(r.stop_at is null or r.stop_at > $?)', start],
    ['r.plant_id = $?', plant?.id],
    [OF_DEVICE, device_id],
    ['r.cause_id = $?', cause_id],
    [OF_KIND, kind],
    [AVAILABLE, availability],
    ...(await madeBy(tx, filters)),
    ['r.start_at >= $?', began_from],
    ['r.start_at < $?', began_to],
    ...(open ? [LASTING[open]] : []),
    ['r.planned = $?', planned && planned === 'true'],
    ['r.claim_state = $?', claim_state],
    [OF_ALARM, alarm_id],
    ...(figure ? [FIGURES[figure]] : []),
    ...(search ? await searched(tx, search) : []),
  ];
}
