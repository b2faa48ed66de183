import type { FieldBox } from '../../features/lighting/server/field.public.ts';
import { readDouble } from './box-bits.ts';
import type { FieldLine } from './field-line.ts';
import { WriteOrder } from './write-order.ts';

/** Clocks that are off by less are left alone. */
const TOLERATED_S = 2;

/**
 * Compares a controller's clock with ours, and sets it where it is off.
 * @returns its clock minus ours before that, and whether it was set; null where it has none
 * @throws what a line throws
 */
export async function keepClock(
  { profile, unit_id }: Pick<FieldBox, 'profile' | 'unit_id'>,
  line: Pick<FieldLine, 'read' | 'write'>,
  now: () => number,
): Promise<{ offset_s: number; set: boolean } | null> {
  const { clock } = profile;
  if (clock === null) return null;
  const asked_ms = now();
  const seconds = await readDouble(line, unit_id, clock);
  // It shows whole seconds that have passed, and was read somewhere between the question and its answer.
  const offset_s = Math.round((seconds + 0.5 - (asked_ms + now()) / 2000) * 10) / 10;
  if (Math.abs(offset_s) <= TOLERATED_S) return { offset_s, set: false };
  const right = Math.round(now() / 1000);
  const words = [Math.floor(right / 0x10000), right & 0xffff];
  const order = WriteOrder.registers(profile, unit_id, { address: clock.address, words });
  const { outcome } = await line.write(order);
  return { offset_s, set: outcome === 'done' };
}
