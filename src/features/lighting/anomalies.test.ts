import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MINUTE_MS } from '../../shared/units/zones.ts';
import { type Standing, type Step, stepsOf } from './alarm-life.model.ts';
import { type BoxSeen, type Found, judgeBox, type LineSeen } from './anomalies.model.ts';

const NOW = Date.parse('2026-06-20T21:00:00Z');
const lineOf = (more: Partial<LineSeen> = {}): LineSeen => ({
  line: 1,
  enabled: true,
  target: true,
  feedback: true,
  breaker_tripped: false,
  measured_kw: 1,
  expected_kw: 1,
  changes: 2,
  wanted: true,
  overridden: false,
  ...more,
});
const boxOf = (more: Partial<BoxSeen> = {}): BoxSeen => ({
  heard_at: NOW - 30_000,
  poll_s: 60,
  has_meter: true,
  power_at: NOW - 30_000,
  clock_offset_s: 2,
  times: null,
  silent_meters: 0,
  pods: null,
  manual: false,
  door_open: false,
  supply_ok: true,
  leakage: false,
  is_day: false,
  lines: [lineOf()],
  ...more,
});
const kindsOf = (box: BoxSeen): string[] =>
  judgeBox(box, NOW).map(({ kind, line }) => (line === null ? kind : `${kind} ${line}`));

describe('what is wrong with a box', () => {
  it('is nothing while it does what it should, and one thing for each fault', () => {
    assert.deepEqual(kindsOf(boxOf()), []);
    for (const [box, kinds] of [
      [
        boxOf({ is_day: true, lines: [lineOf({ target: false, wanted: false })] }),
        ['burning_by_day 1', 'contactor_stuck 1'],
      ],
      [boxOf({ is_day: true, lines: [lineOf({ wanted: false })] }), ['burning_by_day 1']], // a target of yesterday
      [boxOf({ is_day: true, lines: [lineOf({ wanted: false, overridden: true })] }), []], // somebody asked for it
      [boxOf({ is_day: true, lines: [lineOf()] }), []], // its schedule wants it
      [boxOf({ lines: [lineOf({ feedback: false })] }), ['dark_at_night 1', 'contactor_stuck 1']],
      [boxOf({ lines: [lineOf({ feedback: false, target: null })] }), ['dark_at_night 1']],
      [boxOf({ lines: [lineOf({ feedback: false, target: false })] }), ['dark_at_night 1']],
      [boxOf({ lines: [lineOf({ feedback: false, target: false, overridden: true })] }), []], // somebody asked for it
      [boxOf({ manual: true, lines: [lineOf({ feedback: false })] }), ['left_in_manual']],
      [boxOf({ lines: [lineOf({ measured_kw: 0.8 })] }), ['missing_load 1']],
      [boxOf({ lines: [lineOf({ measured_kw: 0.9 })] }), []],
      [boxOf({ lines: [lineOf({ measured_kw: 0, expected_kw: null })] }), []],
      [boxOf({ lines: [lineOf({ breaker_tripped: true })] }), ['breaker_tripped 1']],
      // What has no power is dark for that reason alone.
      [boxOf({ lines: [lineOf({ feedback: false, breaker_tripped: true })] }), ['breaker_tripped 1']],
      [boxOf({ supply_ok: false, lines: [lineOf({ feedback: false })] }), ['supply_loss']],
      [boxOf({ lines: [lineOf({ changes: 7 })] }), ['cycling 1']],
      [boxOf({ lines: [lineOf({ enabled: false, breaker_tripped: true })] }), []],
      [boxOf({ leakage: true, door_open: true, supply_ok: false }), ['leakage', 'supply_loss', 'door_open']],
      [boxOf({ power_at: null }), ['meter_silent']],
      [boxOf({ has_meter: false, power_at: null, silent_meters: 1 }), ['meter_silent']],
      [boxOf({ pods: { box: 'IT001E1', meter: 'IT001E2' } }), ['pod_differs']],
      [boxOf({ clock_offset_s: -90 }), ['clock_off']],
      [boxOf({ times: { state: 'failed', fault: 'refused' } }), ['times_not_held']],
      // Of a silent one nothing else is known.
      [boxOf({ heard_at: NOW - 10 * MINUTE_MS, leakage: true }), ['silent']],
      [boxOf({ manual: null, door_open: null, supply_ok: null, leakage: null, clock_offset_s: null }), []],
    ] as const)
      assert.deepEqual(kindsOf(box), [...kinds]);
    const [missing] = judgeBox(boxOf({ lines: [lineOf({ measured_kw: 0.7 })] }), NOW);
    assert.equal(missing?.params.share, 30);
    // What was seen stands in the alarm.
    const [stuck] = judgeBox(
      boxOf({ is_day: true, lines: [lineOf({ feedback: false, wanted: null })] }),
      NOW,
    );
    assert.deepEqual(stuck?.params, { feedback: 'off', target: 'on', wanted: '' });
  });
});

describe('an alarm of a box', () => {
  const door: Found = { kind: 'door_open', line: null, params: {} };
  const standing = (more: Partial<Standing> = {}): Standing => ({
    id: 5,
    box_id: 1,
    line: null,
    kind: 'door_open',
    date: NOW - 10 * MINUTE_MS,
    opened_at: null,
    recovering_since: null,
    end_date: null,
    ...more,
  });
  const steps = (found: readonly Found[], known: readonly Standing[]): Step['do'][] =>
    stepsOf(1, found, { known, now: NOW }).map((step) => step.do);

  it('opens once its fault has lasted, and closes once it has been gone', () => {
    assert.deepEqual(steps([door], []), ['begin']);
    assert.deepEqual(steps([door], [standing({ date: NOW - MINUTE_MS })]), []);
    assert.deepEqual(steps([door], [standing()]), ['open']);
    assert.deepEqual(steps([], [standing()]), ['forget']);
    const open = { opened_at: NOW - MINUTE_MS };
    assert.deepEqual(steps([door], [standing(open)]), []);
    assert.deepEqual(steps([], [standing(open)]), ['recover']);
    assert.deepEqual(steps([door], [standing({ ...open, recovering_since: NOW - 1000 })]), ['recover']);
    assert.deepEqual(steps([], [standing({ ...open, recovering_since: NOW - 4 * MINUTE_MS })]), []);
    assert.deepEqual(steps([], [standing({ ...open, recovering_since: NOW - 5 * MINUTE_MS })]), ['close']);
  });

  it('goes on where the same comes again within eight hours, and rests while its box is silent', () => {
    const ended = standing({ id: 4, opened_at: NOW - 9e6, end_date: NOW - 8e6 });
    assert.deepEqual(stepsOf(1, [door], { known: [standing(), ended], now: NOW }), [
      { do: 'join', id: 4, waiting: 5 },
    ]);
    const old = standing({ id: 4, opened_at: NOW - 9e7, end_date: NOW - 8e7 });
    assert.deepEqual(steps([door], [standing(), old]), ['open']);
    const silent: Found = { kind: 'silent', line: null, params: {} };
    assert.deepEqual(steps([silent], [standing({ opened_at: NOW })]), ['begin']);
    assert.deepEqual(steps([], [standing({ kind: 'silent', opened_at: NOW })]), ['close']);
  });
});
