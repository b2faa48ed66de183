import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  HOUR,
  inverterAt,
  lastValue,
  MINUTE,
  plantOf,
  shown,
} from '../../../../tests/support/watched-plant.ts';
import type { Readings } from '../../measurements/columns.model.ts';
import { CompanyRules, type SetRule } from '../alarm-rules.model.ts';
import { PlantReplay } from '../server/replay/plant-replay.ts';
import type { ActiveAlarm } from './active-alarm.model.ts';
import { AlarmEvaluator } from './evaluator.model.ts';
import { MAX_STEPS, STEP_MS, type WatchedDevice, type WatchedPlant } from './watched.model.ts';

const TEN = Date.parse('2026-06-20T08:00:00Z');
const POLL_S = 5;
const SILENT = '2/0/device_silent';
const CUT = '0/1/connection_lost';

/** Does the device answer at this instant? */
type Answers = (at: number) => boolean;
const always: Answers = () => true;
/** Silent for a share of each two minutes. */
const torn =
  (share: number, from = 0, until = Number.POSITIVE_INFINITY): Answers =>
  (at) =>
    at < from || at >= until || at % 120_000 >= share * 120_000;

function stepsOf(answers: Answers, now: number): NonNullable<WatchedDevice['steps']> {
  const end = Math.floor((now - MINUTE) / STEP_MS) * STEP_MS;
  const begins = Array.from({ length: MAX_STEPS }, (_, i) => end - (MAX_STEPS - i) * STEP_MS);
  const covered = begins.map((begin) => {
    let good = 0;
    for (let at = begin; at < begin + STEP_MS; at += POLL_S * 1000) if (answers(at)) good++;
    return (good * POLL_S * 1000) / STEP_MS;
  });
  return { end, means: covered.map((share, i) => (share > 0 ? 50 + Math.sin(i) : null)), covered };
}

function deviceAt(device_id: number, answers: Answers, now: number): WatchedDevice {
  let at = Math.floor(now / (POLL_S * 1000)) * POLL_S * 1000;
  while (!answers(at) && now - at < 6 * HOUR) at -= POLL_S * 1000;
  const values = [lastValue(0, 'ac_power_kw', at, 50, { rhythm_s: POLL_S })];
  return inverterAt(device_id, at, { rhythm_s: POLL_S, values, steps: stepsOf(answers, now) });
}

/** What stands, as hours of the clock and what changed, from ten o'clock on, a look each minute. */
function story(
  all: readonly Answers[],
  { set = [], hours = 5 }: { set?: SetRule[]; hours?: number } = {},
): string[] {
  const evaluator = new AlarmEvaluator({ open: [], state: null, now: TEN - HOUR });
  const rules = new CompanyRules(set);
  const transitions: string[] = [];
  for (let now = TEN - HOUR; now <= TEN + hours * HOUR; now += MINUTE) {
    const plant: WatchedPlant = plantOf(all.map((answers, i) => deviceAt(i + 1, answers, now)));
    const said = shown(evaluator.evaluate([plant], rules, now))
      .sort()
      .join(', ');
    if (said === (transitions.at(-1)?.split(' | ')[1] ?? '')) continue;
    transitions.push(`${((now - TEN) / HOUR).toFixed(2)} | ${said}`);
  }
  return transitions;
}
const kinds = (transitions: readonly string[]): string[] =>
  transitions.map((line) => line.split(' | ')[1] ?? '');

describe('a device that comes and goes', () => {
  for (const share of [100 / 120, 0.5])
    it(`is told where it loses ${Math.round(100 * share)} % of its polls, and no more once it loses few`, () => {
      const transitions = story([always, torn(share, TEN, TEN + 2 * HOUR), always]);
      assert.deepEqual(kinds(transitions), [SILENT, '']);
      const [opened, closed] = transitions.map((line) => Number(line.split(' | ')[0]));
      assert.ok((opened ?? 9) <= 1.3, `opened after ${opened} h`);
      assert.ok((closed ?? 0) > 2 && (closed ?? 9) <= 3.5, `closed after ${closed} h`);
    });

  it('is well where it loses few, and where a person allows more', () => {
    assert.deepEqual(story([always, torn(0.1, TEN), always]), []);
    const set: SetRule[] = [
      {
        plant_id: null,
        device_id: null,
        code: 'device_silent',
        enabled: null,
        params: { lost_share_pct: 60 },
      },
    ];
    assert.deepEqual(story([always, torn(0.5, TEN), always], { set }), []);
  });

  it('cuts its port off where all behind it do', () => {
    const both = torn(0.5, TEN);
    const follows = `1/0/device_silent < 1/${CUT}, ${SILENT} < 1/${CUT}`;
    assert.deepEqual(kinds(story([both, both], { hours: 3 })), [`${CUT}, ${follows}`]);
    assert.deepEqual(kinds(story([both], { hours: 3 })), [CUT]);
    const evaluator = new AlarmEvaluator({ open: [], state: null, now: TEN - HOUR });
    let first: ActiveAlarm | undefined;
    for (let now = TEN - HOUR; now < TEN + 2 * HOUR; now += MINUTE)
      first ??= evaluator.evaluate([plantOf([deviceAt(1, both, now)])], new CompanyRules([]), now)[0];
    const figures = first?.evidence?.figures.map(({ code, value }) => [code, Math.round(value ?? 0)]);
    assert.deepEqual([first?.params.lost_pct, figures?.[0]], [38, ['lost_pct', 38]]);
  });

  for (const minutes of [4, 10, 25, 40])
    it(`is not told of one silence of ${minutes} minutes once that is over`, () => {
      const silence: Answers = (at) => at < TEN + 5 * MINUTE || at >= TEN + (5 + minutes) * MINUTE;
      const transitions = story([always, silence, always]);
      assert.deepEqual(kinds(transitions), minutes > 5 ? [SILENT, ''] : []);
      const over = Number(transitions.at(-1)?.split(' | ')[0] ?? 0) * 60;
      assert.ok(over <= 5 + minutes + 3, `closed after ${over} min`);
    });

  it('is found by a preview over stored readings alike', () => {
    const start = TEN - 2 * HOUR;
    const facts = (device_id: number) => {
      const { values, last_good_at: _, reason: __, steps: ___, ...device } = deviceAt(device_id, always, TEN);
      const slots = values.map(({ value: ____, at: _____, failed: ______, ...slot }) => slot);
      return { ...device, plant_id: 1, slots };
    };
    const readingsOf = (answers: Answers): Readings => {
      const ts: number[] = [];
      for (let at = start; at < TEN + 3 * HOUR; at += POLL_S * 1000) if (answers(at)) ts.push(at);
      return {
        ts: Float64Array.from(ts),
        columns: [{ values: Float64Array.from(ts, (at) => 50 + Math.sin(at)), quality: null }],
      };
    };
    const { devices: _, ports, ...plant } = plantOf([]);
    const replay = new PlantReplay({
      plant,
      devices: [1, 2, 3].map(facts),
      ports,
      start,
      step_ms: MINUTE,
      rules: [new CompanyRules([])],
      counted: { code: 'device_silent', device_id: null },
    });
    replay.run([always, torn(0.5, TEN), always].map(readingsOf), TEN + 3 * HOUR);
    const [raised = []] = replay.raised(start);
    assert.deepEqual(
      raised.map(({ device_id, end }) => [device_id, end]),
      [[2, null]],
    );
  });
});
