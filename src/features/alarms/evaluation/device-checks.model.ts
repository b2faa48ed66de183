import { HOUR_MS } from '../../../shared/units/zones.ts';
import { type AlarmParams, subjectKey } from './active-alarm.model.ts';
import { fedBy } from './dark-box.model.ts';
import {
  faultEvidence,
  lostPollsEvidence,
  noProductionEvidence,
  silenceEvidence,
  underExpectationEvidence,
  unreadEvidence,
  weakStringsEvidence,
} from './evidence-sources.model.ts';
import { type Comparisons, observeUnderExpectation, underLimit } from './expectation.model.ts';
import type { ExplainedAt } from './explained.model.ts';
import { faultParams } from './fault-params.model.ts';
import { closingOf, lastOf, UNKNOWN } from './fault-watch.model.ts';
import { PLANT_CONNECTION, PLANT_NO_PRODUCTION, portConnectionKey } from './plant-checks.model.ts';
import { delaysOf, type PlantEvaluation, unless } from './plant-evaluation.model.ts';
import { type DeviceSnapshot, isSilent } from './plant-snapshot.model.ts';
import { observeInverterFault, observeNoProduction, observeUnreadProduction } from './production.model.ts';
import { reasonParams } from './reason-params.model.ts';
import { isSilenceKnown, lostOf, observeSilence } from './silence.model.ts';
import { SNOW_HIDES_NEIGHBOURS_MS, SNOW_HIDES_PLANT_MS } from './snow.model.ts';
import { isSnowSuspected } from './snow-memory.model.ts';
import { type BoxSnapshot, labelsOf, observeStrings } from './strings.model.ts';
import { joinLabels } from './watch-store.model.ts';
import { isDeviceWatchable } from './watchable.model.ts';
import type { WatchedDevice } from './watched.model.ts';

const subjectOf = (evaluation: PlantEvaluation, { device_id }: WatchedDevice) => ({
  plant_id: evaluation.snapshot.plant.plant_id,
  device_id,
  port_id: null,
});

const keyOf = ({ device }: DeviceSnapshot, code: Parameters<typeof subjectKey>[0]['code']): string =>
  subjectKey({ device_id: device.device_id, port_id: null, code });

const connectionKeysOf = ({ device }: DeviceSnapshot): string[] =>
  device.port_id === null ? [PLANT_CONNECTION] : [PLANT_CONNECTION, portConnectionKey(device.port_id)];

export function evaluateSilence(
  evaluation: PlantEvaluation,
  one: DeviceSnapshot,
  explainedAt: ExplainedAt,
): void {
  const { device } = one;
  if (!isDeviceWatchable('device_silent', device, evaluation.snapshot.plant)) return;
  const subject = subjectOf(evaluation, device);
  if (!isSilenceKnown(evaluation.snapshot, one)) {
    evaluation.giveUp({ ...subject, code: 'device_silent' }, 'nothing_watched');
    return;
  }
  const rule = evaluation.snapshot.rules.ruleOf('device_silent', subject);
  const floor = explainedAt(device);
  const torn = () => {
    const lost = isSilent(one) ? null : lostOf(evaluation.snapshot, one, floor);
    return lost?.level === 'few' ? null : lost;
  };
  evaluation.check({
    subject,
    code: 'device_silent',
    rule,
    observation: observeSilence(evaluation.snapshot, one, floor),
    delays: delaysOf(rule.values),
    span_ms: one.silent_after_ms,
    after: connectionKeysOf(one),
    params: () => {
      const lost = torn();
      const said = lost ? { lost_pct: Math.round(100 * lost.share) } : reasonParams(device.reason);
      return { device: device.short_name, ...said };
    },
    evidenceSource: (began_at) => {
      const lost = torn();
      if (lost)
        return {
          ...lostPollsEvidence(evaluation.snapshot, one, lost),
          unused: ['silent_after_min', 'silent_after_polls'],
        };
      return {
        ...silenceEvidence(evaluation.snapshot, { silent: [one], began_at, limit_ms: one.silent_after_ms }),
        unused: [device.polled ? 'silent_after_min' : 'silent_after_polls', 'lost_share_pct'],
      };
    },
  });
}

/** A production that is not read is one by the read that fails; its delay is counted from there. */
export function evaluateUnreadProduction(
  evaluation: PlantEvaluation,
  one: DeviceSnapshot,
  explainedAt: ExplainedAt,
): void {
  const { device, production } = one;
  if (!production || !isDeviceWatchable('production_unread', device, evaluation.snapshot.plant)) return;
  const subject = subjectOf(evaluation, device);
  const rule = evaluation.snapshot.rules.ruleOf('production_unread', subject);
  evaluation.check({
    subject,
    code: 'production_unread',
    rule,
    observation: observeUnreadProduction(evaluation.snapshot, one, explainedAt(device)),
    delays: delaysOf(rule.values),
    after: [...connectionKeysOf(one), keyOf(one, 'device_silent')],
    params: () => ({ device: device.short_name, variable: production.name }),
    evidenceSource: (began_at) => unreadEvidence(evaluation.snapshot, one, began_at),
  });
}

/** An engine or a turbine is no inverter: its alarm's sentence says so. */
const categoryOf = ({ category }: WatchedDevice): AlarmParams =>
  category === 'inverter' ? {} : { category };

export function evaluateInverterFault(evaluation: PlantEvaluation, one: DeviceSnapshot): void {
  if (!isDeviceWatchable('inverter_fault', one.device, evaluation.snapshot.plant)) return;
  const subject = subjectOf(evaluation, one.device);
  const rule = evaluation.snapshot.rules.ruleOf('inverter_fault', subject);
  evaluation.check({
    subject,
    code: 'inverter_fault',
    rule,
    observation: observeInverterFault(evaluation.snapshot, one),
    delays: delaysOf(rule.values),
    params: () => ({ device: one.device.short_name, ...categoryOf(one.device), ...faultParams(one) }),
    evidenceSource: (began_at) => faultEvidence(evaluation.snapshot, one, began_at),
  });
}

export function evaluateNoProduction(evaluation: PlantEvaluation, one: DeviceSnapshot): void {
  if (!isDeviceWatchable('no_production', one.device, evaluation.snapshot.plant)) return;
  const subject = subjectOf(evaluation, one.device);
  const rule = evaluation.snapshot.rules.ruleOf('no_production', subject);
  const snow = isSnowSuspected(evaluation, SNOW_HIDES_PLANT_MS);
  evaluation.check({
    subject,
    code: 'no_production',
    rule,
    observation: unless(snow, observeNoProduction(evaluation.snapshot, one)),
    delays: delaysOf(rule.values),
    after: [PLANT_NO_PRODUCTION, keyOf(one, 'inverter_fault')],
    params: () => ({ device: one.device.short_name }),
    evidenceSource: (began_at) =>
      noProductionEvidence(evaluation.snapshot, { one, began_at, limit_pct: rule.values.least_share_pct }),
  });
}

/** What would darken a box as a whole. */
function darkensOf({ snapshot }: PlantEvaluation, device: WatchedDevice): string[] {
  const { inverters, codes } = fedBy(snapshot, device);
  return [PLANT_NO_PRODUCTION, ...inverters.flatMap((one) => codes.map((code) => keyOf(one, code)))];
}

/** One alarm for each box, however many of its strings are weak. */
function evaluateStringBox(evaluation: PlantEvaluation, box: BoxSnapshot): void {
  const { device, strings } = box.one;
  const subject = subjectOf(evaluation, device);
  const rule = evaluation.snapshot.rules.ruleOf('string_weak', subject);
  if (!rule.enabled) return;
  const snow = isSnowSuspected(evaluation, SNOW_HIDES_NEIGHBOURS_MS);
  const delays = delaysOf(rule.values);
  const key = subjectKey({ ...subject, code: 'string_weak' });
  const labelOf = labelsOf(strings);
  const suppressed = box.out !== null && evaluation.isPending(darkensOf(evaluation, device));
  const faulty = box.observations.some(({ status }) => status === 'faulty');
  evaluation.note(key, { faulty, open_ms: delays.open_ms });
  const weak = strings.flatMap((string, i) => {
    const label = labelOf[i] ?? '';
    const watch = evaluation.step(`${key}/${label}`, unless(snow, box.observations[i] ?? UNKNOWN), {
      delays,
      suppressed,
    });
    return watch?.open ? [{ string, label, watch }] : [];
  });
  if (weak.length === 0) return;
  const labels = weak.map(({ label }) => label);
  const began_at = Math.min(...weak.map(({ watch }) => watch.began_at));
  const closing = lastOf(weak.map(({ watch }) => closingOf(watch, delays.close_ms)));
  const isNew = !labels.some((label) => evaluation.before(`${key}/${label}`)?.open);
  const params = () => ({
    device: device.short_name,
    strings: joinLabels(labels),
    n: weak.length,
    of: strings.length,
  });
  const evidenceSource = isNew
    ? weakStringsEvidence(evaluation.snapshot, { box, weak: weak.map(({ string }) => string), began_at })
    : null;
  evaluation.activate({ subject, code: 'string_weak', rule, params }, { began_at, evidenceSource, closing });
}

export function evaluateStrings(evaluation: PlantEvaluation): void {
  for (const box of observeStrings(evaluation.snapshot)) evaluateStringBox(evaluation, box);
}

export function evaluateUnderExpectation(
  evaluation: PlantEvaluation,
  one: DeviceSnapshot,
  { comparisons, explainedAt }: { comparisons: Comparisons; explainedAt: ExplainedAt },
): void {
  const { device } = one;
  if (!isDeviceWatchable('under_expectation', device, evaluation.snapshot.plant)) return;
  const subject = subjectOf(evaluation, device);
  const rule = evaluation.snapshot.rules.ruleOf('under_expectation', subject);
  const comparison = comparisons.get(device.device_id) ?? null;
  const observation = observeUnderExpectation(evaluation.snapshot, one, {
    comparison,
    floor: explainedAt(device),
  });
  evaluation.check({
    subject,
    code: 'under_expectation',
    rule,
    observation: unless(isSnowSuspected(evaluation, SNOW_HIDES_NEIGHBOURS_MS), observation),
    delays: delaysOf(rule.values),
    span_ms: rule.values.window_h * HOUR_MS,
    after: [PLANT_NO_PRODUCTION, keyOf(one, 'inverter_fault'), keyOf(one, 'no_production')],
    params: () => ({
      device: device.short_name,
      deficit_pct: comparison && Math.round(1000 * comparison.deficit) / 10,
    }),
    evidenceSource: (began_at) =>
      comparison
        ? underExpectationEvidence(evaluation.snapshot, {
            one,
            comparison,
            limit: underLimit(evaluation.snapshot, one, comparison),
          })
        : noProductionEvidence(evaluation.snapshot, { one, began_at, limit_pct: rule.values.deficit_pct }),
  });
}
