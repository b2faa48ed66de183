import { HOUR_MS } from '../daylight.model.ts';
import { fedBy } from './dark-box.model.ts';
import { type Comparisons, lookForUnder, underLimit } from './expectation.model.ts';
import type { ExplainedAt } from './explained.model.ts';
import { faultParams } from './fault-params.model.ts';
import { closingOf, lastOf, UNKNOWN } from './fault-watch.model.ts';
import {
  foundFault,
  foundLost,
  foundNoProduction,
  foundSilence,
  foundUnder,
  foundUnread,
  foundWeak,
} from './found.model.ts';
import { PLANT_NO_PRODUCTION, PLANT_WAY, portWay } from './plant-cases.model.ts';
import { type DeviceSight, isSilent } from './plant-sight.model.ts';
import { lookForFault, lookForNoProduction, lookForUnread } from './production.model.ts';
import { delaysOf, type PlantRound, unless } from './round.model.ts';
import { saidParams } from './said.model.ts';
import { isHeardOf, lookForSilence, lostOf } from './silence.model.ts';
import { SNOW_HIDES_NEIGHBOURS_MS, SNOW_HIDES_PLANT_MS } from './snow.model.ts';
import { snowSince } from './snow-memory.model.ts';
import { type AlarmParams, subjectKey } from './standing.model.ts';
import { type BoxSight, labelsOf, lookAtStrings } from './strings.model.ts';
import { joinLabels } from './watch-book.model.ts';
import { isDeviceWatchable } from './watchable.model.ts';
import type { WatchedDevice } from './watched.model.ts';

const subjectOf = (round: PlantRound, { device_id }: WatchedDevice) => ({
  plant_id: round.sight.plant.plant_id,
  device_id,
  port_id: null,
});

const keyOf = ({ device }: DeviceSight, code: Parameters<typeof subjectKey>[0]['code']): string =>
  subjectKey({ device_id: device.device_id, port_id: null, code });

const waysTo = ({ device }: DeviceSight): string[] =>
  device.port_id === null ? [PLANT_WAY] : [PLANT_WAY, portWay(device.port_id)];

export function takeSilence(round: PlantRound, one: DeviceSight, explainedAt: ExplainedAt): void {
  const { device } = one;
  if (!isDeviceWatchable('device_silent', device, round.sight.plant)) return;
  const subject = subjectOf(round, device);
  if (!isHeardOf(round.sight, one)) {
    round.giveUp({ ...subject, code: 'device_silent' }, 'nothing_watched');
    return;
  }
  const rule = round.sight.rules.ruleOf('device_silent', subject);
  const floor = explainedAt(device);
  const torn = () => {
    const lost = isSilent(one) ? null : lostOf(round.sight, one, floor);
    return lost?.sight === 'few' ? null : lost;
  };
  round.take({
    subject,
    code: 'device_silent',
    rule,
    look: lookForSilence(round.sight, one, floor),
    delays: delaysOf(rule.values),
    span_ms: one.silent_after_ms,
    after: waysTo(one),
    params: () => {
      const lost = torn();
      const said = lost ? { lost_pct: Math.round(100 * lost.share) } : saidParams(device.reason);
      return { device: device.short_name, ...said };
    },
    found: (began_at) => {
      const lost = torn();
      if (lost)
        return { ...foundLost(round.sight, one, lost), unused: ['silent_after_min', 'silent_after_polls'] };
      return {
        ...foundSilence(round.sight, { silent: [one], began_at, limit_ms: one.silent_after_ms }),
        unused: [device.polled ? 'silent_after_min' : 'silent_after_polls', 'lost_share_pct'],
      };
    },
  });
}

/** A production that is not read is one by the read that fails; its delay is counted from there. */
export function takeUnread(round: PlantRound, one: DeviceSight, explainedAt: ExplainedAt): void {
  const { device, production } = one;
  if (!production || !isDeviceWatchable('production_unread', device, round.sight.plant)) return;
  const subject = subjectOf(round, device);
  const rule = round.sight.rules.ruleOf('production_unread', subject);
  round.take({
    subject,
    code: 'production_unread',
    rule,
    look: lookForUnread(round.sight, one, explainedAt(device)),
    delays: delaysOf(rule.values),
    after: [...waysTo(one), keyOf(one, 'device_silent')],
    params: () => ({ device: device.short_name, variable: production.name }),
    found: (began_at) => foundUnread(round.sight, one, began_at),
  });
}

/** An engine or a turbine is no inverter: its alarm's sentence says so. */
const categoryOf = ({ category }: WatchedDevice): AlarmParams =>
  category === 'inverter' ? {} : { category };

export function takeFault(round: PlantRound, one: DeviceSight): void {
  if (!isDeviceWatchable('inverter_fault', one.device, round.sight.plant)) return;
  const subject = subjectOf(round, one.device);
  const rule = round.sight.rules.ruleOf('inverter_fault', subject);
  round.take({
    subject,
    code: 'inverter_fault',
    rule,
    look: lookForFault(round.sight, one),
    delays: delaysOf(rule.values),
    params: () => ({ device: one.device.short_name, ...categoryOf(one.device), ...faultParams(one) }),
    found: (began_at) => foundFault(round.sight, one, began_at),
  });
}

export function takeNoProduction(round: PlantRound, one: DeviceSight): void {
  if (!isDeviceWatchable('no_production', one.device, round.sight.plant)) return;
  const subject = subjectOf(round, one.device);
  const rule = round.sight.rules.ruleOf('no_production', subject);
  const snow = snowSince(round, SNOW_HIDES_PLANT_MS);
  round.take({
    subject,
    code: 'no_production',
    rule,
    look: unless(snow, lookForNoProduction(round.sight, one)),
    delays: delaysOf(rule.values),
    after: [PLANT_NO_PRODUCTION, keyOf(one, 'inverter_fault')],
    params: () => ({ device: one.device.short_name }),
    found: (began_at) =>
      foundNoProduction(round.sight, { one, began_at, limit_pct: rule.values.least_share_pct }),
  });
}

/** What would darken a box as a whole. */
function darkensOf({ sight }: PlantRound, device: WatchedDevice): string[] {
  const { inverters, codes } = fedBy(sight, device);
  return [PLANT_NO_PRODUCTION, ...inverters.flatMap((one) => codes.map((code) => keyOf(one, code)))];
}

/** One alarm for each box, however many of its strings are weak. */
function takeBox(round: PlantRound, box: BoxSight): void {
  const { device, strings } = box.one;
  const subject = subjectOf(round, device);
  const rule = round.sight.rules.ruleOf('string_weak', subject);
  if (!rule.enabled) return;
  const snow = snowSince(round, SNOW_HIDES_NEIGHBOURS_MS);
  const delays = delaysOf(rule.values);
  const key = subjectKey({ ...subject, code: 'string_weak' });
  const labelOf = labelsOf(strings);
  const hold = box.out !== null && round.isComing(darkensOf(round, device));
  const faulty = box.looks.some(({ sight }) => sight === 'faulty');
  round.note(key, { faulty, open_ms: delays.open_ms });
  const weak = strings.flatMap((string, i) => {
    const label = labelOf[i] ?? '';
    const watch = round.step(`${key}/${label}`, unless(snow, box.looks[i] ?? UNKNOWN), { delays, hold });
    return watch?.open ? [{ string, label, watch }] : [];
  });
  if (weak.length === 0) return;
  const labels = weak.map(({ label }) => label);
  const began_at = Math.min(...weak.map(({ watch }) => watch.began_at));
  const closing = lastOf(weak.map(({ watch }) => closingOf(watch, delays.close_ms)));
  const isNew = !labels.some((label) => round.before(`${key}/${label}`)?.open);
  const params = () => ({
    device: device.short_name,
    strings: joinLabels(labels),
    n: weak.length,
    of: strings.length,
  });
  const found = isNew
    ? foundWeak(round.sight, { box, weak: weak.map(({ string }) => string), began_at })
    : null;
  round.stand({ subject, code: 'string_weak', rule, params }, { began_at, found, closing });
}

export function takeStrings(round: PlantRound): void {
  for (const box of lookAtStrings(round.sight)) takeBox(round, box);
}

export function takeUnder(
  round: PlantRound,
  one: DeviceSight,
  { comparisons, explainedAt }: { comparisons: Comparisons; explainedAt: ExplainedAt },
): void {
  const { device } = one;
  if (!isDeviceWatchable('under_expectation', device, round.sight.plant)) return;
  const subject = subjectOf(round, device);
  const rule = round.sight.rules.ruleOf('under_expectation', subject);
  const comparison = comparisons.get(device.device_id) ?? null;
  const look = lookForUnder(round.sight, one, { comparison, floor: explainedAt(device) });
  round.take({
    subject,
    code: 'under_expectation',
    rule,
    look: unless(snowSince(round, SNOW_HIDES_NEIGHBOURS_MS), look),
    delays: delaysOf(rule.values),
    span_ms: rule.values.window_h * HOUR_MS,
    after: [PLANT_NO_PRODUCTION, keyOf(one, 'inverter_fault'), keyOf(one, 'no_production')],
    params: () => ({
      device: device.short_name,
      deficit_pct: comparison && Math.round(1000 * comparison.deficit) / 10,
    }),
    found: (began_at) =>
      comparison
        ? foundUnder(round.sight, { one, comparison, limit: underLimit(round.sight, one, comparison) })
        : foundNoProduction(round.sight, { one, began_at, limit_pct: rule.values.deficit_pct }),
  });
}
