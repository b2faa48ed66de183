/** Things by their names in the order of a person; one that the order does not name stays behind the one it follows by itself. */
export function inOrder<T extends { readonly id: string }>(all: readonly T[], order: readonly string[]): T[] {
  const named = new Map(all.map((one) => [one.id, one]));
  const ordered = order.flatMap((id) => named.get(id) ?? []);
  all.forEach((one, at) => {
    if (order.includes(one.id)) return;
    const before = all[at - 1];
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, one);
  });
  return ordered;
}

/** A list with one of its entries at another place; at the ends it stays. */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id);
  others.splice(Math.max(0, Math.min(others.length, to)), 0, id);
  return others;
}

/** Which columns are not shown: those that were hidden, and of those that came since, those that begin hidden. */
export function hiddenOf(
  columns: readonly { readonly id: string; readonly extra?: boolean }[],
  layout: { readonly columns: readonly string[]; readonly hidden: readonly string[] } | null,
): readonly string[] {
  const usual = columns.flatMap(({ id, extra }) => (extra ? [id] : []));
  if (!layout) return usual;
  const since = usual.filter((id) => layout.columns.length > 0 && !layout.columns.includes(id));
  return [...layout.hidden, ...since.filter((id) => !layout.hidden.includes(id))];
}
