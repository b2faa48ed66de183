import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WatchedDevice, WatchedPlant } from './evidence.model.ts';
import { AlarmJudge, changesBetween, flagsOf, type StandingAlarm, type StoredAlarm } from './judge.model.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-06-20T11:00:00Z');

function inverter(state: number, at: number): WatchedDevice {
  return {
    device_id: 7,
    short_name: 'INV1',
    category: 'inverter',
    interval_s: 20,
    polled: true,
    created_at: 0,
    last_good_at: at,
    values: [
      { slot: 0, name: 'inverter_state', quantity: 'device_state', value: state, at },
      { slot: 1, name: 'event_code', quantity: 'event_code', value: 16, at },
    ],
  };
}

function box(weak: readonly number[], at: number): WatchedDevice {
  return {
    device_id: 8,
    short_name: 'SB1',
    category: 'string_box',
    interval_s: 30,
    polled: true,
    created_at: 0,
    last_good_at: at,
    values: Array.from({ length: 6 }, (_, i) => ({
      slot: i,
      name: `string_current_0${i + 1}_a`,
      quantity: 'string_current_a',
      value: weak.includes(i + 1) ? 4 : 8,
      at,
    })),
  };
}

const plantOf = (...devices: WatchedDevice[]): WatchedPlant => ({
  plant_id: 1,
  proj_code: 'P1',
  production_type: 'photovoltaic',
  latitude: 41.9,
  longitude: 12.5,
  created_at: 0,
  devices,
});

/** Looks every ten seconds over some minutes; answers what stands at the end. */
function look(judge: AlarmJudge, from: number, minutes: number, plant: (now: number) => WatchedPlant) {
  let standing: StandingAlarm[] = [];
  for (let now = from; now <= from + minutes * MINUTE; now += 10_000)
    standing = judge.judge([plant(now)], now);
  return standing;
}

describe('the judge of a company', () => {
  it('opens an inverter fault after a minute, with what the inverter said', () => {
    const judge = new AlarmJudge([], NOON);
    assert.deepEqual(
      look(judge, NOON, 0.5, (now) => plantOf(inverter(7, now))),
      [],
    );
    assert.deepEqual(
      look(judge, NOON + 40_000, 0.5, (now) => plantOf(inverter(7, now))),
      [
        {
          plant_id: 1,
          device_id: 7,
          code: 'inverter_fault',
          params: { device: 'INV1', event_code: 16 },
          began_at: NOON,
        },
      ],
    );
    assert.deepEqual(
      look(judge, NOON + 80_000, 2, (now) => plantOf(inverter(4, now))),
      [],
    );
  });

  it('makes one alarm of a box, naming its weak strings as they come and go', () => {
    const judge = new AlarmJudge([], NOON);
    const [first] = look(judge, NOON, 16, (now) => plantOf(box([3], now)));
    assert.deepEqual(first?.params, { device: 'SB1', strings: '3', n: 1, of: 6 });
    const later = look(judge, NOON + 17 * MINUTE, 16, (now) => plantOf(box([3, 5], now)));
    assert.equal(later.length, 1);
    assert.equal(later[0]?.params.strings, '3, 5');
    assert.equal(later[0]?.began_at, NOON);
    const end = look(judge, NOON + 34 * MINUTE, 6, (now) => plantOf(box([5], now)));
    assert.equal(end[0]?.params.strings, '5');
  });

  it('takes up open alarms after a restart and keeps them until their fault is seen gone', () => {
    const open: StandingAlarm = {
      plant_id: 1,
      device_id: 8,
      code: 'string_weak',
      params: { device: 'SB1', strings: '3, 5', n: 2, of: 6 },
      began_at: NOON - MINUTE,
    };
    const judge = new AlarmJudge([open], NOON);
    assert.deepEqual(
      look(judge, NOON, 1, (now) => plantOf(box([], now))),
      [open],
    );
    assert.deepEqual(
      look(judge, NOON + MINUTE, 5, (now) => plantOf(box([], now))),
      [],
    );
  });

  it('takes silence for a fault only once the field had time to be heard again', () => {
    const judge = new AlarmJudge([], NOON);
    const silent = () => plantOf(inverter(4, NOON - 90 * MINUTE));
    assert.deepEqual(look(judge, NOON, 1.9, silent), []);
    assert.deepEqual(look(judge, NOON + 2 * MINUTE, 0, silent), [
      { plant_id: 1, device_id: null, code: 'no_data', params: {}, began_at: NOON - 30 * MINUTE },
    ]);
  });

  it('lets alarms of devices that were taken away go', () => {
    const open = { plant_id: 1, device_id: 7, code: 'inverter_fault', params: {}, began_at: NOON } as const;
    assert.deepEqual(new AlarmJudge([open], NOON).judge([plantOf()], NOON), []);
  });
});

describe('changes between stored and standing alarms', () => {
  const standing: StandingAlarm = {
    plant_id: 1,
    device_id: 8,
    code: 'string_weak',
    params: { strings: '3' },
    began_at: NOON,
  };
  const stored: StoredAlarm = { ...standing, id: 5 };
  it('opens what is new, closes what is gone and renames strings', () => {
    assert.deepEqual(changesBetween([], [standing]), { opened: [standing], closed: [], changed: [] });
    assert.deepEqual(changesBetween([stored], []), { opened: [], closed: [stored], changed: [] });
    assert.deepEqual(changesBetween([stored], [standing]), { opened: [], closed: [], changed: [] });
    const more = { ...standing, params: { strings: '3, 5' } };
    assert.deepEqual(changesBetween([stored], [more]).changed, [{ ...stored, params: more.params }]);
  });
});

describe('the flags of a card', () => {
  it('part errors, warnings and string warnings', () => {
    assert.deepEqual(flagsOf([]), { error: false, warning: false, string_w: false });
    assert.deepEqual(flagsOf(['no_data']), { error: true, warning: false, string_w: false });
    assert.deepEqual(flagsOf(['device_silent']), { error: false, warning: true, string_w: false });
    assert.deepEqual(flagsOf(['string_weak']), { error: false, warning: false, string_w: true });
    assert.deepEqual(flagsOf(['inverter_fault', 'device_silent', 'string_weak']), {
      error: true,
      warning: true,
      string_w: true,
    });
  });
});
