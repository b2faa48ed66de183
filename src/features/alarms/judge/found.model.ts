import type { RuleValues } from '../alarm-rules.model.ts';
import type { Found, Role } from './evidence.model.ts';
import type { Comparison } from './expectation.model.ts';
import type { LostPolls } from './lost-polls.model.ts';
import type { Balance } from './meters.model.ts';
import { type DeviceSight, groupOf, type PlantSight } from './plant-sight.model.ts';
import { yieldOf } from './production.model.ts';
import type { Implausible, Still } from './readings.model.ts';
import type { BoxSight } from './strings.model.ts';
import type { LastValue, WatchedDevice } from './watched.model.ts';

type Variables = Found['variables'];
type ImplausibleRule = Pick<RuleValues<'readings_implausible'>, 'most_share_pct' | 'negative_share_pct'>;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** What was before a fault is drawn too. */
const BEFORE_MS = 2 * HOUR_MS;
const LONGEST_MS = 7 * 24 * HOUR_MS;
const SIBLINGS_SHOWN = 8;
const DARK_SHOWN = 4;

const windowOf = (began_at: number, now: number) => ({
  start: Math.max(began_at - BEFORE_MS, now - LONGEST_MS),
  end: now,
});

function variablesOf(device: WatchedDevice, quantity: string, role: Role): Variables {
  return device.values.filter((v) => v.quantity === quantity).map((v) => [device, v, role] as const);
}

const powerOf = ({ device }: DeviceSight, role: Role): Variables =>
  variablesOf(device, 'ac_power_kw', role).slice(0, 1);

const sensorsOf = (sight: PlantSight, quantity = 'irradiance_poa_wm2'): Variables =>
  sight.devices.flatMap(({ device }) => variablesOf(device, quantity, 'sensor')).slice(0, 2);

/** Neighbours that can be compared, the likeliest first. */
function siblingsOf(sight: PlantSight, one: DeviceSight): Variables {
  const others = groupOf(sight.inverters, one).members.filter((other) => other !== one);
  return others.slice(0, SIBLINGS_SHOWN).flatMap((other) => powerOf(other, 'sibling'));
}

const minutesSince = (at: number, now: number): number => Math.round((now - at) / MINUTE_MS);
const percent = (share: number | null): number | null => (share === null ? null : 100 * share);

/** Silence of devices: what each of them last said. */
export function foundSilence(
  sight: PlantSight,
  { silent, began_at, limit_ms }: { silent: readonly DeviceSight[]; began_at: number; limit_ms: number },
): Found {
  const last = silent.flatMap(({ device, production }): Variables => {
    const variable = production ?? device.values[0];
    return variable ? [[device, variable, 'subject']] : [];
  });
  return {
    ...windowOf(began_at, sight.now),
    variables: last,
    figures: [{ code: 'silent_min', value: minutesSince(began_at, sight.now), limit: limit_ms / MINUTE_MS }],
  };
}

/** A device that loses polls: what it last said, and how many of the last hour's were lost. */
export function foundLost(sight: PlantSight, one: DeviceSight, lost: LostPolls): Found {
  const { variables, start, end } = foundSilence(sight, { silent: [one], began_at: lost.start, limit_ms: 0 });
  return { start, end, variables, figures: [{ code: 'lost_pct', value: percent(lost.share) }] };
}

export function foundUnread(sight: PlantSight, one: DeviceSight, began_at: number): Found {
  const { device, production } = one;
  const read = device.values.filter((v) => v !== production).map((v) => [device, v, 'subject'] as const);
  return {
    ...windowOf(began_at, sight.now),
    variables: production ? [[device, production, 'subject'], ...read] : read,
    figures: [{ code: 'silent_min', value: minutesSince(began_at, sight.now) }],
  };
}

export function foundFault(sight: PlantSight, one: DeviceSight, began_at: number): Found {
  const said = one.device.values.filter(
    (v) => one.states.includes(v) || v.quantity === 'event_code' || v.value_table !== null,
  );
  return {
    ...windowOf(began_at, sight.now),
    variables: [
      ...said.map((v) => [one.device, v, 'subject'] as const),
      ...powerOf(one, 'subject'),
      ...siblingsOf(sight, one),
      ...sensorsOf(sight),
    ],
    figures: [{ code: 'power_kw', value: one.power }],
  };
}

export function foundNoProduction(
  sight: PlantSight,
  { one, began_at, limit_pct }: { one: DeviceSight | null; began_at: number; limit_pct: number },
): Found {
  const { made_kw, heard_kw } = yieldOf(sight);
  const share = one ? one.specific : made_kw / heard_kw;
  const subjects = one
    ? powerOf(one, 'subject')
    : sight.inverters.flatMap((each) => powerOf(each, 'subject')).slice(0, SIBLINGS_SHOWN);
  return {
    ...windowOf(began_at, sight.now),
    variables: [
      ...subjects,
      ...(one ? siblingsOf(sight, one) : []),
      ...sensorsOf(sight),
      ...sensorsOf(sight, 'ambient_temperature_c'),
    ],
    figures: [
      { code: 'power_kw', value: one ? one.power : made_kw },
      { code: 'share_pct', value: percent(share), limit: limit_pct },
      ...(one ? [{ code: 'neighbours_share_pct' as const, value: percent(sight.typical_specific) }] : []),
      { code: 'irradiance_wm2', value: sight.irradiance_wm2 },
      { code: 'temperature_c', value: sight.coldest_c },
    ],
  };
}

export function foundUnder(
  sight: PlantSight,
  { one, comparison, limit }: { one: DeviceSight; comparison: Comparison; limit: number },
): Found {
  return {
    start: comparison.start,
    end: comparison.end,
    variables: [...powerOf(one, 'subject'), ...siblingsOf(sight, one), ...sensorsOf(sight)],
    figures: [
      { code: 'deficit_pct', value: percent(comparison.deficit), limit: percent(limit) },
      { code: 'own_kw_kwp', value: comparison.own },
      { code: 'siblings_kw_kwp', value: comparison.siblings },
    ],
  };
}

/** Of a box that is dark as a whole a few of its strings, and one of each box that it was measured against. */
function darkOf(sight: PlantSight, { one, out }: BoxSight): Variables {
  const stringsOf = ({ device, strings }: DeviceSight, role: Role): Variables =>
    strings.map((string) => [device, string, role] as const);
  const own = stringsOf(one, 'subject');
  const others = (out?.others ?? []).flatMap((other) => stringsOf(other, 'sibling').slice(0, 1));
  return [
    ...own.slice(0, DARK_SHOWN),
    ...others.slice(0, SIBLINGS_SHOWN - 1),
    ...sensorsOf(sight).slice(0, 1),
    ...own.slice(DARK_SHOWN),
  ];
}

interface Weak {
  readonly box: BoxSight;
  readonly weak: readonly LastValue[];
  readonly began_at: number;
}

export function foundWeak(sight: PlantSight, { box, weak, began_at }: Weak): Found {
  const { one, out, median_a } = box;
  const others = one.strings.filter((string) => !weak.includes(string));
  const within: Variables = [
    ...weak.map((string) => [one.device, string, 'subject'] as const),
    ...others.map((string) => [one.device, string, 'sibling'] as const),
  ];
  return {
    ...windowOf(began_at, sight.now),
    variables: out ? darkOf(sight, box) : [...within, ...sensorsOf(sight)],
    figures: [
      { code: 'weak_strings', value: weak.length },
      { code: 'median_a', value: median_a, limit: out?.limit_a ?? null },
      ...(out ? [{ code: 'others_median_a' as const, value: out.others_a }] : []),
      { code: 'irradiance_wm2', value: sight.irradiance_wm2 },
    ],
  };
}

export function foundMismatch(sight: PlantSight, balance: Balance, limit_pct: number): Found {
  return {
    start: balance.start,
    end: balance.end,
    variables: [
      ...balance.meters.flatMap((meter) => variablesOf(meter, 'ac_power_kw', 'subject')),
      ...sight.inverters.slice(0, SIBLINGS_SHOWN).flatMap((each) => powerOf(each, 'sibling')),
    ],
    figures: [
      { code: 'deviation_pct', value: percent(balance.deviation), limit: limit_pct },
      { code: 'metered_kw', value: balance.metered_kw },
      { code: 'inverters_kw', value: balance.inverters_kw },
    ],
  };
}

/** A power that stands still, with what says how much light there was. */
export function foundStill(
  sight: PlantSight,
  one: DeviceSight,
  { still, limit_h }: { still: Still | null; limit_h: number },
): Found {
  const begins = still?.begins ?? sight.now;
  return {
    ...windowOf(begins, sight.now),
    variables: [...powerOf(one, 'subject'), ...siblingsOf(sight, one), ...sensorsOf(sight)],
    figures: [
      { code: 'power_kw', value: still?.kw ?? null },
      { code: 'still_h', value: ((still?.end ?? begins) - begins) / HOUR_MS, limit: limit_h },
    ],
  };
}

/** A quarter of an hour that cannot be, with what was around it. */
export function foundImplausible(
  sight: PlantSight,
  one: DeviceSight,
  { found, rule, began_at }: { found: Implausible | null; rule: ImplausibleRule; began_at: number },
): Found {
  const share = found?.share ?? null;
  const limit = share !== null && share < 0 ? -rule.negative_share_pct : rule.most_share_pct;
  return {
    ...windowOf(began_at, sight.now),
    variables: [...powerOf(one, 'subject'), ...siblingsOf(sight, one), ...sensorsOf(sight)],
    figures: [
      { code: 'power_kw', value: found?.kw ?? null },
      { code: 'share_pct', value: percent(share), limit },
    ],
  };
}
