import type { Tx } from '../../../shared/server/tenancy.ts';
import type { KnownValue } from '../energy-steps.model.ts';
import type { CounterPlace } from './day-rows.repository.ts';
import { listPreviousValues } from './known-days.ts';
import {
  type DayRowsQuery,
  listDayRows,
  listFirstDays,
  listPeriodEnergies,
  type PeriodEnergies,
  type PeriodEnergiesQuery,
  type StoredDay,
} from './stored-days.repository.ts';

/** What days of devices come to, with the wished slots and figures only; ascending for each device. */
export async function loadDays(tx: Tx, query: DayRowsQuery): Promise<StoredDay[]> {
  return listDayRows(tx, query);
}

/** Energies of devices by days, months or years, of the days that are told by `loadDays`. */
export async function loadPeriodEnergies(tx: Tx, query: PeriodEnergiesQuery): Promise<PeriodEnergies[]> {
  return listPeriodEnergies(tx, query);
}

/** What each counter last showed before a day, from the figures of days; undefined where nothing is known. */
export async function loadPreviousValues(
  tx: Tx,
  places: readonly CounterPlace[],
): Promise<(KnownValue | undefined)[]> {
  return listPreviousValues(tx, places);
}

/** When each device was first heard of (epoch ms): the local midnight of its first day with a good reading, else its last row. */
export async function loadFirstDays(tx: Tx, device_ids: readonly number[]): Promise<Map<number, number>> {
  return device_ids.length === 0 ? new Map() : listFirstDays(tx, device_ids);
}
