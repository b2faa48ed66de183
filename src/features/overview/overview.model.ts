import { compareNames, fold } from '../../shared/units/names.ts';
import { sumKnown } from '../../shared/units/sums.ts';
import type { Filter, Sort, SpecifiedSort, Status } from './dashboard.model.ts';
import type { Card } from './overview.contract.ts';

type Conditions = Pick<Card, 'error' | 'warning' | 'string_w' | 'snooze_date'>;
type WithData = Conditions & Pick<Card, 'no_data'>;

export function isSnoozed(card: Pick<Card, 'snooze_date'>, now: number): boolean {
  return card.snooze_date !== null && Date.parse(card.snooze_date) > now;
}

/**
 * Every status whose condition holds for a card (statoImpianto). // spec §4: plant dashboard status
 * Warning and string_w together without error, which no condition names, count as both Warning and String Warning.
 */
export function statusesOf(card: Conditions, now: number): Status[] {
  const error = card.error === 1;
  const warning = card.warning === 1;
  const string = card.string_w;
  const both = warning && string && !error;
  const found: Status[] = [];
  if (error) found.push('alarm');
  if ((warning && !string) || both) found.push('warning');
  if ((string && !warning) || both) found.push('string');
  if (!error && !warning && !string) found.push('success');
  if (isSnoozed(card, now)) found.push('snoozed');
  return found;
}

export type Gravity = 'alarm' | 'warning' | 'string' | 'success';

/** The card's own state: the gravest of what is set; a snooze mutes it and is shown beside it. */
export function gravestOf(card: Conditions): Gravity {
  if (card.error === 1) return 'alarm';
  if (card.warning === 1) return 'warning';
  return card.string_w ? 'string' : 'success';
}

type Calm = 'nodata' | 'asleep' | 'producing' | 'success';
export type OwnState = Exclude<Gravity, 'success'> | Calm;

type WithFigures = WithData & Pick<Card, 'asleep' | 'lost' | 'power_kw'>;

/**
 * What a plant's one pill says. A plant that nothing is wrong with is called producing only while fresh power above zero
 * proves it: without data nothing is known, at night a photovoltaic plant rests, and of the others no alarm is known.
 */
export function ownStateOf(card: WithFigures): OwnState {
  const gravity = gravestOf(card);
  if (gravity !== 'success') return gravity;
  if (card.no_data) return 'nodata';
  if (card.asleep) return 'asleep';
  return !card.lost && card.power_kw !== null && card.power_kw > 0 ? 'producing' : 'success';
}

/** Every filter that shows a card. */
export function filtersOf(card: WithData, now: number): Filter[] {
  return card.no_data ? [...statusesOf(card, now), 'nodata'] : statusesOf(card, now);
}

export function filterCards<C extends WithData>(
  cards: readonly C[],
  filter: Filter | 'all',
  now: number,
): C[] {
  return filter === 'all' ? [...cards] : cards.filter((card) => filtersOf(card, now).includes(filter));
}

/** How many cards each filter would show. */
export function countFilters(cards: readonly WithData[], now: number): Record<Filter | 'all', number> {
  const counts = { all: cards.length, alarm: 0, warning: 0, string: 0, success: 0, snoozed: 0, nodata: 0 };
  for (const card of cards) for (const filter of filtersOf(card, now)) counts[filter] += 1;
  return counts;
}

/** How many cards have each state as their own; these add up to all of them. */
export function countOwnStates(cards: readonly WithFigures[]): Record<OwnState, number> {
  const counts = { alarm: 0, warning: 0, string: 0, nodata: 0, asleep: 0, producing: 0, success: 0 };
  for (const card of cards) counts[ownStateOf(card)] += 1;
  return counts;
}

const byCode = (a: Card, b: Card) => compareNames(a.code, b.code);

const FIGURE = { PN: 'potenza_nominale', P: 'production', I: 'irradianza' } as const;

function byFigure(field: (typeof FIGURE)[keyof typeof FIGURE], direction: 1 | -1) {
  return (a: Card, b: Card) => {
    // Unknown counts as less than everything: first when ascending, last when descending. // spec §9
    const left = a[field] ?? Number.NEGATIVE_INFINITY;
    const right = b[field] ?? Number.NEGATIVE_INFINITY;
    return left === right ? byCode(a, b) : direction * (left < right ? -1 : 1);
  };
}

function bySpecified(sort: SpecifiedSort): (a: Card, b: Card) => number {
  const [what, way] = sort.split('-') as ['CI' | keyof typeof FIGURE, 'C' | 'D'];
  const direction = way === 'C' ? 1 : -1;
  return what === 'CI' ? (a, b) => direction * byCode(a, b) : byFigure(FIGURE[what], direction);
}

const bySeverity = (a: Card, b: Card) =>
  b.error - a.error || b.warning - a.warning || Number(b.string_w) - Number(a.string_w);

/** Among plants without alarms, those that nothing is known of come first; what is well stands as by default. // spec §9 */
const byProblem = (a: Card, b: Card) =>
  bySeverity(a, b) || Number(b.no_data) - Number(a.no_data) || byCode(b, a);

/** The cards with an alarm or without data that no snooze mutes, gravest first. */
export function inTrouble(cards: readonly Card[], now: number): Card[] {
  const calm: ReadonlySet<OwnState> = new Set(['producing', 'success', 'asleep']);
  return cards.filter((card) => !calm.has(ownStateOf(card)) && !isSnoozed(card, now)).toSorted(byProblem);
}

const orderOf = (sort: Sort) => (sort === 'problems' ? byProblem : bySpecified(sort));

/** An order of the cards as they were answered, made once: each key of a search leaves some of them out. */
const ordered = new WeakMap<readonly Card[], Map<string, readonly Card[]>>();
function inOrder(
  cards: readonly Card[],
  name: string,
  compare: (a: Card, b: Card) => number,
): readonly Card[] {
  const known = ordered.get(cards) ?? new Map<string, readonly Card[]>();
  ordered.set(cards, known);
  const sorted = known.get(name) ?? cards.toSorted(compare);
  known.set(name, sorted);
  return sorted;
}

// spec §9: dashboard sort options
export function sortCards(cards: readonly Card[], sort: Sort): readonly Card[] {
  return inOrder(cards, sort, orderOf(sort));
}

/** What a search looks through, made once for each card. */
const texts = new WeakMap<Card, string>();
function textOf(card: Card): string {
  const text = texts.get(card) ?? fold(`${card.code}\n${card.descr}`);
  texts.set(card, text);
  return text;
}

/** Those that hold a text, in the order in which they come. */
function holding(cards: readonly Card[], text: string): Card[] {
  const wanted = fold(text.trim());
  return cards.filter((card) => textOf(card).includes(wanted));
}

/** Cards whose code or description holds the text, gravest first, ties as chosen. // spec §9: search */
export function searchCards(cards: readonly Card[], text: string, sort: Sort): Card[] {
  const order = orderOf(sort);
  return holding(
    inOrder(cards, `gravest ${sort}`, (a, b) => bySeverity(a, b) || order(a, b)),
    text,
  );
}

/** Which plants are meant, and in which order. */
export interface CardWish {
  q: string;
  status: Filter | 'all';
  sort: Sort;
  /** Undefined: of any. */
  type?: Card['productionType'] | undefined;
  /** Of what is searched for the gravest come first, unless a table's column is what orders it. */
  gravestFirst?: boolean | undefined;
}

/** The cards to show: filtered, then found and ordered by gravity, or sorted. */
export function arrangeCards(cards: readonly Card[], wish: CardWish, now: number): Card[] {
  const { q, sort, gravestFirst = true } = wish;
  const isSearch = q.trim() !== '';
  const all = isSearch && gravestFirst ? searchCards(cards, q, sort) : holding(sortCards(cards, sort), q);
  const ofType = wish.type ? all.filter((card) => card.productionType === wish.type) : all;
  return filterCards(ofType, wish.status, now);
}

export interface Total {
  /** Sum or mean of what is known; null when nothing is. */
  value: number | null;
  /** How many plants it is made of. */
  known: number;
}

function totalOf(values: readonly (number | null)[]): Total {
  return { value: sumKnown(values), known: values.filter((value) => value !== null).length };
}

/** Whether a plant has irradiance: others have none that could be missing. */
export const isSolar = ({
  productionType,
  irradianza,
}: Pick<Card, 'productionType' | 'irradianza'>): boolean =>
  productionType === 'photovoltaic' || irradianza !== null;

/** Its power as a share of the nominal (%); null where either is unknown. */
export const loadOf = ({ power_kw, potenza_nominale }: Pick<Card, 'power_kw' | 'potenza_nominale'>) =>
  power_kw !== null && potenza_nominale ? (100 * power_kw) / potenza_nominale : null;

/** Energy today over nominal power, kWh/kWp of photovoltaic plants and kWh/kW of others; null where either is unknown. */
export const specificYieldOf = ({
  production,
  potenza_nominale,
}: Pick<Card, 'production' | 'potenza_nominale'>) =>
  production !== null && potenza_nominale ? production / potenza_nominale : null;

export const LINKS = ['none', 'lost', 'asleep', 'receiving'] as const;
/** Whether a plant is heard, apart from whether something is wrong with it. */
export type Link = (typeof LINKS)[number];

/** Resting by night is no fault of the connection; a connection that is known to be lost is one even then. */
export function linkOf({ no_data, lost, asleep }: Pick<Card, 'no_data' | 'lost' | 'asleep'>): Link {
  if (lost) return 'lost';
  if (no_data) return 'none';
  return asleep ? 'asleep' : 'receiving';
}

/** Whether a plant ought to be heard and is not. */
export const isSilent = (link: Link): boolean => link === 'lost' || link === 'none';

/** What is not known to be of now: a plant that cannot be reached keeps its last figures. */
const ofNow = (card: Card, value: number | null) => (card.lost ? null : value);

/** The company's figures: power now (kW), energy today (kWh), mean plane-of-array irradiance (W/m²). */
export function totalsOf(cards: readonly Card[]): { power: Total; energy: Total; irradiance: Total } {
  const irradiance = totalOf(cards.map((card) => ofNow(card, card.irradianza)));
  return {
    power: totalOf(cards.map((card) => ofNow(card, card.power_kw))),
    energy: totalOf(cards.map((card) => card.production)),
    irradiance: {
      ...irradiance,
      value: irradiance.value === null ? null : irradiance.value / irradiance.known,
    },
  };
}

/** The list with some cards renewed; those that are new are added, those no longer answered stay as they were. */
export function mergeCards(cards: readonly Card[], renewed: readonly Card[]): Card[] {
  const fresh = new Map(renewed.map((card) => [card.code, card]));
  const merged = cards.map((card) => {
    const next = fresh.get(card.code);
    fresh.delete(card.code);
    return next ?? card;
  });
  return [...merged, ...fresh.values()];
}
