import { HOUR_MS, MINUTE_MS } from '../../../shared/units/zones.ts';
import type { RuleValues } from '../alarm-rules.model.ts';
import type { EvidenceSource, Role } from './evidence.model.ts';
import type { Comparison } from './expectation.model.ts';
import type { LostPolls } from './lost-polls.model.ts';
import type { Balance } from './meters.model.ts';
import { type DeviceSnapshot, groupOf, type PlantSnapshot } from './plant-snapshot.model.ts';
import { yieldOf } from './production.model.ts';
import type { Implausible, Still } from './readings.model.ts';
import type { BoxSnapshot } from './strings.model.ts';
import type { LastValue, WatchedDevice } from './watched.model.ts';

type Variables = EvidenceSource['variables'];
type ImplausibleRule = Pick<RuleValues<'readings_implausible'>, 'most_share_pct' | 'negative_share_pct'>;

/** What was before a fault is drawn too. */
const BEFORE_MS = 2 * HOUR_MS;
const MAX_MS = 7 * 24 * HOUR_MS;
const SIBLINGS_SHOWN = 8;
const DARK_SHOWN = 4;

const windowOf = (began_at: number, now: number) => ({
  start: Math.max(began_at - BEFORE_MS, now - MAX_MS),
  end: now,
});

function variablesOf(device: WatchedDevice, quantity: string, role: Role): Variables {
  return device.values.filter((v) => v.quantity === quantity).map((v) => [device, v, role] as const);
}

const powerOf = ({ device }: DeviceSnapshot, role: Role): Variables =>
  variablesOf(device, 'ac_power_kw', role).slice(0, 1);

const sensorsOf = (snapshot: PlantSnapshot, quantity = 'irradiance_poa_wm2'): Variables =>
  snapshot.devices.flatMap(({ device }) => variablesOf(device, quantity, 'sensor')).slice(0, 2);

/** Neighbours that can be compared, the likeliest first. */
function siblingsOf(snapshot: PlantSnapshot, one: DeviceSnapshot): Variables {
  const others = groupOf(snapshot.inverters, one).members.filter((other) => other !== one);
  return others.slice(0, SIBLINGS_SHOWN).flatMap((other) => powerOf(other, 'sibling'));
}

const minutesSince = (at: number, now: number): number => Math.round((now - at) / MINUTE_MS);
const percent = (share: number | null): number | null => (share === null ? null : 100 * share);

/** Silence of devices: what each of them last said. */
export function silenceEvidence(
  snapshot: PlantSnapshot,
  { silent, began_at, limit_ms }: { silent: readonly DeviceSnapshot[]; began_at: number; limit_ms: number },
): EvidenceSource {
  const last = silent.flatMap(({ device, production }): Variables => {
    const variable = production ?? device.values[0];
    return variable ? [[device, variable, 'subject']] : [];
  });
  return {
    ...windowOf(began_at, snapshot.now),
    variables: last,
    figures: [
      { code: 'silent_min', value: minutesSince(began_at, snapshot.now), limit: limit_ms / MINUTE_MS },
    ],
  };
}

/** A device that loses polls: what it last said, and how many of the last hour's were lost. */
export function lostPollsEvidence(
  snapshot: PlantSnapshot,
  one: DeviceSnapshot,
  lost: LostPolls,
): EvidenceSource {
  const { variables, start, end } = silenceEvidence(snapshot, {
    silent: [one],
    began_at: lost.start,
    limit_ms: 0,
  });
  return { start, end, variables, figures: [{ code: 'lost_pct', value: percent(lost.share) }] };
}

export function unreadEvidence(
  snapshot: PlantSnapshot,
  one: DeviceSnapshot,
  began_at: number,
): EvidenceSource {
  const { device, production } = one;
  const read = device.values.filter((v) => v !== production).map((v) => [device, v, 'subject'] as const);
  return {
    ...windowOf(began_at, snapshot.now),
    variables: production ? [[device, production, 'subject'], ...read] : read,
    figures: [{ code: 'silent_min', value: minutesSince(began_at, snapshot.now) }],
  };
}

export function faultEvidence(
  snapshot: PlantSnapshot,
  one: DeviceSnapshot,
  began_at: number,
): EvidenceSource {
  const said = one.device.values.filter(
    (v) => one.states.includes(v) || v.quantity === 'event_code' || v.value_table !== null,
  );
  return {
    ...windowOf(began_at, snapshot.now),
    variables: [
      ...said.map((v) => [one.device, v, 'subject'] as const),
      ...powerOf(one, 'subject'),
      ...siblingsOf(snapshot, one),
      ...sensorsOf(snapshot),
    ],
    figures: [{ code: 'power_kw', value: one.power }],
  };
}

export function noProductionEvidence(
  snapshot: PlantSnapshot,
  { one, began_at, limit_pct }: { one: DeviceSnapshot | null; began_at: number; limit_pct: number },
): EvidenceSource {
  const { made_kw, heard_kw } = yieldOf(snapshot);
  const share = one ? one.specific : made_kw / heard_kw;
  const subjects = one
    ? powerOf(one, 'subject')
    : snapshot.inverters.flatMap((each) => powerOf(each, 'subject')).slice(0, SIBLINGS_SHOWN);
  return {
    ...windowOf(began_at, snapshot.now),
    variables: [
      ...subjects,
      ...(one ? siblingsOf(snapshot, one) : []),
      ...sensorsOf(snapshot),
      ...sensorsOf(snapshot, 'ambient_temperature_c'),
    ],
    figures: [
      { code: 'power_kw', value: one ? one.power : made_kw },
      { code: 'share_pct', value: percent(share), limit: limit_pct },
      ...(one ? [{ code: 'neighbours_share_pct' as const, value: percent(snapshot.typical_specific) }] : []),
      { code: 'irradiance_wm2', value: snapshot.irradiance_wm2 },
      { code: 'temperature_c', value: snapshot.coldest_c },
    ],
  };
}

export function underExpectationEvidence(
  snapshot: PlantSnapshot,
  { one, comparison, limit }: { one: DeviceSnapshot; comparison: Comparison; limit: number },
): EvidenceSource {
  return {
    start: comparison.start,
    end: comparison.end,
    variables: [...powerOf(one, 'subject'), ...siblingsOf(snapshot, one), ...sensorsOf(snapshot)],
    figures: [
      { code: 'deficit_pct', value: percent(comparison.deficit), limit: percent(limit) },
      { code: 'own_kw_kwp', value: comparison.own },
      { code: 'siblings_kw_kwp', value: comparison.siblings },
    ],
  };
}

/** Of a box that is dark as a whole a few of its strings, and one of each box that it was measured against. */
function darkOf(snapshot: PlantSnapshot, { one, out }: BoxSnapshot): Variables {
  const stringsOf = ({ device, strings }: DeviceSnapshot, role: Role): Variables =>
    strings.map((string) => [device, string, role] as const);
  const own = stringsOf(one, 'subject');
  const others = (out?.others ?? []).flatMap((other) => stringsOf(other, 'sibling').slice(0, 1));
  return [
    ...own.slice(0, DARK_SHOWN),
    ...others.slice(0, SIBLINGS_SHOWN - 1),
    ...sensorsOf(snapshot).slice(0, 1),
    ...own.slice(DARK_SHOWN),
  ];
}

interface Weak {
  readonly box: BoxSnapshot;
  readonly weak: readonly LastValue[];
  readonly began_at: number;
}

export function weakStringsEvidence(snapshot: PlantSnapshot, { box, weak, began_at }: Weak): EvidenceSource {
  const { one, out, median_a } = box;
  const others = one.strings.filter((string) => !weak.includes(string));
  const within: Variables = [
    ...weak.map((string) => [one.device, string, 'subject'] as const),
    ...others.map((string) => [one.device, string, 'sibling'] as const),
  ];
  return {
    ...windowOf(began_at, snapshot.now),
    variables: out ? darkOf(snapshot, box) : [...within, ...sensorsOf(snapshot)],
    figures: [
      { code: 'weak_strings', value: weak.length },
      { code: 'median_a', value: median_a, limit: out?.limit_a ?? null },
      ...(out ? [{ code: 'others_median_a' as const, value: out.others_a }] : []),
      { code: 'irradiance_wm2', value: snapshot.irradiance_wm2 },
    ],
  };
}

export function mismatchEvidence(
  snapshot: PlantSnapshot,
  balance: Balance,
  limit_pct: number,
): EvidenceSource {
  return {
    start: balance.start,
    end: balance.end,
    variables: [
      ...balance.meters.flatMap((meter) => variablesOf(meter, 'ac_power_kw', 'subject')),
      ...snapshot.inverters.slice(0, SIBLINGS_SHOWN).flatMap((each) => powerOf(each, 'sibling')),
    ],
    figures: [
      { code: 'deviation_pct', value: percent(balance.deviation), limit: limit_pct },
      { code: 'metered_kw', value: balance.metered_kw },
      { code: 'inverters_kw', value: balance.inverters_kw },
    ],
  };
}

/** A power that stands still, with what says how much light there was. */
export function stillEvidence(
  snapshot: PlantSnapshot,
  one: DeviceSnapshot,
  { still, limit_h }: { still: Still | null; limit_h: number },
): EvidenceSource {
  const begins = still?.begins ?? snapshot.now;
  return {
    ...windowOf(begins, snapshot.now),
    variables: [...powerOf(one, 'subject'), ...siblingsOf(snapshot, one), ...sensorsOf(snapshot)],
    figures: [
      { code: 'power_kw', value: still?.kw ?? null },
      { code: 'still_h', value: ((still?.end ?? begins) - begins) / HOUR_MS, limit: limit_h },
    ],
  };
}

/** A quarter of an hour that cannot be, with what was around it. */
export function implausibleEvidence(
  snapshot: PlantSnapshot,
  one: DeviceSnapshot,
  { found, rule, began_at }: { found: Implausible | null; rule: ImplausibleRule; began_at: number },
): EvidenceSource {
  const share = found?.share ?? null;
  const limit = share !== null && share < 0 ? -rule.negative_share_pct : rule.most_share_pct;
  return {
    ...windowOf(began_at, snapshot.now),
    variables: [...powerOf(one, 'subject'), ...siblingsOf(snapshot, one), ...sensorsOf(snapshot)],
    figures: [
      { code: 'power_kw', value: found?.kw ?? null },
      { code: 'share_pct', value: percent(share), limit },
    ],
  };
}
