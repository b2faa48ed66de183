import { HOUR_MS, MINUTE_MS } from '../../shared/units/zones.ts';
import { silentAfterMs } from './lighting.model.ts';

/** What can be wrong with a cabinet or one of its lines. Names follow TALQ, where it has one. */
export const ANOMALIES = [
  'burning_by_day',
  'dark_at_night',
  'contactor_stuck',
  'missing_load',
  'leakage',
  'breaker_tripped',
  'supply_loss',
  'door_open',
  'left_in_manual',
  'cycling',
  'silent',
  'meter_silent',
  'clock_off',
  'pod_differs',
  'times_not_held',
] as const;
export type Anomaly = (typeof ANOMALIES)[number];

interface Rule {
  readonly type: 'E' | 'W';
  /** For how long it must last before it is an alarm, and be gone before it ends. */
  readonly opens_after_ms: number;
  readonly closes_after_ms: number;
}

const rule = (type: Rule['type'], opens_min: number, closes_min = 5): Rule => ({
  type,
  opens_after_ms: opens_min * MINUTE_MS,
  closes_after_ms: closes_min * MINUTE_MS,
});

export const ANOMALY_RULES: Readonly<Record<Anomaly, Rule>> = {
  burning_by_day: rule('W', 15),
  dark_at_night: rule('E', 5),
  contactor_stuck: rule('E', 2),
  missing_load: rule('W', 15, 30),
  leakage: rule('E', 1),
  breaker_tripped: rule('E', 1),
  supply_loss: rule('E', 2),
  door_open: rule('W', 10),
  left_in_manual: rule('W', 60),
  cycling: rule('W', 0, 60),
  silent: rule('E', 0, 0),
  meter_silent: rule('W', 30),
  clock_off: rule('W', 10),
  pod_differs: rule('W', 0, 0),
  times_not_held: rule('W', 60),
};

/** The same fault within this time of its last end joins that alarm, with a count. // docs/adr/0038 */
export const JOINS_WITHIN_MS = 8 * HOUR_MS;

/** A line's lamps take this share less than they should before it is said. */
const MISSING_SHARE = 0.15;
const CYCLES_AN_HOUR = 6;
const CLOCK_OFF_S = 60;

export interface LineSeen {
  readonly line: number;
  readonly enabled: boolean;
  readonly target: boolean | null;
  readonly feedback: boolean | null;
  readonly breaker_tripped: boolean | null;
  readonly measured_kw: number | null;
  /** What its lamps take together; null where the census does not say. */
  readonly expected_kw: number | null;
  /** How often its feedback changed in the last hour. */
  readonly changes: number;
  /** Whether its schedule wants it lit now; null for a cabinet that follows none. */
  readonly wanted: boolean | null;
  /** Whether a person's word stands on it. */
  readonly overridden: boolean;
}

export interface BoxSeen {
  readonly heard_at: number | null;
  readonly poll_s: number;
  /** Whether its controller measures power, and when it did last. */
  readonly has_meter: boolean;
  readonly power_at: number | null;
  /** Meters of its own that have said nothing for too long. */
  readonly silent_meters: number;
  /** Supply points of the box and of its meter's plant, where they differ. */
  readonly pods: { readonly box: string; readonly meter: string } | null;
  readonly clock_offset_s: number | null;
  /** How its own times stand where they are not as they should be, and why; null where they are, or it holds none. */
  readonly times: { readonly state: string; readonly fault: string } | null;
  readonly manual: boolean | null;
  readonly door_open: boolean | null;
  readonly supply_ok: boolean | null;
  readonly leakage: boolean | null;
  /** Whether the sun is up there; null without coordinates. */
  readonly is_day: boolean | null;
  readonly lines: readonly LineSeen[];
}

export interface Found {
  readonly kind: Anomaly;
  readonly line: number | null;
  readonly params: Readonly<Record<string, number | string>>;
}

/** Which share of a line's lamps seems to be out: of what they should take, what is missing. */
export function missingShare({ feedback, measured_kw, expected_kw }: LineSeen): number | null {
  if (feedback !== true || measured_kw === null || expected_kw === null || expected_kw <= 0) return null;
  return Math.max(0, 1 - measured_kw / expected_kw);
}

const onOff = (is: boolean | null): string => (is === null ? '' : is ? 'on' : 'off');

function judgeLine(box: BoxSeen, line: LineSeen): Found[] {
  const found: Found[] = [];
  const say = (kind: Anomaly, params: Found['params'] = {}) => found.push({ kind, line: line.line, params });
  const seen = { feedback: onOff(line.feedback), target: onOff(line.target), wanted: onOff(line.wanted) };
  // Without power no contactor follows and no lamp burns: that alone is said.
  const is_dead = box.supply_ok === false || line.breaker_tripped === true;
  const asked = line.target;
  const by_hand = box.manual === true;
  // A person who asked for light by day gets no alarm for it, nor one who switches at the box: that it is left so is told instead.
  const by_word = line.overridden || by_hand;
  if (line.feedback === true && line.wanted !== true && box.is_day === true && !by_word)
    say('burning_by_day', seen);
  if (line.feedback === false && line.wanted === true && box.is_day === false && !by_word && !is_dead)
    say('dark_at_night', seen);
  if (asked !== null && line.feedback !== null && asked !== line.feedback && !by_hand && !is_dead)
    say('contactor_stuck', seen);
  if (line.breaker_tripped === true) say('breaker_tripped');
  const missing = missingShare(line);
  if (missing !== null && missing > MISSING_SHARE)
    say('missing_load', {
      share: Math.round(missing * 100),
      limit_share: Math.round(MISSING_SHARE * 100),
      measured_kw: line.measured_kw ?? 0,
      expected_kw: line.expected_kw ?? 0,
    });
  if (line.changes > CYCLES_AN_HOUR) say('cycling', { changes: line.changes, limit: CYCLES_AN_HOUR });
  return found;
}

/** What is wrong with a cabinet by what was read of it last. A silent one says nothing else: nobody knows. */
export function judgeBox(box: BoxSeen, now: number): Found[] {
  const whole = (kind: Anomaly, is: boolean, params: Found['params'] = {}): Found[] =>
    is ? [{ kind, line: null, params }] : [];
  const limit_s = silentAfterMs(box.poll_s) / 1000;
  const silent_s = (at: number | null): Found['params'] =>
    at === null ? { limit_s } : { silent_s: Math.round((now - at) / 1000), limit_s };
  if (box.heard_at === null || now - box.heard_at > silentAfterMs(box.poll_s))
    return whole('silent', true, silent_s(box.heard_at));
  return [
    ...box.lines.filter(({ enabled }) => enabled).flatMap((line) => judgeLine(box, line)),
    ...whole('leakage', box.leakage === true),
    ...whole('supply_loss', box.supply_ok === false),
    ...whole('door_open', box.door_open === true),
    ...whole('left_in_manual', box.manual === true),
    ...whole(
      'meter_silent',
      box.silent_meters > 0 ||
        (box.has_meter && (box.power_at === null || now - box.power_at > silentAfterMs(box.poll_s))),
      box.silent_meters > 0 ? { meters: box.silent_meters } : silent_s(box.power_at),
    ),
    ...(box.pods ? whole('pod_differs', true, { pod: box.pods.box, meter_pod: box.pods.meter }) : []),
    ...(box.times ? whole('times_not_held', true, box.times) : []),
    ...whole('clock_off', Math.abs(box.clock_offset_s ?? 0) > CLOCK_OFF_S, {
      offset_s: Math.round(box.clock_offset_s ?? 0),
      limit_s: CLOCK_OFF_S,
    }),
  ];
}
