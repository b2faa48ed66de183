import { writeDate } from '../../../shared/web/charts/zone.model.ts';
import type { EnergyResolution } from '../periods.model.ts';

/** A period as a person names it: 18/06/2026, 06/2026 or 2026. */
export function periodName(start: string, time_zone: string, resolution: EnergyResolution): string {
  const date = writeDate(Date.parse(start), time_zone);
  return resolution === 'month' ? date.slice(3) : resolution === 'year' ? date.slice(6) : date;
}
