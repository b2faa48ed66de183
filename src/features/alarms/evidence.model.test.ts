import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasNoData } from './daylight.model.ts';
import {
  type LastValue,
  lookAtStrings,
  lookForFault,
  lookForNoData,
  lookForSilence,
  type WatchedDevice,
  type WatchedPlant,
} from './evidence.model.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Summer noon in Rome, and a winter's hours: the sun rises there at about 6:20 UTC on 20 December and sets at 15:40. */
const NOON = Date.parse('2026-06-20T11:00:00Z');
const winter = (time: string): number => Date.parse(`2026-12-20T${time}:00Z`);
const ROME = { latitude: 41.9, longitude: 12.5 };

function device(id: number, fields: Partial<WatchedDevice> = {}): WatchedDevice {
  return {
    device_id: id,
    short_name: `D${id}`,
    category: 'inverter',
    interval_s: 60,
    polled: true,
    created_at: NOON - 90 * 24 * HOUR,
    last_good_at: NOON,
    values: [],
    ...fields,
  };
}

function plant(devices: WatchedDevice[], fields: Partial<WatchedPlant> = {}): WatchedPlant {
  return {
    plant_id: 1,
    proj_code: 'P1',
    production_type: 'photovoltaic',
    ...ROME,
    created_at: NOON - 90 * 24 * HOUR,
    devices,
    ...fields,
  };
}

describe('no data received in the last hour', () => {
  const at = (last_good_at: number | null, now: number, fields: Partial<WatchedPlant> = {}) =>
    lookForNoData(plant([device(1, { last_good_at })], fields), now);

  it('counts from the last reading of any device', () => {
    assert.deepEqual(at(NOON - 61 * MINUTE, NOON), { evidence: 'faulty', since: NOON - MINUTE });
    assert.deepEqual(at(NOON - 59 * MINUTE, NOON), { evidence: 'unknown' });
    assert.deepEqual(at(NOON - 29 * MINUTE, NOON), { evidence: 'fine' });
    const both = plant([device(1, { last_good_at: null }), device(2)]);
    assert.deepEqual(lookForNoData(both, NOON), { evidence: 'fine' });
  });

  it('is held back at night and in the first hour of the sun, for photovoltaic plants only', () => {
    const dusk = winter('15:30') - 24 * HOUR;
    assert.equal(at(dusk, winter('03:00')).evidence, 'unknown');
    assert.equal(at(dusk, winter('07:00')).evidence, 'unknown');
    assert.deepEqual(at(dusk, winter('08:00')), { evidence: 'faulty', since: winter('08:00') });
    assert.equal(at(dusk, winter('03:00'), { production_type: 'hydro' }).evidence, 'faulty');
    assert.equal(at(dusk, winter('03:00'), { latitude: null }).evidence, 'faulty');
  });

  it('waits three polls where a plant is read rarely', () => {
    const slow = (age: number) =>
      lookForNoData(plant([device(1, { interval_s: 3600, last_good_at: NOON - age })]), NOON).evidence;
    assert.equal(slow(2 * HOUR), 'unknown');
    assert.equal(slow(3 * HOUR + MINUTE), 'faulty');
  });

  it('says the same as the card', () => {
    for (const interval_s of [60, 1800, 3600]) {
      for (let minutes = 1; minutes < 240; minutes++) {
        const last_good_at = NOON - minutes * MINUTE;
        const { evidence } = lookForNoData(plant([device(1, { interval_s, last_good_at })]), NOON);
        const card = hasNoData(plant([]), { last_reading_at: last_good_at, poll_s: interval_s }, NOON);
        assert.equal(evidence === 'faulty', card, `${interval_s} s, ${minutes} min`);
      }
    }
  });

  it('leaves archives alone, but not a polled plant that never answered', () => {
    const archive = device(1, { polled: false, last_good_at: NOON - 400 * 24 * HOUR });
    assert.equal(lookForNoData(plant([archive]), NOON).evidence, 'unknown');
    const sending = device(1, { polled: false, last_good_at: NOON - 2 * HOUR });
    assert.equal(lookForNoData(plant([sending]), NOON).evidence, 'faulty');
    const mute = device(1, { last_good_at: null });
    assert.equal(lookForNoData(plant([mute]), NOON).evidence, 'faulty');
    assert.equal(lookForNoData(plant([mute], { created_at: NOON - MINUTE }), NOON).evidence, 'unknown');
    assert.equal(lookForNoData(plant([]), NOON).evidence, 'fine');
  });
});

describe('a silent device', () => {
  const look = (own: WatchedDevice, others: WatchedDevice[], now = NOON) =>
    lookForSilence(plant([own, ...others]), own, now);

  it('is one that misses five polls, at least five minutes, while another answers', () => {
    const quick = device(1, { interval_s: 10, last_good_at: NOON - 4 * MINUTE });
    assert.equal(look(quick, [device(2)]).evidence, 'fine');
    const silent = device(1, { interval_s: 10, last_good_at: NOON - 6 * MINUTE });
    assert.deepEqual(look(silent, [device(2)]), { evidence: 'faulty', since: NOON - 6 * MINUTE });
    const slow = device(1, { interval_s: 120, last_good_at: NOON - 9 * MINUTE });
    assert.equal(look(slow, [device(2)]).evidence, 'fine');
  });

  it('is none when the whole plant is silent, when nobody polls it, or when it rests at night', () => {
    const silent = device(1, { last_good_at: NOON - HOUR });
    assert.equal(look(silent, [device(2, { last_good_at: NOON - HOUR })]).evidence, 'unknown');
    assert.equal(look({ ...silent, polled: false }, [device(2)]).evidence, 'unknown');
    const night = winter('03:00');
    const awake = device(2, { category: 'production_meter', last_good_at: night });
    assert.equal(look({ ...silent, last_good_at: night - 9 * HOUR }, [awake], night).evidence, 'unknown');
    const meter = device(1, { category: 'weather_station', last_good_at: night - 9 * HOUR });
    assert.equal(look(meter, [awake], night).evidence, 'faulty');
  });
});

describe('an inverter in fault', () => {
  const said = (value: number, at: number): LastValue[] => [
    { slot: 0, name: 'inverter_state', quantity: 'device_state', value, at },
  ];
  it('says so itself, by the operating state 7', () => {
    assert.deepEqual(lookForFault(device(1, { values: said(7, NOON - MINUTE) }), NOON), {
      evidence: 'faulty',
      since: NOON - MINUTE,
    });
    assert.deepEqual(lookForFault(device(1, { values: said(4, NOON) }), NOON), { evidence: 'fine' });
  });
  it('is not known from what was said long ago', () => {
    const old = device(1, { values: said(7, NOON - 11 * MINUTE) });
    assert.deepEqual(lookForFault(old, NOON), { evidence: 'unknown' });
    assert.deepEqual(lookForFault(device(1), NOON), { evidence: 'unknown' });
  });
});

describe('weak strings', () => {
  const box = (id: number, currents: (number | null)[]): WatchedDevice =>
    device(id, {
      category: 'string_box',
      values: currents.map((value, slot) => ({
        slot,
        name: `string_current_${String(slot + 1).padStart(2, '0')}_a`,
        quantity: 'string_current_a',
        value,
        at: NOON - MINUTE,
      })),
    });
  const sensor = (value: number): WatchedDevice =>
    device(90, {
      category: 'weather_station',
      values: [{ slot: 0, name: 'poa', quantity: 'irradiance_poa_wm2', value, at: NOON }],
    });
  const evidence = (...devices: WatchedDevice[]) =>
    lookAtStrings(plant(devices), NOON).map((b) => b.strings.map((s) => s.look.evidence));

  it('are under 70 % of the median of their siblings, and well again from 80 %', () => {
    assert.deepEqual(evidence(box(1, [8, 8, 8, 8, 5.5, 6, 6.5]), sensor(900)), [
      ['fine', 'fine', 'fine', 'fine', 'faulty', 'unknown', 'fine'],
    ]);
  });

  it('cannot be told apart in weak light, with or without a sensor', () => {
    assert.deepEqual(evidence(box(1, [2, 2, 1]), sensor(250)), [['unknown', 'unknown', 'unknown']]);
    assert.deepEqual(evidence(box(1, [1.4, 1.4, 0.5])), [['unknown', 'unknown', 'unknown']]);
    assert.deepEqual(evidence(box(1, [1.6, 1.6, 0.5])), [['fine', 'fine', 'faulty']]);
  });

  it('are all faulty in a box that is out, measured against the other boxes', () => {
    const dark = [0, 0, 0.1];
    assert.deepEqual(evidence(box(1, dark), box(2, [8, 8, 8]), sensor(900)), [
      ['faulty', 'faulty', 'faulty'],
      ['fine', 'fine', 'fine'],
    ]);
    assert.deepEqual(evidence(box(1, dark), sensor(900)), [['faulty', 'faulty', 'faulty']]);
  });

  it('say nothing when their readings are old or missing', () => {
    assert.deepEqual(evidence(box(1, [8, 8, 8, null]), sensor(900)), [['fine', 'fine', 'fine', 'unknown']]);
    const old = lookAtStrings(plant([box(1, [8, 8, 2]), sensor(900)]), NOON + HOUR);
    assert.deepEqual(
      old[0]?.strings.map((s) => s.look.evidence),
      ['unknown', 'unknown', 'unknown'],
    );
  });

  it('are called by the number in their name', () => {
    const [look] = lookAtStrings(plant([box(1, [8, 8, 8])]), NOON);
    assert.deepEqual(
      look?.strings.map((s) => s.label),
      ['1', '2', '3'],
    );
  });
});
