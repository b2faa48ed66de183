import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { DAY_MS, HOUR_MS, localDay, MARKET_CLOCK } from '../../../shared/units/zones.ts';
import { MAX_PRICE_DAYS, type pricesCalls } from '../prices.contract.ts';
import { NATIONAL } from '../prices.model.ts';
import { findPlantZone, listPrices, listZones } from './prices.repository.ts';

/** The full hours of a stretch; the market's two days that begin at midnight in Rome where nothing is said. */
function stretchOf({ start, end }: { start?: string | undefined; end?: string | undefined }, now: number) {
  const today = localDay(MARKET_CLOCK, now);
  const tomorrow = localDay(MARKET_CLOCK, today.end);
  const from = start === undefined ? today.start : Date.parse(start);
  const to = end === undefined ? Math.max(tomorrow.end, from + DAY_MS) : Date.parse(end);
  return { from: Math.ceil(from / HOUR_MS) * HOUR_MS, to: Math.min(to, from + MAX_PRICE_DAYS * DAY_MS) };
}

export const pricesHandlers: Handlers<typeof pricesCalls> = {
  async meteoblueGetPrice({ tx, query, now }) {
    const { from, to } = stretchOf(query, now.getTime());
    const plant =
      query.proj_code === undefined
        ? { zone: null }
        : ((await findPlantZone(tx, query.proj_code)) ?? notFound());
    const zone = query.zone ?? plant.zone ?? NATIONAL;
    const rows = await listPrices(tx, { zone, start: new Date(from), end: new Date(to) });
    const byStart = new Map(rows.map((row) => [row.start_ms, row.eur_mwh]));
    const hours = Array.from(
      { length: Math.max(0, Math.ceil((to - from) / HOUR_MS)) },
      (_, i) => from + i * HOUR_MS,
    );
    const newest = rows.reduce((latest, { imported_at }) => Math.max(latest, imported_at.getTime()), 0);
    return {
      zone,
      plant_zone: plant.zone,
      zones: await listZones(tx),
      unit: 'EUR/MWh',
      ts: hours.map((at) => new Date(at).toISOString()),
      values: hours.map((at) => byStart.get(at) ?? null),
      imported_at: newest === 0 ? null : new Date(newest).toISOString(),
    };
  },
};
