import type { ClientBase } from 'pg';
import { KEYS } from './tenancy-keys.ts';
import { RIGHTS } from './tenancy-rights.ts';
import { VIEWS } from './tenancy-views.ts';
import { WALLS } from './tenancy-walls.ts';

const RULES = [...WALLS, ...KEYS, ...VIEWS, ...RIGHTS];

/** Reads the catalogue; one sentence for each hole in the walls between companies, none when they stand. */
export async function findTenancyFaults(client: ClientBase): Promise<string[]> {
  const faults: string[] = [];
  for (const rule of RULES) faults.push(...(await rule(client)));
  return faults;
}
