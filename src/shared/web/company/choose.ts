/**
 * The company to work in: the tab's own, else the stored default of new tabs, else the first; one that is not among
 * the user's counts as none. // spec §4: active company
 */
export function chooseCompany<C extends { id_client: number }>(
  companies: readonly C[],
  wanted: { tab: number | null; stored: number | null },
): C | null {
  const find = (id: number | null) => companies.find((company) => company.id_client === id);
  return find(wanted.tab) ?? find(wanted.stored) ?? companies[0] ?? null;
}
