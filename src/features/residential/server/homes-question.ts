/** Homes together in a day, as plain data on its way to a thread. */
export interface HomesQuestion {
  readonly power: { readonly project_id?: number | undefined; readonly date?: string | undefined };
}
