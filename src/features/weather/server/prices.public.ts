import type { Tx } from '../../../shared/server/tenancy.ts';
import { listImportedStretches, listPrices } from './prices.repository.ts';

/** Prices of hours of a zone, EUR/MWh by the begin of the hour (epoch ms). */
export type HourPrices = ReadonlyMap<number, number>;

/** Prices of a zone in a stretch of time, half-open, epoch ms. */
export async function loadHourPrices(
  tx: Tx,
  { zone, start, end }: { zone: string; start: number; end: number },
): Promise<HourPrices> {
  const rows = await listPrices(tx, { zone, start: new Date(start), end: new Date(end) });
  return new Map(rows.map(({ start_ms, eur_mwh }) => [start_ms, eur_mwh]));
}

/** A stretch of hours whose prices were imported, epoch ms, half-open. */
export interface ImportedStretch {
  readonly zone: string;
  readonly start: number;
  readonly end: number;
}

/** Of which hours prices have come since an instant: one stretch for each zone, which holds them all. */
export async function loadImportedStretches(tx: Tx, since: Date): Promise<ImportedStretch[]> {
  return listImportedStretches(tx, since);
}
