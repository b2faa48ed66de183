import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { localDay } from '../../../shared/units/zones.ts';
import { calculatedResults } from '../../plants/server/calculated-results.public.ts';
import { fedBy } from '../calculation-graph.model.ts';
import { listStoredGroups, type StoredGroup } from './calc-definitions.repository.ts';
import { findFirstReading, markPast } from './calc-due.repository.ts';
import { setPast } from './calc-renew.repository.ts';
import { knotOf } from './calc-stages.ts';

/**
 * Makes the results of groups, and of all that hang on them, begin anew: each takes a fresh slot, so that no old value is
 * left from the moment of the save, and its whole past is due. `fresh`: their slots have never been written.
 * @returns the devices whose variables it moved; undefined where one has no slot left: the transaction is to be given up
 */
export async function renew(
  tx: Tx,
  ids: readonly number[],
  when: { now: number; fresh: boolean },
): Promise<number[] | undefined> {
  // What hangs on a result may stand in any plant of the company.
  return withEveryPlant(tx, () => renewAll(tx, ids, when));
}

async function renewAll(
  tx: Tx,
  ids: readonly number[],
  { now, fresh }: { now: number; fresh: boolean },
): Promise<number[] | undefined> {
  const groups = await listStoredGroups(tx);
  const knots = groups.map(knotOf);
  const hanging = new Set(ids.flatMap((id) => fedBy(knots, id).map((knot) => knot.id)));
  const renewed = groups.filter((group) => hanging.has(group.id));
  const feeders = [...new Set(renewed.flatMap(({ inputs }) => inputs.map((input) => input.device_id)))];
  const first = await findFirstReading(tx, feeders);
  for (const group of renewed) {
    if (!(fresh && ids.includes(group.id))) {
      const slot = await calculatedResults.takeSlot(tx, group.device_id);
      if (slot === undefined) return undefined;
      await calculatedResults.moveVariable(tx, group.variable_id, slot);
    }
    await setPast(tx, {
      id: group.id,
      step_s: group.interval_s,
      past_days: await dueDays(tx, group, first, now),
    });
  }
  return [...new Set(renewed.map(({ device_id }) => device_id))];
}

async function dueDays(tx: Tx, group: StoredGroup, first: number | undefined, now: number): Promise<number> {
  if (first === undefined || first > now) return 0;
  const { day: from } = localDay(group.time_zone, first);
  const { day: to } = localDay(group.time_zone, now);
  return markPast(tx, group.device_id, from, to);
}

/** Renews the groups whose device has another rhythm than their results were made for. Answers whether there were any. */
export async function renewChangedRhythms(
  tx: Tx,
  groups: readonly StoredGroup[],
  now: number,
): Promise<boolean> {
  const changed = groups.filter(({ step_s, interval_s }) => step_s !== interval_s);
  for (const { id, device_id, interval_s } of changed) {
    if (await renew(tx, [id], { now, fresh: false })) continue;
    // Without a slot left the old results stand until the days are made again, each over its own.
    await setPast(tx, { id, step_s: interval_s, past_days: 0 });
    const first = await findFirstReading(tx, [device_id]);
    const group = groups.find((one) => one.id === id);
    if (group) await dueDays(tx, group, first, now);
  }
  return changed.length > 0;
}
