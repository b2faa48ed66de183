import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { type HourShare, sharesOfCounts, sharesOfHours } from '../energy.model.ts';
import { listNewReadings, type MeterReading, saveCounted } from './meter-readings.repository.ts';
import { addHours } from './used-energy.repository.ts';

/** A cabinet makes nothing: which sign its meter gives to power is a matter of how it was wired. */
const used = (reading: MeterReading): MeterReading => ({
  ...reading,
  kw: reading.kw === null ? null : Math.abs(reading.kw),
});

/** By the counter where the meter has one: it also tells what was used while nobody read it. */
function sharesOf({ box_id: _, device_id: __, ...it }: MeterReading): HourShare[] {
  const { kwh, kwh_at, slot, before_kwh, before_kwh_at, before_slot } = it;
  const isBegun = before_kwh !== null && before_kwh_at !== null && before_slot !== null;
  // Until the counter has been read once, the power tells.
  if (kwh !== null && kwh_at !== null && slot !== null && isBegun)
    return sharesOfCounts(
      { at_ms: before_kwh_at, kwh: before_kwh, slot: before_slot },
      { at_ms: kwh_at, kwh, slot },
    );
  if (it.kw === null || it.kw_at === null || it.before_kw === null || it.before_kw_at === null) return [];
  return sharesOfHours(
    { at_ms: it.before_kw_at, power_kw: it.before_kw },
    { at_ms: it.kw_at, power_kw: it.kw },
  );
}

/** Counts what boxes used by what their own meters have said since. Answers how many have said something. */
export async function countMeters(tx: Tx): Promise<number> {
  const readings = (await listNewReadings(tx)).map(used);
  if (readings.length === 0) return 0;
  await addHours(
    tx,
    readings.flatMap((reading) => sharesOf(reading).map((share) => ({ ...share, box_id: reading.box_id }))),
  );
  await saveCounted(tx, readings);
  await notifyTopics(tx, ['lighting']);
  return readings.length;
}
