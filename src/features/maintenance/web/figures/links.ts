/** What the page is narrowed by, which the lists that it leads to are narrowed by as well. */
export interface FigureLinks {
  readonly plant?: string;
  readonly days: { readonly span: string; readonly from?: string; readonly to?: string };
}
