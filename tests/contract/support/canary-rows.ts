import { areas } from './area-examples.ts';
import type { Factory } from './canary-ground.ts';

/** One row for each table of companies and of people, in the order of what they point to. */
export const FACTORIES: Readonly<Record<string, Factory>> = Object.assign(
  {},
  ...areas.map(({ rows }) => rows),
);

/** Columns whose text has a meaning that the program acts upon. */
export const MEANINGFUL: Readonly<Record<string, string>> = Object.assign(
  {},
  ...areas.map(({ meaningful }) => meaningful),
);

/** Tables about the installation itself, with no word of anybody. */
export const OF_NOBODY = ['installation', 'schema_migration'];
