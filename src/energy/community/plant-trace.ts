import { at, type CommunityCase } from './case.ts';
import { type PlantHours, paidUntil } from './plant-money.ts';
import { type TariffParts, tariffParts } from './tariff.ts';

/** How an hour of a plant came to its euros. */
export interface TracedHour {
  /** EUR/MWh; null: not known. */
  readonly price: number | null;
  /** Of its shared energy, what the tariff pays. */
  readonly paid_kwh: number;
  /** The tariff of the hour where nobody is exempt; null where the plant earns none, or its price is not known. */
  readonly parts: TariffParts | null;
  /** Part of the shared energy that a grant reduces, 0…1. */
  readonly touched: number;
  /** What the grant took. */
  readonly grant_cut_eur: number | null;
  /** After it; null: not known, because the price is not. */
  readonly incentive_eur: number | null;
}

/**
 * Takes a plant's hours apart by the lawful tariff: added up they are what `plantMoney` comes to.
 * incentive = paid × (tariff before the grant − cut × touched) / 1000
 */
export function traceHours(
  { axis, prices, switches }: CommunityCase,
  { plant, shared, all_shared, exempt }: PlantHours,
): TracedHour[] {
  const day = axis.days[0] ?? plant.in_operation;
  const until = paidUntil({ axis }, plant);
  const keeps = switches.exempt_bodies === 'keep_tariff';
  return Array.from({ length: axis.count }, (_, hour) => {
    const known = prices[plant.zone]?.[hour] ?? Number.NaN;
    const price = Number.isNaN(known) ? null : known;
    const isPaid = hour < until;
    const parts = price !== null && isPaid ? tariffParts(plant, price, day, switches) : undefined;
    const whole = at(all_shared, hour);
    const touched = keeps && whole > 0 ? 1 - at(exempt, hour) / whole : 1;
    const paid_kwh = isPaid ? at(shared, hour) : 0;
    return { price, touched, parts: parts ?? null, ...paidBy(paid_kwh, { price, parts, touched }) };
  });
}

/** What energy is paid by a tariff; not known where its price is not. */
function paidBy(
  paid_kwh: number,
  {
    price,
    parts,
    touched,
  }: Pick<TracedHour, 'price' | 'touched'> & { readonly parts: TariffParts | undefined },
): Pick<TracedHour, 'paid_kwh' | 'grant_cut_eur' | 'incentive_eur'> {
  if (paid_kwh > 0 && price === null) return { paid_kwh, grant_cut_eur: null, incentive_eur: null };
  if (!parts) return { paid_kwh, grant_cut_eur: 0, incentive_eur: 0 };
  const cut = (paid_kwh * parts.grant_cut * touched) / 1000;
  const full = (paid_kwh * (parts.tariff + parts.grant_cut)) / 1000;
  return { paid_kwh, grant_cut_eur: cut, incentive_eur: full - cut };
}
