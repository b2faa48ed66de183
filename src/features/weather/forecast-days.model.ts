import { sumKnown } from '../../shared/units/sums.ts';
import { HOUR_MS, localDay } from '../../shared/units/zones.ts';
import type { SkyHour } from './weather.contract.ts';
import type { WeatherIcon } from './weather.model.ts';

/** What comes of the hours of a local day, as far as they are forecast. */
export interface ForecastDay {
  readonly day: string;
  /** Of the hour nearest to noon. */
  readonly description: SkyHour['description'];
  readonly icon: WeatherIcon | null;
  readonly least_c: number | null;
  readonly most_c: number | null;
  /** Global horizontal, kWh/m². */
  readonly irradiation_kwh_m2: number | null;
  readonly rain_mm: number | null;
  /** Fewer hours than the day has: the rest of today, or what is no longer within the forecast. */
  readonly partial: boolean;
}

const numbers = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** The days of a forecast, in the plant's own zone. */
export function daysOf(hours: readonly SkyHour[], zone: string): ForecastDay[] {
  const byDay = Map.groupBy(hours, ({ start_at }) => localDay(zone, Date.parse(start_at)).day);
  return [...byDay].map(([day, of]) => {
    const { start, end } = localDay(zone, Date.parse(of[0]?.start_at ?? ''));
    const noon = (start + end) / 2;
    const away = ({ start_at }: SkyHour) => Math.abs(Date.parse(start_at) + HOUR_MS / 2 - noon);
    const midday = of.toSorted((a, b) => away(a) - away(b))[0];
    const temperatures = numbers(of.map((hour) => hour.temperature_c));
    const irradiation = sumKnown(of.map((hour) => hour.ghi_wm2));
    return {
      day,
      description: midday?.description ?? null,
      icon: midday?.icon ?? null,
      least_c: temperatures.length === 0 ? null : Math.min(...temperatures),
      most_c: temperatures.length === 0 ? null : Math.max(...temperatures),
      irradiation_kwh_m2: irradiation === null ? null : irradiation / 1000,
      rain_mm: sumKnown(of.map((hour) => hour.precipitation_mm)),
      partial: of.length < (end - start) / HOUR_MS,
    };
  });
}
