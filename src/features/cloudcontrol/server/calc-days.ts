import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders } from '../../../shared/units/zones.ts';
import type { ReadingRow } from '../../measurements/readings.model.ts';
import { areLetGo, loadSlots } from '../../measurements/server/slot-readings.public.ts';
import { settleMs } from '../calculation-tail.model.ts';
import { changesOf } from './calc-changes.ts';
import { type Stage, windowsOf } from './calc-stages.ts';

/**
 * Calculates one day of a virtual device from the stored readings of its inputs, and writes what differs from what is
 * stored. A day whose inputs' readings were let go stays as it is, and so does what lies ahead.
 * @param stages of that device, lowest first
 * @throws DamagedReadings
 */
export async function calculateDay(
  tx: Tx,
  stages: readonly Stage[],
  { day, now, write }: { day: string; now: number; write: (rows: readonly ReadingRow[]) => Promise<unknown> },
): Promise<number> {
  let written = 0;
  for (const stage of stages) {
    const { start, end: next } = dayBorders(stage.time_zone, day);
    const end = Math.min(next - 1, now - settleMs(stage.step_ms));
    if (end < start) continue;
    const windows = windowsOf(stage, start, end);
    if (await areLetGo(tx, windows)) continue;
    const readings = (await loadSlots(tx, windows)) ?? [];
    const loaded = new Map(
      windows.flatMap(({ device_id }, i) => {
        const found = readings[i];
        return found ? [[device_id, found] as const] : [];
      }),
    );
    const rows = changesOf(stage, loaded, { start, end });
    // One after the other: who stands upon this one reads it as it is stored.
    if (rows.length > 0) await write(rows);
    written += rows.length;
  }
  return written;
}
