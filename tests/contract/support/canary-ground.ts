import type { World } from './world.ts';

/** What the rows of one company can point to. */
export interface Ground {
  readonly world: World;
  readonly company_id: number;
  /** Stands in every text of the company. */
  readonly mark: string;
  /** A member of the company whom nobody signs in as. */
  readonly user_id: number;
  /** Ids of rows made so far, by table. */
  readonly ids: Record<string, number>;
}

export type Row = Readonly<Record<string, unknown>>;
export type Factory = (ground: Ground) => Row;
