import { compareNames } from '../../shared/units/names.ts';
import type { Grouping } from './dashboard.model.ts';
import type { Card } from './overview.contract.ts';
import { type OwnState, ownStateOf } from './overview.model.ts';

/** In the order of groups by state: what needs attention first. */
const STATES: readonly OwnState[] = [
  'alarm',
  'warning',
  'string',
  'nodata',
  'success',
  'producing',
  'asleep',
];

/** What groups are named after that no card says. */
export interface GroupWords {
  stateOf: (state: OwnState) => string;
  typeOf: (type: Card['productionType']) => string;
  /** '' where it is not known. */
  regionOf: (code: string) => string;
  tagsOf: (code: string) => readonly string[];
  /** What stands over plants that belong to no group. */
  none: string;
}

/** What plants can be narrowed to besides their state and type. */
export const PARTS = ['region', 'tag', 'comune'] as const satisfies readonly Grouping[];
export interface Part {
  readonly by: (typeof PARTS)[number];
  readonly title: string;
}

/** The part of the plants that `region:Lazio` means; undefined for what means none. */
export function partOf(text: string): Part | undefined {
  const [kind, ...rest] = text.split(':');
  const by = PARTS.find((one) => one === kind);
  const title = rest.join(':');
  return by && title !== '' ? { by, title } : undefined;
}

export interface PlantGroup {
  readonly title: string;
  readonly cards: readonly Card[];
}

function titlesOf(card: Card, by: Grouping, words: GroupWords): readonly string[] {
  if (by === 'state') return [words.stateOf(ownStateOf(card))];
  if (by === 'type') return [words.typeOf(card.productionType)];
  if (by === 'comune') return [card.comune];
  return by === 'region' ? [words.regionOf(card.code)] : words.tagsOf(card.code);
}

/**
 * The cards under their groups, in the order in which they come; a plant of two tags stands under both. Groups stand by
 * name, states by gravity, and plants of no group last.
 */
export function groupCards(cards: readonly Card[], by: Grouping, words: GroupWords): PlantGroup[] {
  const groups = new Map<string, Card[]>();
  for (const card of cards) {
    const titles = titlesOf(card, by, words).filter((title) => title !== '');
    for (const title of titles.length > 0 ? titles : [words.none]) {
      const group = groups.get(title);
      if (group) group.push(card);
      else groups.set(title, [card]);
    }
  }
  const states = STATES.map(words.stateOf);
  const rank = (title: string): number =>
    title === words.none ? 2 : by === 'state' ? states.indexOf(title) / states.length : 1;
  return [...groups]
    .map(([title, own]) => ({ title, cards: own }))
    .toSorted((a, b) => rank(a.title) - rank(b.title) || compareNames(a.title, b.title));
}
