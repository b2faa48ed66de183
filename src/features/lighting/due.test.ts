import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClockBox, type ClockLine, dueSwitches, timetableOf } from './due.model.ts';
import type { Exception, Schedule } from './night.model.ts';

const schedule: Schedule = {
  place: { latitude: null, longitude: null, time_zone: 'Europe/Rome' },
  times: {
    turn_on_date: '17:00',
    turn_on_auto: false,
    turn_on_offset_min: 0,
    turn_on_twilight: 1,
    turn_off_date: '07:00',
    turn_off_auto: false,
    turn_off_offset_min: 0,
    turn_off_twilight: 1,
    half_night: [{ lines: [2], off: '00:30', on: '05:00' }],
    min_burning_min: 0,
    patron_day: null,
  },
  exceptions: [],
  own: null,
};
const NO_LIGHT: Omit<Exception, 'from_day' | 'to_day'> = {
  position: 1,
  name: 'Dark',
  every_year: false,
  only_holidays: false,
  lines: [],
  kind: 'dark',
  turn_on_date: null,
  turn_off_date: null,
};
const lineOf = (line: number, more: Partial<ClockLine> = {}): ClockLine => ({
  line,
  target: null,
  target_at: null,
  feedback: null,
  feedback_at: null,
  enabled: true,
  in_hand: false,
  ...more,
});
const boxOf = (targets: readonly (boolean | null)[], more: Partial<ClockBox> = {}): ClockBox => ({
  id: 7,
  own_timetable: false,
  heard_at: null,
  written_at: null,
  manual: false,
  overrides: [],
  lines: targets.map((target, at) => lineOf(at + 1, { target })),
  ...more,
});
const at = (text: string): number => Date.parse(text);

describe("the portal's clock", () => {
  /** A box that does what it is told, looked at again and again by a program that may forget everything. */
  function live(times: readonly number[]): string[] {
    const keys = new Set<string>();
    const states = [lineOf(1), lineOf(2)];
    const done: string[] = [];
    for (const now of times)
      for (const { key, lines, turn_on } of dueSwitches(boxOf([], { lines: states }), schedule, now)) {
        if (keys.has(key)) continue;
        keys.add(key);
        for (const line of lines)
          states[line - 1] = lineOf(line, {
            target: turn_on,
            target_at: now,
            feedback: turn_on,
            feedback_at: now,
          });
        done.push(`${new Date(now).toISOString().slice(5, 16)} ${lines} ${turn_on ? 'on' : 'off'}`);
      }
    return done;
  }

  it('switches once, however often and late it looks, also when its clock steps back and in nights of 23 and 25 hours', () => {
    const every = (from: string, hours: number) =>
      Array.from({ length: hours * 4 }, (_, i) => at(from) + i * 900_000);
    for (const [from, on, off] of [
      ['2026-03-28T15:00:00Z', '03-28T16:00', '03-29T05:00'],
      ['2026-10-24T14:00:00Z', '10-24T15:00', '10-25T06:00'],
    ] as const) {
      const looks = every(from, 20);
      const done = live([...looks.slice(0, 10), ...looks.slice(2, 12), ...looks.slice(12)]).slice(1);
      assert.equal(done[0], `${on} 1,2 on`);
      assert.equal(done.at(-1), `${off} 1,2 off`);
      assert.deepEqual(
        done.slice(1, -1).map((one) => one.slice(12)),
        ['2 off', '2 on'],
      );
    }
    // The portal was away from before switch-on until late in the night: what is due is made up for.
    assert.deepEqual(live([at('2026-11-01T15:00:00Z'), at('2026-11-01T21:12:00Z')]).slice(1), [
      '11-01T21:12 1,2 on',
    ]);
  });

  it('asks again for what was lost, and for what somebody asked otherwise whose word is over', () => {
    const [night, on, off] = [
      at('2026-11-01T20:00:00Z'),
      at('2026-11-01T16:00:00Z'),
      at('2026-11-01T06:00:00Z'),
    ];
    const asked = (line: Partial<ClockLine>, more: Partial<ClockBox> = {}) =>
      dueSwitches(boxOf([], { lines: [lineOf(1, line)], ...more }), schedule, night).map(({ key }) => key);
    // It was asked for at dusk, and is dark by what was read since: the same moment once more.
    const lost = { target: true, target_at: on + 500, feedback: false, feedback_at: night - 30_000 };
    assert.deepEqual(asked(lost), [`schedule:7:${on}:on:1`]);
    const nothings: Partial<ClockLine>[] = [
      { feedback_at: on },
      { feedback: true },
      { feedback: null },
      { in_hand: true },
    ];
    for (const nothing of nothings)
      assert.deepEqual(asked({ ...lost, ...nothing }), [], JSON.stringify(nothing));
    assert.deepEqual(asked(lost, { manual: true }), [], 'whoever stands at the cabinet has the word');
    assert.deepEqual(asked(lost, { own_timetable: true }), [], 'it goes by its own times');
    // They came into force after dusk, and hold only what is still to come.
    const own = { own_timetable: true, written_at: on + 3_600_000 };
    assert.deepEqual(asked(lost, own), [`schedule:7:${on}:on:1`]);
    assert.deepEqual(asked({ ...lost, target: null }, own), [`schedule:7:${on}:on:1`]);
    for (const nothing of [{ feedback: true }, { feedback_at: own.written_at }, { in_hand: true }])
      assert.deepEqual(asked({ ...lost, ...nothing }, own), [], JSON.stringify(nothing));
    assert.deepEqual(asked(lost, { ...own, written_at: on - 1000 }), [], 'they were there at dusk');
    // Switched off by hand for good out of automatic, and automatic again: a moment of its own.
    const dark = { target: false, target_at: night - 3_600_000, feedback: false, feedback_at: night - 1000 };
    assert.deepEqual(asked(dark), [`return:7:${night - 3_600_000}:on:1`]);
    assert.deepEqual(asked(dark, { own_timetable: true }), []);
    // The clock had leaped past switch-off, and is right again.
    assert.deepEqual(asked({ ...dark, target_at: night + 9 * 3_600_000 }).length, 1);
    // What was asked for before dusk is older than the schedule's own moment.
    assert.deepEqual(asked({ ...dark, target_at: off }), [`schedule:7:${on}:on:1`]);
    // A night that is to stay dark after all: the lamps that burn already go out.
    const exception = { ...NO_LIGHT, from_day: '2026-11-01', to_day: '2026-11-01' };
    const lit = boxOf([], { lines: [lineOf(1, { ...lost, feedback: true })] });
    assert.deepEqual(
      dueSwitches(lit, { ...schedule, exceptions: [exception] }, night).map(({ key }) => key),
      [`return:7:${on + 500}:off:1`],
    );
  });

  it('leaves a person their word until its end, and then returns to the schedule', () => {
    const until = at('2026-11-01T13:00:00Z');
    const overrides = [{ lines: [1], until }];
    const lit = boxOf([true, false], { overrides });
    assert.deepEqual(dueSwitches(lit, schedule, until - 1), []);
    const back = dueSwitches(lit, schedule, until);
    assert.deepEqual(
      back.map(({ lines, turn_on, origin, key }) => ({ lines, turn_on, origin, key })),
      [{ lines: [1], turn_on: false, origin: 'return', key: `return:7:${until}:off:1` }],
    );
    // With times of its own it is brought back as well, and told nothing else.
    assert.equal(dueSwitches({ ...lit, own_timetable: true }, schedule, until).length, 1);
    assert.deepEqual(
      dueSwitches(boxOf([false, false], { own_timetable: true }), schedule, at('2026-11-01T20:00:00Z')),
      [],
    );
  });

  it('asks anew for lines that a word left out, and of several words goes by the newest', () => {
    const night = at('2026-11-01T20:00:00Z');
    const keys = (box: ClockBox) =>
      dueSwitches(box, schedule, night).map(({ key }) => key.split(':').slice(3).join(' '));
    assert.deepEqual(keys(boxOf([false, false])), ['on 1,2']);
    const word = { lines: [1], until: night + 3_600_000 };
    assert.deepEqual(keys(boxOf([false, false], { overrides: [word] })), ['on 2']);
    // A newer word that is over ends the older one with it.
    const shorter = { lines: [1], until: night - 60_000 };
    assert.deepEqual(keys(boxOf([false, true], { overrides: [word, shorter] })), ['on 1']);
    assert.deepEqual(keys(boxOf([false, true], { overrides: [shorter, word] })), []);
  });

  it('writes the nights of a controller in minutes of UTC', () => {
    assert.deepEqual(timetableOf(schedule, ['2026-10-24']).slice(0, 2), [
      { day: '2026-10-24', line: 1, on_min: 900, off_min: 1800, pause_from_min: null, pause_to_min: null },
      { day: '2026-10-24', line: 2, on_min: 900, off_min: 1800, pause_from_min: 1350, pause_to_min: 1680 },
    ]);
    assert.equal(timetableOf(undefined, ['2026-10-24'])[0]?.on_min, null);
    assert.deepEqual(
      timetableOf(schedule, ['2026-10-24'], [2, 5]).map(({ line }) => line),
      [2, 5],
    );
  });
});
