import { DAY_MS } from '../../../shared/units/zones.ts';

/** A day of a plant, and of what it would be made. */
export interface AsideDay {
  readonly company_id: number;
  readonly plant_id: number;
  readonly day: string;
  readonly basis: string;
}

const keyOf = ({ company_id, plant_id, day }: AsideDay): string => `${company_id}/${plant_id}/${day}`;

/**
 * Days of plants that hold more readings than can be counted at once. They are left out until they are made of something else, and tried
 * once a day: the older days behind them do not wait.
 */
export class DaysSetAside {
  readonly #days = new Map<string, { readonly basis: string; readonly until_ms: number }>();

  has(day: AsideDay, now_ms: number): boolean {
    const known = this.#days.get(keyOf(day));
    return known !== undefined && known.basis === day.basis && now_ms < known.until_ms;
  }

  add(day: AsideDay, now_ms: number): void {
    this.#days.set(keyOf(day), { basis: day.basis, until_ms: now_ms + DAY_MS });
  }
}
