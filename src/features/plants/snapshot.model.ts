/** A value of a configuration's field. */
export type Configured = string | number | boolean | null;
type Fields = Readonly<Record<string, Configured>>;

/** The whole configuration of a device at one time, as its versions keep it. */
export interface Snapshot {
  /** The port that it stood behind, with its number; null without one. */
  readonly port: Fields | null;
  readonly device: Fields;
  /** By their slots; each with its number and name. */
  readonly variables: readonly (Fields & {
    readonly id: number;
    readonly name: string;
    readonly slot: number;
  })[];
  /** By their names. */
  readonly attributes: readonly (Fields & { readonly name: string })[];
}

/** What of an earlier configuration could not come back, and why. */
export const LEFT_REASONS = [
  /** The port, section or category is there no more, or belongs elsewhere by now. */
  'gone',
  /** Another device has this short name or serial number. */
  'taken',
  /** Other devices behind the port could not be reached in this way. */
  'other_devices',
  /** It does not fit the port that the device stands behind. */
  'does_not_fit',
  /** Calculations count on it: it stays. */
  'in_calculations',
  /** It lies in the bin of a virtual device, and nothing calculates it any more. */
  'not_calculated',
  /** The company has no such group of variables any more: the variable stays where it is. */
  'group_gone',
  /** Its name has a quantity by now, which fixes its unit. */
  'unit_fixed',
] as const;
export interface LeftBehind {
  readonly part: 'port' | 'device' | 'variable' | 'attribute';
  /** The field of a port or device, the name of a variable or attribute. */
  readonly name: string;
  readonly reason: (typeof LEFT_REASONS)[number];
}
