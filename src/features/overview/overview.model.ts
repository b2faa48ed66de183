import { z } from 'zod';
import type { Card } from './overview.contract.ts';

/** The filters of the dashboard. Their conditions overlap: they select cards, they do not part them. // spec §4 */
export const STATUSES = ['alarm', 'warning', 'string', 'success', 'snoozed'] as const;
export type Status = (typeof STATUSES)[number];

// spec §9: code, nominal power, production, irradiance; C ascending, D descending
export const SORTS = ['CI-C', 'CI-D', 'PN-C', 'PN-D', 'P-C', 'P-D', 'I-C', 'I-D'] as const;
export type Sort = (typeof SORTS)[number];

export const DASHBOARD_DEFAULTS = { q: '', status: 'all', sort: 'CI-D' } as const;

/** The dashboard's part of the address; what cannot be understood falls back to the default. */
export const DashboardSearch = z.object({
  q: z.string().max(200).default('').catch(''),
  status: z
    .enum(['all', ...STATUSES])
    .default('all')
    .catch('all'),
  sort: z.enum(SORTS).default('CI-D').catch('CI-D'),
});

type Conditions = Pick<Card, 'error' | 'warning' | 'string_w' | 'snooze_date'>;

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

export function filterCards<C extends Conditions>(
  cards: readonly C[],
  status: Status | 'all',
  now: number,
): C[] {
  return status === 'all' ? [...cards] : cards.filter((card) => statusesOf(card, now).includes(status));
}

/** How many cards each filter would show. */
export function countStatuses(cards: readonly Conditions[], now: number): Record<Status | 'all', number> {
  const counts = { all: cards.length, alarm: 0, warning: 0, string: 0, success: 0, snoozed: 0 };
  for (const card of cards) for (const status of statusesOf(card, now)) counts[status] += 1;
  return counts;
}

/**
 * How many cards have each state as their own; photovoltaic plants at night rest instead of producing.
 * These add up to all of them.
 */
export function countGravest(
  cards: readonly (Conditions & Pick<Card, 'asleep'>)[],
): Record<Gravity | 'asleep', number> {
  const counts = { alarm: 0, warning: 0, string: 0, success: 0, asleep: 0 };
  for (const card of cards) {
    const state = gravestOf(card);
    counts[state === 'success' && card.asleep ? 'asleep' : state] += 1;
  }
  return counts;
}

const codes = new Intl.Collator('it', { numeric: true });
const byCode = (a: Card, b: Card) => codes.compare(a.code, b.code);

const FIGURE = { PN: 'potenza_nominale', P: 'production', I: 'irradianza' } as const;

function byFigure(field: (typeof FIGURE)[keyof typeof FIGURE], direction: 1 | -1) {
  return (a: Card, b: Card) => {
    // Unknown counts as less than everything: first when ascending, last when descending. // spec §9
    const left = a[field] ?? Number.NEGATIVE_INFINITY;
    const right = b[field] ?? Number.NEGATIVE_INFINITY;
    return left === right ? byCode(a, b) : direction * (left < right ? -1 : 1);
  };
}

// spec §9: dashboard sort options
export function sortCards(cards: readonly Card[], sort: Sort): Card[] {
  const [what, way] = sort.split('-') as ['CI' | keyof typeof FIGURE, 'C' | 'D'];
  const direction = way === 'C' ? 1 : -1;
  if (what === 'CI') return cards.toSorted((a, b) => direction * byCode(a, b));
  return cards.toSorted(byFigure(FIGURE[what], direction));
}

/** Cards whose code or description holds the text, gravest first. // spec §9: search */
export function searchCards(cards: readonly Card[], text: string): Card[] {
  const wanted = text.trim().toLocaleLowerCase('it');
  return cards
    .filter(({ code, descr }) => `${code}\n${descr}`.toLocaleLowerCase('it').includes(wanted))
    .toSorted(
      (a, b) =>
        b.error - a.error || b.warning - a.warning || Number(b.string_w) - Number(a.string_w) || byCode(a, b),
    );
}

/** The cards to show: filtered, then found and ordered by gravity, or sorted. */
export function arrangeCards(
  cards: readonly Card[],
  wish: { q: string; status: Status | 'all'; sort: Sort },
  now: number,
): Card[] {
  const left = filterCards(cards, wish.status, now);
  return wish.q.trim() === '' ? sortCards(left, wish.sort) : searchCards(left, wish.q);
}

export interface Total {
  /** Sum or mean of what is known; null when nothing is. */
  value: number | null;
  /** How many plants it is made of. */
  known: number;
}

function totalOf(values: readonly (number | null)[]): Total {
  const known = values.filter((value) => value !== null);
  return {
    value: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0),
    known: known.length,
  };
}

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
