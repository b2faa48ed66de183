import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  FROM,
  on,
  PLANTS,
  UNTIL,
  WEATHER_AND_COMMANDS,
} from '../../../../tests/support/alarm-world/plants.ts';
import { SCRIPT, type Scripted } from '../../../../tests/support/alarm-world/script.ts';
import { chance } from '../../../../tests/support/alarm-world/sky.ts';
import {
  AlarmWorld,
  LOOK_EVERY_MS,
  MINUTE,
  type Trouble,
} from '../../../../tests/support/alarm-world/world.ts';
import { EVALUATED_CODES } from '../../notifications/alarm-codes.model.ts';
import { CompanyRules } from '../alarm-rules.model.ts';
import { type ActiveAlarm, alarmKey, type EvaluationState } from './active-alarm.model.ts';
import { AlarmEvaluator } from './evaluator.model.ts';

type Piece = readonly [from: number, until: number];
const days = (first: number, last: number): Piece => [on(first, 0), on(last + 1, 0)];
const LONG = process.env.FAULTS === 'long';
/**
 * The long form (`npm run test:faults`) lives the three months in one piece. The short one lives those of their days that
 * hold faults of every code, each consequence once, and the change of the clocks, with judges that know nothing of what
 * was before.
 */
const PIECES: readonly Piece[] = LONG
  ? [[FROM, UNTIL]]
  : [
      days(3, 3),
      days(9, 11),
      days(22, 24),
      days(28, 28),
      days(30, 30),
      days(33, 33),
      days(36, 37),
      days(40, 40),
      days(42, 42),
      days(45, 45),
      days(48, 48),
      days(62, 63),
      days(65, 65),
      days(77, 78),
      days(80, 80),
    ];
/** All weather and all commands, and the day on which the late inverter comes. */
const QUIET: readonly Piece[] = LONG ? [days(16, 57)] : [days(20, 26), days(30, 30), days(50, 54)];
const PLAYED = SCRIPT.filter(({ begins, ends, over_within_ms }) =>
  PIECES.some(([from, until]) => begins >= from && ends + over_within_ms <= until),
);

const STANDARD = new CompanyRules([]);
const apart_ms = LOOK_EVERY_MS + MINUTE;

/** A time in which an alarm stood by itself; a consequence does not. */
interface Heard {
  readonly key: string;
  readonly from: number;
  to: number;
}

interface ProofOutcome {
  readonly heard: Heard[];
  readonly observations: string[];
  readonly withoutEvidence: string[];
  readonly followed: Set<string>;
}

const emptyOutcome = (): ProofOutcome => ({
  heard: [],
  observations: [],
  withoutEvidence: [],
  followed: new Set(),
});

function listen(to: ProofOutcome, active: readonly ActiveAlarm[], open: Map<string, Heard>, now: number) {
  const keys = new Set(active.filter((alarm) => alarm.cause === null).map(alarmKey));
  for (const [key, heard] of open) {
    if (keys.has(key)) continue;
    heard.to = now;
    open.delete(key);
  }
  for (const key of keys) {
    if (open.has(key)) continue;
    const heard = { key, from: now, to: UNTIL };
    open.set(key, heard);
    to.heard.push(heard);
  }
  for (const alarm of active)
    if (alarm.cause !== null) to.followed.add(`${alarmKey(alarm)} < ${alarm.cause}`);
  to.observations.push(active.map((alarm) => `${alarmKey(alarm)} ${alarm.began_at} ${alarm.cause}`).join());
}

interface Months {
  readonly troubles: readonly Trouble[];
  readonly from: number;
  readonly until: number;
  /** Whether an evaluator that is started anew at random instants looks beside the steady one. */
  readonly beside: boolean;
}

interface Lived {
  readonly steady: ProofOutcome;
  readonly restarted: ProofOutcome;
  readonly restarts: number;
}

/** The months, looked at by one evaluator, and beside it, where asked, by another. */
function live({ troubles, from, until, beside }: Months): Lived {
  const world = new AlarmWorld(PLANTS, [...troubles, ...WEATHER_AND_COMMANDS]);
  const steady = emptyOutcome();
  const restarted = emptyOutcome();
  const [openSteady, openRestarted] = [new Map<string, Heard>(), new Map<string, Heard>()];
  const evaluator = new AlarmEvaluator({ open: [], state: null, now: from, apart_ms });
  let other = new AlarmEvaluator({ open: [], state: null, now: from, apart_ms });
  let restarts = 0;
  let active: ActiveAlarm[] = [];
  const seen = new Set<string>();
  for (let now = from; now < until; now += LOOK_EVERY_MS) {
    const plants = world.at(now);
    const alarms = evaluator.evaluate(plants, STANDARD, now);
    for (const alarm of alarms) {
      const key = alarmKey(alarm);
      if (!seen.has(key) && alarm.evidence === null) steady.withoutEvidence.push(key);
    }
    seen.clear();
    for (const alarm of alarms) seen.add(alarmKey(alarm));
    listen(steady, alarms, openSteady, now);
    if (!beside) continue;
    if (chance(99, now / LOOK_EVERY_MS) < 0.3) {
      const state: EvaluationState = JSON.parse(JSON.stringify(other.state()));
      other = new AlarmEvaluator({ open: active, state, now, apart_ms });
      restarts++;
    }
    active = other.evaluate(plants, STANDARD, now);
    listen(restarted, active, openRestarted, now);
  }
  return { steady, restarted, restarts };
}

const joined = (parts: readonly ProofOutcome[]): ProofOutcome => ({
  heard: parts.flatMap(({ heard }) => heard),
  observations: parts.flatMap(({ observations }) => observations),
  withoutEvidence: parts.flatMap(({ withoutEvidence }) => withoutEvidence),
  followed: new Set(parts.flatMap(({ followed }) => [...followed])),
});

const join = (pieces: readonly Lived[]): Lived => ({
  steady: joined(pieces.map(({ steady }) => steady)),
  restarted: joined(pieces.map(({ restarted }) => restarted)),
  restarts: pieces.reduce((sum, one) => sum + one.restarts, 0),
});

const keysOf = ({ trouble, expect }: Scripted): string[] =>
  expect.map(({ code, device, port }) => `${trouble[0]?.plant}/${device ?? 0}/${port ?? 0}/${code}`);

const hours = (ms: number): string => `${Math.round(ms / 36_000) / 100} h`;

/** What is wrong with how a scripted fault was heard of; undefined when nothing is. */
function whatIsWrong(one: Scripted, key: string, heard: readonly Heard[]): string | undefined {
  const { name, begins, ends, within_ms, over_within_ms } = one;
  const found = heard.filter((h) => h.key === key && h.from >= begins && h.from < ends + over_within_ms);
  const [first] = found;
  if (!first) return `${name}: not found`;
  if (found.length > 1) return `${name}: found ${found.length} times`;
  if (first.from - begins > within_ms) return `${name}: found after ${hours(first.from - begins)}`;
  if (first.to < ends) return `${name}: over ${hours(ends - first.to)} too early`;
  return first.to - ends > over_within_ms ? `${name}: over after ${hours(first.to - ends)}` : undefined;
}

describe('six plants with a script of faults', () => {
  let lived: Lived;
  before(() => {
    const troubles = PLAYED.flatMap(({ trouble }) => trouble);
    lived = join(PIECES.map(([from, until]) => live({ troubles, from, until, beside: true })));
  });

  it('has faults of every code but the silence of a plant, which here always has a lost way as its cause', () => {
    const codes = new Set(PLAYED.flatMap(({ expect }) => expect.map(({ code }) => code)));
    assert.deepEqual(
      EVALUATED_CODES.filter((code) => !codes.has(code)),
      ['no_data'],
    );
  });

  it('finds every fault within its delay, once, and sees it end', () => {
    const faults = PLAYED.flatMap((one) =>
      keysOf(one).flatMap((key) => whatIsWrong(one, key, lived.steady.heard) ?? []),
    );
    assert.deepEqual(faults, []);
  });

  it('invents none: each alarm that stands by itself was scripted', () => {
    const scripted = new Map<string, Scripted[]>();
    for (const one of PLAYED)
      for (const key of keysOf(one)) scripted.set(key, [...(scripted.get(key) ?? []), one]);
    const invented = lived.steady.heard.filter(
      ({ key, from }) =>
        !scripted.get(key)?.some((one) => from >= one.begins && from <= one.begins + one.within_ms),
    );
    assert.deepEqual(
      invented.map(({ key, from, to }) => `${key} ${new Date(from).toISOString()} ${hours(to - from)}`),
      [],
    );
  });

  it('links consequences to what they follow from', () => {
    for (const link of [
      '1/101/0/no_production < 1/101/0/inverter_fault',
      '1/104/0/device_silent < 1/0/12/connection_lost',
      '1/0/0/no_data < 1/0/0/connection_lost',
      '1/0/12/connection_lost < 1/0/0/connection_lost',
      '5/0/0/no_data < 5/0/51/connection_lost',
      '4/0/0/no_data < 4/0/41/connection_lost',
      '3/302/0/device_silent < 3/0/32/connection_lost',
      '2/202/0/under_expectation < 2/205/0/string_weak',
      '1/0/0/no_production < 1/101/0/inverter_fault',
    ]) {
      assert.ok(lived.steady.followed.has(link), `${link} in ${[...lived.steady.followed].join('\n')}`);
    }
  });

  it('keeps the evidence of each', () => {
    assert.deepEqual(lived.steady.withoutEvidence, []);
  });

  it('says the same, evaluation by evaluation, when it is started anew at any time', () => {
    assert.ok(lived.restarts > (LONG ? 5000 : 1000));
    const first = lived.steady.observations.findIndex(
      (observation, i) => observation !== lived.restarted.observations[i],
    );
    assert.equal(first, -1, `${lived.steady.observations[first]}\n${lived.restarted.observations[first]}`);
  });
});

// Of the other days the script above tells that nothing is invented.
describe('weeks of six plants without a fault', () => {
  it('raise nothing: neither snow nor night, neither curtailment nor a lost poll nor a late inverter', () => {
    const { steady } = join(QUIET.map(([from, until]) => live({ troubles: [], from, until, beside: false })));
    assert.deepEqual(
      steady.heard.map(({ key, from, to }) => `${key} ${new Date(from).toISOString()} ${hours(to - from)}`),
      [],
    );
    assert.deepEqual([...steady.followed], []);
  });
});
