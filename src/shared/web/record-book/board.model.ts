/** A column of a board. */
export interface BoardColumn {
  readonly id: string;
  readonly title: string;
  /** How many stand in it beside its cards; null where that is not known, or nobody asked: what is shown of it is not all. */
  readonly others?: number | null;
}

/** What a column comes to with what it does not show; undefined where that is not known. */
export const countOf = ({ others = 0 }: BoardColumn, cards: number): number | undefined =>
  others === null ? undefined : others + cards;

/** The next column to which a card may go, from the one that is aimed at; the same where there is none on that side. */
export function nextColumn(
  columns: readonly BoardColumn[],
  from: string,
  step: 1 | -1,
  may: (to: string) => boolean,
): string {
  const ids = columns.map(({ id }) => id);
  let at = ids.indexOf(from) + step;
  for (; at >= 0 && at < ids.length; at += step) {
    const id = ids[at];
    if (id !== undefined && may(id)) return id;
  }
  return from;
}
