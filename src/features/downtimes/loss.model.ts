import { cents, sumOfCents } from '../../shared/units/money.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';

/**
 * What should have been made, by the best that knows an hour: the plant's devices that stood not still, the irradiance that the
 * plant measured itself, or expected energy by whatever else it rests on.
 */
export const LOSS_MODELS = ['sisters', 'irradiance', 'expected'] as const;
export type LossModel = (typeof LOSS_MODELS)[number];

/** Of a device that stands still. Every list is as long as the day has hours that are over. */
export interface StoppedPart {
  readonly device_id: number;
  /** Its share of the power of all that stands still, 0…1; of all parts together 1. */
  readonly weight: number;
  /** kWh for each kW of power; NaN is not known. */
  readonly yields: Readonly<Record<LossModel, Float64Array>>;
  /** How far the energy of a model may be off, as a share of it. */
  readonly uncertainty: Readonly<Record<LossModel, number>>;
  /** Share of each hour that this downtime counts, 0…1, and that one before it counts already. */
  readonly out: Float64Array;
  readonly given: Float64Array;
  /** Whether what the plant made in this hour is known, so that it stands in sums of expected beside actual energy. */
  readonly paired: readonly boolean[];
}

export interface LossQuestion {
  /** YYYY-MM-DD in the plant's zone. */
  readonly day: string;
  /** Its first instant, epoch ms, and its hours that are over: at most 23, 24 or 25. */
  readonly start: number;
  readonly hours: number;
  /** Whether the sun is down in the whole hour: then nothing is lost, whatever else is known. */
  readonly dark: readonly boolean[];
  readonly parts: readonly StoppedPart[];
  /** Power of the whole plant, kW. */
  readonly power_kw: number;
  /** Share of it that is out of service, 0…100. */
  readonly percentage: number;
  /** EUR/kWh of the hour that begins at an instant; null where no price is known. */
  readonly priceAt: (at: number) => number | null;
  /** Whether the price of the hour that begins at an instant lacks that of the sale. */
  readonly lacksSale?: (at: number) => boolean;
  /** Whether the plant's tariffs price the day; else the market does. */
  readonly by_tariff: boolean;
}

/** What a day of a downtime comes to. Hours are hours of light, by the share of what stands still. */
export interface DayLoss {
  readonly day: string;
  /** kWh; null where nothing of the day's hours of light is known. */
  readonly energy_kwh: number | null;
  /** Of these, in hours of which it is known what the plant made. */
  readonly paired_kwh: number;
  readonly hours: number;
  readonly missing_hours: number;
  /** Hours that a downtime before it counts. */
  readonly given_hours: number;
  /** kWh by model, in the order of LOSS_MODELS. */
  readonly model_kwh: readonly number[];
  /** kWh by which the energy may be off. */
  readonly uncertain_kwh: number;
  /** EUR of the hours that have a price, to the cent; negative prices make it less. */
  readonly priced_eur: number;
  /** Hours with lost energy and without a price, and their energy. */
  readonly unpriced_hours: number;
  readonly unpriced_kwh: number;
  readonly by_tariff: boolean;
}

/** Hours with lost energy of which the incentive is known and not the sale's price, and their energy. */
export interface Unsold {
  readonly hours: number;
  readonly kwh: number;
}

interface Sums {
  paired_kwh: number;
  hours: number;
  missing_hours: number;
  given_hours: number;
  readonly model_kwh: number[];
  uncertain_kwh: number;
}

const nothing = (): Sums => ({
  paired_kwh: 0,
  hours: 0,
  missing_hours: 0,
  given_hours: 0,
  model_kwh: LOSS_MODELS.map(() => 0),
  uncertain_kwh: 0,
});

/** Adds what a part lost in an hour; answers its kWh. */
function addPart(sums: Sums, part: StoppedPart, hour: number, kw: number): number {
  sums.given_hours += part.weight * (part.given[hour] ?? 0);
  const share = part.weight * (part.out[hour] ?? 0);
  if (share === 0) return 0;
  sums.hours += share;
  const place = LOSS_MODELS.findIndex((model) => !Number.isNaN(part.yields[model][hour] ?? Number.NaN));
  const model = LOSS_MODELS[place];
  if (!model) {
    sums.missing_hours += share;
    return 0;
  }
  const kwh = kw * share * (part.yields[model][hour] ?? 0);
  sums.model_kwh[place] = (sums.model_kwh[place] ?? 0) + kwh;
  sums.uncertain_kwh += kwh * part.uncertainty[model];
  if (part.paired[hour]) sums.paired_kwh += kwh;
  return kwh;
}

/** Shares of hours come from divisions: what is below this is nothing. */
const NO_HOURS = 1e-9;

const isUnknown = ({ hours, missing_hours }: Pick<Sums, 'hours' | 'missing_hours'>): boolean =>
  hours > NO_HOURS && hours - missing_hours <= NO_HOURS;

/**
 * What a downtime lost on a day. // spec §3: Downtime
 * energy = percentage × Σ over hours (power × weight × share of the hour × kWh/kW that should have been made)
 * earning = Σ over hours (energy × price), to the cent (shared/units/money.ts)
 */
export function dayLoss(asked: LossQuestion): DayLoss & { readonly unsold: Unsold } {
  const kw = (asked.percentage / 100) * asked.power_kw;
  const sums = nothing();
  const money = { priced_eur: 0, unpriced_hours: 0, unpriced_kwh: 0 };
  let unsold: Unsold = { hours: 0, kwh: 0 };
  let energy = 0;
  for (let hour = 0; hour < asked.hours; hour++) {
    if (asked.dark[hour]) continue;
    const kwh = asked.parts.reduce((sum, part) => sum + addPart(sums, part, hour, kw), 0);
    if (kwh === 0) continue;
    energy += kwh;
    const at = asked.start + hour * HOUR_MS;
    const price = asked.priceAt(at);
    if (price !== null && asked.lacksSale?.(at)) unsold = { hours: unsold.hours + 1, kwh: unsold.kwh + kwh };
    if (price !== null) money.priced_eur += kwh * price;
    else {
      money.unpriced_hours += 1;
      money.unpriced_kwh += kwh;
    }
  }
  const priced_eur = cents(money.priced_eur);
  const { day, by_tariff } = asked;
  const energy_kwh = isUnknown(sums) ? null : energy;
  return { day, energy_kwh, ...sums, ...money, priced_eur, by_tariff, unsold };
}

/** A day of which nothing but its hours is known: what a person says of the whole is shared out by them. */
export const unknownDay = (day: string, hours: number): DayLoss => ({
  day,
  ...nothing(),
  hours,
  missing_hours: hours,
  energy_kwh: null,
  priced_eur: 0,
  unpriced_hours: 0,
  unpriced_kwh: 0,
  by_tariff: false,
});

/**
 * Parts of what was only not heard: it lost nothing in hours of which its own readings have come, and of the others nobody knows.
 * @param made kWh of each hour, part by part; NaN is not known
 */
export function unheardParts(parts: readonly StoppedPart[], made: readonly Float64Array[]): StoppedPart[] {
  return parts.map((part, place) => {
    const none = Float64Array.from(part.out, (_, hour) =>
      Number.isNaN(made[place]?.[hour] ?? Number.NaN) ? Number.NaN : 0,
    );
    return { ...part, yields: { sisters: none, irradiance: none, expected: none } };
  });
}

/** What all days of a downtime come to. */
export interface LossTotal {
  /** kWh of the hours that are known; null where none is. */
  readonly energy_kwh: number | null;
  /** The one that most of the energy comes from; null where there is none. */
  readonly model: LossModel | null;
  readonly model_kwh: Readonly<Record<LossModel, number>>;
  readonly hours: number;
  readonly missing_hours: number;
  readonly given_hours: number;
  /** How far the energy may be off, as a share of it; null without any. */
  readonly uncertainty: number | null;
  /** EUR; null where the energy is not known, or an hour of it has no price: what is known of it stands in `priced_eur`. */
  readonly earning_eur: number | null;
  readonly priced_eur: number;
  /** Of it, and of the energy that has a price, what was priced by tariffs. */
  readonly tariff_eur: number;
  readonly tariff_kwh: number;
  readonly unpriced_hours: number;
  readonly unpriced_kwh: number;
}

/** Sums of days. */
export function totalLoss(days: readonly DayLoss[]): LossTotal {
  const sum = (of: (day: DayLoss) => number) => days.reduce((total, day) => total + of(day), 0);
  const hours = sum((day) => day.hours);
  const missing_hours = sum((day) => day.missing_hours);
  const energy = isUnknown({ hours, missing_hours }) ? null : sum((day) => day.energy_kwh ?? 0);
  const kwh = LOSS_MODELS.map((_, place) => sum((day) => day.model_kwh[place] ?? 0));
  const most = kwh.indexOf(Math.max(...kwh));
  const [sisters = 0, irradiance = 0, expected = 0] = kwh;
  const unpriced_hours = sum((day) => day.unpriced_hours);
  const priced_eur = sumOfCents(days.map((day) => day.priced_eur));
  const paid = days.filter(({ by_tariff }) => by_tariff);
  return {
    energy_kwh: energy,
    model: (kwh[most] ?? 0) > 0 ? (LOSS_MODELS[most] ?? null) : null,
    model_kwh: { sisters, irradiance, expected },
    hours,
    missing_hours,
    given_hours: sum((day) => day.given_hours),
    uncertainty: energy === null || energy === 0 ? null : sum((day) => day.uncertain_kwh) / energy,
    earning_eur: energy === null || unpriced_hours > 0 ? null : priced_eur,
    priced_eur,
    tariff_eur: sumOfCents(paid.map((day) => day.priced_eur)),
    tariff_kwh: paid.reduce((total, day) => total + (day.energy_kwh ?? 0) - day.unpriced_kwh, 0),
    unpriced_hours,
    unpriced_kwh: sum((day) => day.unpriced_kwh),
  };
}
