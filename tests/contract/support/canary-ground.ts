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

/** When what canaries tell of was. */
export const DAY = '2026-03-15';
export const NOON = `${DAY}T12:00:00Z`;
export const NEVER = '2099-01-01T00:00:00Z';
