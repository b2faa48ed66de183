import { implausibleEvidence, stillEvidence } from './evidence-sources.model.ts';
import { delaysOf, type PlantEvaluation } from './plant-evaluation.model.ts';
import type { DeviceSnapshot } from './plant-snapshot.model.ts';
import { observeImplausibleReadings, observeStillReadings, type ReadingAnalysis } from './readings.model.ts';
import { isDeviceWatchable } from './watchable.model.ts';

const rounded = (value: number): number => Number(value.toPrecision(3));

const subjectOf = ({ snapshot }: PlantEvaluation, { device }: DeviceSnapshot) => ({
  plant_id: snapshot.plant.plant_id,
  device_id: device.device_id,
  port_id: null,
});

export function evaluateStillReadings(
  evaluation: PlantEvaluation,
  one: DeviceSnapshot,
  analysis: ReadingAnalysis | undefined,
): void {
  if (!isDeviceWatchable('readings_still', one.device, evaluation.snapshot.plant)) return;
  const subject = subjectOf(evaluation, one);
  const rule = evaluation.snapshot.rules.ruleOf('readings_still', subject);
  const { still_h } = rule.values;
  const kw = analysis?.still?.kw ?? null;
  evaluation.check({
    subject,
    code: 'readings_still',
    rule,
    observation: observeStillReadings(analysis, still_h),
    delays: delaysOf(rule.values),
    params: () => ({ device: one.device.short_name, power_kw: kw === null ? null : rounded(kw) }),
    evidenceSource: () =>
      stillEvidence(evaluation.snapshot, one, { still: analysis?.still ?? null, limit_h: still_h }),
  });
}

export function evaluateImplausibleReadings(
  evaluation: PlantEvaluation,
  one: DeviceSnapshot,
  analysis: ReadingAnalysis | undefined,
): void {
  if (!isDeviceWatchable('readings_implausible', one.device, evaluation.snapshot.plant)) return;
  const subject = subjectOf(evaluation, one);
  const rule = evaluation.snapshot.rules.ruleOf('readings_implausible', subject);
  const found = analysis?.implausible ?? null;
  evaluation.check({
    subject,
    code: 'readings_implausible',
    rule,
    observation: observeImplausibleReadings(analysis),
    delays: delaysOf(rule.values),
    params: () => ({
      device: one.device.short_name,
      power_kw: found && rounded(found.kw),
      share_pct: found && Math.round(100 * found.share),
    }),
    evidenceSource: (began_at) =>
      implausibleEvidence(evaluation.snapshot, one, { found, rule: rule.values, began_at }),
  });
}
