import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CompanyRules } from '../alarm-rules.model.ts';
import { hasNoData } from '../daylight.model.ts';
import { seePlant } from './plant-sight.model.ts';
import { lookForFault } from './production.model.ts';
import { lookForNoData, lookForSilence } from './silence.model.ts';
import { labelsOf, lookAtStrings } from './strings.model.ts';
import type { LastValue, WatchedDevice, WatchedPlant } from './watched.model.ts';

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
    port_id: null,
    section_id: null,
    nominal_power: 50,
    reason: null,
    steps: null,
    category: 'inverter',
    rhythm_s: 60,
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
    ports: [],
    devices,
    ...fields,
  };
}

const STANDARD = new CompanyRules([]);
const seen = (watched: WatchedPlant, now: number) =>
  seePlant({ plant: watched, rules: STANDARD, now, listening_ms: 24 * HOUR });
const noData = (watched: WatchedPlant, now: number) => lookForNoData(seen(watched, now), 0);

/** Of the plant's first device. */
function silence(watched: WatchedPlant, now: number) {
  const sight = seen(watched, now);
  const [first] = sight.devices;
  assert.ok(first);
  return lookForSilence(sight, first, 0);
}

function fault(one: WatchedDevice) {
  const sight = seen(plant([one]), NOON);
  const [first] = sight.devices;
  assert.ok(first);
  return lookForFault(sight, first);
}

describe('no data received in the last hour', () => {
  const at = (last_good_at: number | null, now: number, fields: Partial<WatchedPlant> = {}) =>
    noData(plant([device(1, { last_good_at })], fields), now);

  it('counts from the last reading of any device', () => {
    assert.deepEqual(at(NOON - 61 * MINUTE, NOON), { sight: 'faulty', since: NOON - 61 * MINUTE });
    assert.deepEqual(at(NOON - 59 * MINUTE, NOON), { sight: 'unknown' });
    assert.deepEqual(at(NOON - 29 * MINUTE, NOON), { sight: 'fine' });
    const both = plant([device(1, { last_good_at: null }), device(2)]);
    assert.deepEqual(noData(both, NOON), { sight: 'fine' });
  });

  it('is held back at night and in the first hour of the sun, for photovoltaic plants only', () => {
    const dusk = winter('15:30') - 24 * HOUR;
    assert.equal(at(dusk, winter('03:00')).sight, 'unknown');
    assert.equal(at(dusk, winter('07:00')).sight, 'unknown');
    assert.deepEqual(at(dusk, winter('08:00')), { sight: 'faulty', since: winter('08:00') });
    assert.equal(at(dusk, winter('03:00'), { production_type: 'hydro' }).sight, 'faulty');
    assert.equal(at(dusk, winter('03:00'), { latitude: null }).sight, 'faulty');
  });

  it('waits three polls where a plant is read rarely', () => {
    const slow = (age: number) =>
      noData(plant([device(1, { rhythm_s: 3600, last_good_at: NOON - age })]), NOON).sight;
    assert.equal(slow(2 * HOUR), 'unknown');
    assert.equal(slow(3 * HOUR + MINUTE), 'faulty');
  });

  it('says the same as the card', () => {
    for (const rhythm_s of [60, 1800, 3600]) {
      for (let minutes = 1; minutes < 240; minutes++) {
        const last_good_at = NOON - minutes * MINUTE;
        const { sight } = noData(plant([device(1, { rhythm_s, last_good_at })]), NOON);
        const card = hasNoData(plant([]), { last_reading_at: last_good_at, poll_s: rhythm_s }, NOON);
        assert.equal(sight === 'faulty', card, `${rhythm_s} s, ${minutes} min`);
      }
    }
  });

  it('leaves archives alone, but not a polled plant that never answered', () => {
    const archive = device(1, { polled: false, last_good_at: NOON - 400 * 24 * HOUR });
    assert.equal(noData(plant([archive]), NOON).sight, 'unknown');
    const sending = device(1, { polled: false, last_good_at: NOON - 2 * HOUR });
    assert.equal(noData(plant([sending]), NOON).sight, 'faulty');
    const mute = device(1, { last_good_at: null });
    assert.equal(noData(plant([mute]), NOON).sight, 'faulty');
    assert.equal(noData(plant([mute], { created_at: NOON - MINUTE }), NOON).sight, 'unknown');
    assert.equal(noData(plant([]), NOON).sight, 'fine');
  });
});

describe('a silent device', () => {
  const look = (own: WatchedDevice, others: WatchedDevice[], now = NOON) =>
    silence(plant([own, ...others]), now);

  it('is one that misses five polls, at least five minutes, while another answers', () => {
    const quick = device(1, { rhythm_s: 10, last_good_at: NOON - 4 * MINUTE });
    assert.equal(look(quick, [device(2)]).sight, 'fine');
    const silent = device(1, { rhythm_s: 10, last_good_at: NOON - 6 * MINUTE });
    assert.deepEqual(look(silent, [device(2)]), { sight: 'faulty', since: NOON - 6 * MINUTE });
    const slow = device(1, { rhythm_s: 120, last_good_at: NOON - 9 * MINUTE });
    assert.equal(look(slow, [device(2)]).sight, 'fine');
  });

  it('is none when the whole plant is silent, when nobody polls it, or when it rests at night', () => {
    const silent = device(1, { last_good_at: NOON - HOUR });
    assert.equal(look(silent, [device(2, { last_good_at: NOON - HOUR })]).sight, 'unknown');
    assert.equal(
      look({ ...silent, last_good_at: NOON - HOUR - MINUTE, polled: false }, [device(2)]).sight,
      'unknown',
    );
    const night = winter('03:00');
    const awake = device(2, { category: 'production_meter', last_good_at: night });
    assert.equal(look({ ...silent, last_good_at: night - 9 * HOUR }, [awake], night).sight, 'unknown');
    const meter = device(1, { category: 'weather_station', last_good_at: night - 9 * HOUR });
    assert.equal(look(meter, [awake], night).sight, 'faulty');
  });
});

describe('an inverter in fault', () => {
  const said = (value: number, at: number): LastValue[] => [
    {
      slot: 0,
      name: 'inverter_state',
      quantity: 'device_state',
      unit: '',
      failed: false,
      value_table: null,
      rhythm_s: 60,
      value,
      at,
    },
  ];
  it('says so itself, by the operating state 7', () => {
    assert.deepEqual(fault(device(1, { values: said(7, NOON - MINUTE) })), {
      sight: 'faulty',
      since: NOON - MINUTE,
    });
    assert.deepEqual(fault(device(1, { values: said(4, NOON) })), { sight: 'fine' });
  });
  it('is not known from a code of a maker’s own list: it neither opens an alarm nor closes one', () => {
    for (const code of [0, 9, 35, 307, 768, 21_760, 4.5])
      assert.deepEqual(fault(device(1, { values: said(code, NOON) })), { sight: 'unknown' });
  });
  it('is not known from what was said long ago', () => {
    const old = device(1, { values: said(7, NOON - 11 * MINUTE) });
    assert.deepEqual(fault(old), { sight: 'unknown' });
    assert.deepEqual(fault(device(1)), { sight: 'unknown' });
    const slowly = said(7, NOON - 40 * MINUTE).map((value) => ({ ...value, rhythm_s: 900 }));
    assert.equal(fault(device(1, { values: slowly })).sight, 'faulty');
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
        unit: 'A',
        failed: false,
        value_table: null,
        rhythm_s: 60,
        value,
        at: NOON - MINUTE,
      })),
    });
  const sensor = (value: number): WatchedDevice =>
    device(90, {
      category: 'weather_station',
      values: [
        {
          slot: 0,
          name: 'poa',
          quantity: 'irradiance_poa_wm2',
          unit: '',
          failed: false,
          value_table: null,
          rhythm_s: 60,
          value,
          at: NOON,
        },
      ],
    });
  const evidence = (...devices: WatchedDevice[]) =>
    lookAtStrings(seen(plant(devices), NOON)).map((b) => b.looks.map((look) => look.sight));

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
    const old = lookAtStrings(seen(plant([box(1, [8, 8, 2]), sensor(900)]), NOON + HOUR));
    assert.deepEqual(
      old[0]?.looks.map((look) => look.sight),
      ['unknown', 'unknown', 'unknown'],
    );
  });

  it('are called by the number in their name', () => {
    const [look] = lookAtStrings(seen(plant([box(1, [8, 8, 8])]), NOON));
    assert.deepEqual(labelsOf(look?.one.strings ?? []), ['1', '2', '3']);
  });
});
