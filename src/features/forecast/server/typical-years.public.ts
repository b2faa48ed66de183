import type { TypicalYear } from '../../../energy/typical-year.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { findYearHours } from './typical-years.repository.ts';

/** The typical year of a plant's site; undefined where none was imported. */
export async function loadTypicalYear(tx: Tx, plant_id: number): Promise<TypicalYear | undefined> {
  return findYearHours(tx, plant_id);
}
