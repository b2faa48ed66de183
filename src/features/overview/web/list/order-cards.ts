import { useMemo } from 'react';
import { arrangedRows } from '../../../../shared/web/list/data-table.model.ts';
import type { Card } from '../../overview.contract.ts';
import { useExpectedShares } from './use-expected-shares.tsx';
import { type PlantRow, usePlantColumns } from './use-plant-columns.tsx';

const known = new WeakMap<Card, Map<string, PlantRow>>();

/** The row of a plant in a group, the same while its card is the same: what did not change is not rendered again. */
export function rowOf(card: Card, title: string): PlantRow {
  const rows = known.get(card) ?? new Map<string, PlantRow>();
  const row = rows.get(title) ?? { key: `${title} ${card.code}`, title, card, count: 0 };
  known.set(card, rows.set(title, row));
  return row;
}

/** Cards in the order of a column of the list; as they come where none is named. */
export function orderCards(
  cards: readonly Card[],
  columns: ReturnType<typeof usePlantColumns>,
  order: string,
): readonly Card[] {
  if (order === '') return cards;
  const rows = cards.map((card) => rowOf(card, ''));
  return arrangedRows(rows, columns, { q: '', sort: order }).flatMap(({ card }) => card ?? []);
}

/** The same for a screen that has no columns of its own; `part` has to stand somewhere on it. */
export function useOrderedCards(cards: readonly Card[], order: string, now: number) {
  const { shares, part } = useExpectedShares(isByExpected(order));
  const columns = usePlantColumns(now, shares);
  const ordered = useMemo(() => orderCards(cards, columns, order), [cards, columns, order]);
  return { ordered, part };
}

export const isByExpected = (order: string): boolean => order.replace(/^-/, '') === 'expected';
