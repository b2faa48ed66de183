/** What no official text settles is a switch: the first choice is the default, and the portal calls it an assumption. */
export const SWITCHES = {
  /** Which plant's energy is the shared one, where a substation has several. */
  attribution: ['oldest_first', 'pro_rata'],
  /** Which parts of the network tariffs shared energy spares. */
  network: ['trase', 'trase_and_btau'],
  /** Whether a grant reduces the regional correction as well. */
  grant_reduces: ['whole_tariff', 'without_correction'],
  /** Whether energy shared by municipalities, churches and the third sector keeps its whole tariff. */
  exempt_bodies: ['keep_tariff', 'reduced_as_all'],
  /** Injected energy of which the shared quota of a group of plants is taken. */
  quota_of: ['group_injection', 'all_injection'],
  /** Whether that quota is judged over the months of the year so far, as the law judges the year, or by each month alone. */
  surplus_period: ['year', 'month'],
  /** Existing plants beyond their part of the power: shared without them, or as all others. */
  existing_beyond: ['left_out', 'counted'],
} as const;

export type Switches = { readonly [K in keyof typeof SWITCHES]: (typeof SWITCHES)[K][number] };

export const DEFAULT_SWITCHES: Switches = {
  attribution: 'oldest_first',
  network: 'trase',
  grant_reduces: 'whole_tariff',
  exempt_bodies: 'keep_tariff',
  quota_of: 'group_injection',
  surplus_period: 'year',
  existing_beyond: 'left_out',
};
