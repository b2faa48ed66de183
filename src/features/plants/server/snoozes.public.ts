import type { Tx } from '../../../shared/server/tenancy.ts';
import { type PlantSnooze as Snooze, savePlantSnoozes } from './snoozes.repository.ts';

export type PlantSnooze = Snooze;

/** What plants' rows say of their snoozes. */
export const plantSnoozes = {
  save: (tx: Tx, snoozes: readonly PlantSnooze[]): Promise<number[]> => savePlantSnoozes(tx, snoozes),
};
