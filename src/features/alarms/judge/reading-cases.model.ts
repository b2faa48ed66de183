import { foundImplausible, foundStill } from './found.model.ts';
import type { DeviceSight } from './plant-sight.model.ts';
import { lookForImplausible, lookForStill, type ReadingsSeen } from './readings.model.ts';
import { delaysOf, type PlantRound } from './round.model.ts';
import { isDeviceWatchable } from './watchable.model.ts';

const rounded = (value: number): number => Number(value.toPrecision(3));

const subjectOf = ({ sight }: PlantRound, { device }: DeviceSight) => ({
  plant_id: sight.plant.plant_id,
  device_id: device.device_id,
  port_id: null,
});

export function takeStill(round: PlantRound, one: DeviceSight, seen: ReadingsSeen | undefined): void {
  if (!isDeviceWatchable('readings_still', one.device, round.sight.plant)) return;
  const subject = subjectOf(round, one);
  const rule = round.sight.rules.ruleOf('readings_still', subject);
  const { still_h } = rule.values;
  const kw = seen?.still?.kw ?? null;
  round.take({
    subject,
    code: 'readings_still',
    rule,
    look: lookForStill(seen, still_h),
    delays: delaysOf(rule.values),
    params: () => ({ device: one.device.short_name, power_kw: kw === null ? null : rounded(kw) }),
    found: () => foundStill(round.sight, one, { still: seen?.still ?? null, limit_h: still_h }),
  });
}

export function takeImplausible(round: PlantRound, one: DeviceSight, seen: ReadingsSeen | undefined): void {
  if (!isDeviceWatchable('readings_implausible', one.device, round.sight.plant)) return;
  const subject = subjectOf(round, one);
  const rule = round.sight.rules.ruleOf('readings_implausible', subject);
  const found = seen?.implausible ?? null;
  round.take({
    subject,
    code: 'readings_implausible',
    rule,
    look: lookForImplausible(seen),
    delays: delaysOf(rule.values),
    params: () => ({
      device: one.device.short_name,
      power_kw: found && rounded(found.kw),
      share_pct: found && Math.round(100 * found.share),
    }),
    found: (began_at) => foundImplausible(round.sight, one, { found, rule: rule.values, began_at }),
  });
}
