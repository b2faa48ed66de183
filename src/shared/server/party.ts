/** Whose something is: a company with the account that owns it, or whoever else asks, by a number or a name. */
export type Whose = number | string | { readonly company_id: number; readonly owner_id: number | null };

/** Who has turns and shares: a party by itself, and together with the other companies of its owner. */
export interface Party {
  readonly id: number | string;
  /** The same for all companies of one account; the party itself where no account is known. */
  readonly owner: number | string;
}

export function partyOf(whose: Whose): Party {
  if (typeof whose !== 'object') return { id: whose, owner: whose };
  const { company_id, owner_id } = whose;
  return { id: company_id, owner: owner_id === null ? company_id : `account ${owner_id}` };
}
