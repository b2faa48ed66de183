import { createHash } from 'node:crypto';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS, type LocalDay } from '../../../shared/units/zones.ts';
import type { KnownHours } from '../../weather/past-irradiance.model.ts';
import { type IrradianceOf, loadPastIrradiance } from '../../weather/server/past-irradiance.public.ts';
import type { PlantModel } from '../plant-model.model.ts';

/** A plant with days of it, which ascend. */
export interface PlantWithDays {
  readonly plant: PlantModel;
  readonly days: readonly LocalDay[];
}

/** What weather providers say of plants' hours that are over: the third rank of irradiance. // spec §1: expected-energy forecasts */
export class PastIrradiance {
  readonly #of: IrradianceOf;

  private constructor(of: IrradianceOf) {
    this.#of = of;
  }

  /** For many plants and days by one query; each plant's from its first to its last day. */
  static async load(tx: Tx, wanted: readonly PlantWithDays[]): Promise<PastIrradiance> {
    const asked = wanted.flatMap(({ plant: { latitude, longitude }, days }) => {
      const [first, last] = [days[0], days.at(-1)];
      return first && last ? [{ latitude, longitude, start: first.start, end: last.end }] : [];
    });
    return new PastIrradiance(await loadPastIrradiance(tx, asked));
  }

  /** Irradiance of each hour from an instant on, and who says it; null where nobody knows any. */
  of(plant: PlantModel, { start, hours }: { start: number; hours: number }): KnownHours | null {
    return this.#of(plant, { start, hours });
  }

  /** Digest of what is said of a plant's day; null where nothing is. */
  digestOf(plant: PlantModel, { start, end }: LocalDay): string | null {
    const known = this.of(plant, { start, hours: Math.floor((end - start) / HOUR_MS) });
    if (!known) return null;
    const hours = known.hours.map((hour) => (hour ? [hour.ghi_wm2, hour.dni_wm2, hour.dhi_wm2] : null));
    const text = JSON.stringify([known.provider, hours]);
    return createHash('sha1').update(text).digest('base64url').slice(0, 16);
  }
}
