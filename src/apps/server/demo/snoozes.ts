import type pg from 'pg';
import { addSnooze } from '../../../features/alarms/server/snooze-state.repository.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { listUnsnoozed } from './demo.repository.ts';

export interface DemoSnooze {
  readonly codes: readonly string[];
  /** Days from now; 0 is in force at once. */
  readonly in_days: number;
  readonly days: number;
  readonly message: string;
}

/** Works that are planned at a plant of the demonstration. */
export const PLANNED: DemoSnooze = {
  codes: ['AUR-003', 'BOR-002'],
  in_days: 2,
  days: 3,
  message: 'Sostituzione del contatore',
};

export const inForce = (codes: readonly string[]): DemoSnooze => ({
  codes,
  in_days: 0,
  days: 7,
  message: 'Manutenzione programmata',
});

/** Snoozes plants, unless a snooze stands for them already. */
export async function snoozePlants(
  pool: pg.Pool,
  scope: Scope,
  { codes, in_days, days, message }: DemoSnooze,
): Promise<void> {
  const now = new Date();
  const starts_at = new Date(now.getTime() + in_days * DAY_MS);
  const ends_at = new Date(starts_at.getTime() + days * DAY_MS);
  await inScope(pool, scope, async (tx) => {
    for (const plant_id of await listUnsnoozed(tx, codes))
      await addSnooze(tx, { plant_id, starts_at, ends_at, message, created_by: null }, now);
  });
}
