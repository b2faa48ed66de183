import { HOUR_MS } from '../../shared/units/zones.ts';
import type { StoppedPart } from './loss.model.ts';

/** Light enough to tell whether something works, kWh for each kW. */
const LIT = 0.05;
/** It works again from this share of what it should make. */
export const WELL = 0.5;

/** What a part made in each hour, for each kW, beside what it should have made. */
export interface MadeDay {
  readonly start: number;
  readonly hours: number;
  readonly dark: readonly boolean[];
  readonly parts: readonly (Pick<StoppedPart, 'yields'> & {
    /** kWh/kW; NaN is not known. */
    readonly made: Float64Array;
  })[];
}

/** Whether all parts make again what they should; undefined where an hour does not tell. */
function isWell({ dark, parts }: MadeDay, hour: number): boolean | undefined {
  if (dark[hour]) return undefined;
  let tells = false;
  for (const { yields, made } of parts) {
    const should = [yields.sisters, yields.irradiance, yields.expected]
      .map((list) => list[hour] ?? Number.NaN)
      .find((value) => !Number.isNaN(value));
    const own = made[hour] ?? Number.NaN;
    if (should === undefined || should < LIT || Number.isNaN(own)) continue;
    if (own < WELL * should) return false;
    tells = true;
  }
  return tells || undefined;
}

/**
 * Since when all that stood still makes again what it should, epoch ms: the first of the hours that are all well up to the last that
 * tells anything. Null where the last one is not.
 * @param since hours before are not looked at
 */
export function recoveredSince(days: readonly MadeDay[], since: number): number | null {
  let found: number | null = null;
  for (const day of days)
    for (let hour = 0; hour < day.hours; hour++) {
      const at = day.start + hour * HOUR_MS;
      if (at < since) continue;
      const well = isWell(day, hour);
      if (well === false) found = null;
      else if (well && found === null) found = at;
    }
  return found;
}
