import { features } from '../../../src/apps/server/features.ts';
import type { CallGroups } from '../../../src/shared/server/feature.ts';
import type { Factory } from './canary-ground.ts';
import type { Example } from './example.ts';
import type { Registered } from './slot-kinds.ts';

/** What an area gives the loops over every call and table: `tests/contract/areas/<area>.ts`, by the name `area`. */
export interface AreaExamples<G extends CallGroups = CallGroups> {
  /** One valid request for each call; a call without one does not compile. */
  readonly examples: { readonly [A in keyof G]: { readonly [C in keyof G[A]]: Example<G[A][C]> } };
  /** Kinds of ids by call and name of their slot, or by call and path. */
  readonly slots: Readonly<Record<string, Registered>>;
  /**
   * One row for each table, the canary in each of its texts; in the order of what they point to, tables of earlier areas
   * among it. A row that stands already under the same key is written over.
   */
  readonly rows: Readonly<Record<string, Factory>>;
  /** Columns whose text has a meaning that the program acts upon: a canary there would break the row, not test it. */
  readonly meaningful?: Readonly<Record<string, string>>;
}

/** What one contract of a large area gives: its area puts these together. */
export interface AreaPart<G extends CallGroups, A extends keyof G>
  extends Pick<AreaExamples<G>, 'slots' | 'rows'> {
  readonly examples: Pick<AreaExamples<G>['examples'], A>;
}

/** Those of every area, in the order of the areas. */
export const areas: readonly AreaExamples[] = await Promise.all(
  features.map(async ({ name }) => {
    const { area } = (await import(`../areas/${name}.ts`)) as { area: AreaExamples };
    return area;
  }),
);
