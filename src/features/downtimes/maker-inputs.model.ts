import { HOUR_MS } from '../../shared/units/zones.ts';
import type { ExpectedDay } from '../forecast/expected-day.model.ts';
import type { Input } from '../forecast/inputs.model.ts';

/** Its share of each section at an instant (epoch ms), with what stood there then; null where it did not. */
interface Sharing {
  readonly sharesAt: (at: number) => readonly number[] | null;
}

/** Where the irradiance of the sections comes from that a maker stood for in some hour of a day, also one switched off since. */
export function inputsOfMaker(
  { sharesAt }: Sharing,
  { start, hours, inputs }: Pick<ExpectedDay, 'start' | 'hours' | 'inputs'>,
): Input[] {
  const shares = Array.from({ length: hours }, (_, hour) => sharesAt(start + hour * HOUR_MS) ?? []);
  return inputs.filter((_, section) => shares.some((of) => (of[section] ?? 0) > 0));
}
