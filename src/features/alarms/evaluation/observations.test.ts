import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CompanyRules } from '../alarm-rules.model.ts';
import { hasNoData } from '../daylight.model.ts';
import { snapshotPlant } from './plant-snapshot.model.ts';
import { observeInverterFault } from './production.model.ts';
import { observeNoData, observeSilence } from './silence.model.ts';
import { labelsOf, observeStrings } from './strings.model.ts';
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
  snapshotPlant({ plant: watched, rules: STANDARD, now, listening_ms: 24 * HOUR });
const noData = (watched: WatchedPlant, now: number) => observeNoData(seen(watched, now), 0);

/** Of the plant's first device. */
function silence(watched: WatchedPlant, now: number) {
  const snapshot = seen(watched, now);
  const [first] = snapshot.devices;
  assert.ok(first);
  return observeSilence(snapshot, first, 0);
}

function fault(one: WatchedDevice) {
  const snapshot = seen(plant([one]), NOON);
  const [first] = snapshot.devices;
  assert.ok(first);
  return observeInverterFault(snapshot, first);
}

describe('no data received in the last hour', () => {
  const at = (last_good_at: number | null, now: number, fields: Partial<WatchedPlant> = {}) =>
    noData(plant([device(1, { last_good_at })], fields), now);

  it('counts from the last reading of any device', () => {
    assert.deepEqual(at(NOON - 61 * MINUTE, NOON), { status: 'faulty', since: NOON - 61 * MINUTE });
    assert.deepEqual(at(NOON - 59 * MINUTE, NOON), { status: 'unknown' });
    assert.deepEqual(at(NOON - 29 * MINUTE, NOON), { status: 'fine' });
    const both = plant([device(1, { last_good_at: null }), device(2)]);
    assert.deepEqual(noData(both, NOON), { status: 'fine' });
  });

  it('is held back at night and in the first hour of the sun, for photovoltaic plants only', () => {
    const dusk = winter('15:30') - 24 * HOUR;
    assert.equal(at(dusk, winter('03:00')).status, 'unknown');
    assert.equal(at(dusk, winter('07:00')).status, 'unknown');
    assert.deepEqual(at(dusk, winter('08:00')), { status: 'faulty', since: winter('08:00') });
    assert.equal(at(dusk, winter('03:00'), { production_type: 'hydro' }).status, 'faulty');
    assert.equal(at(dusk, winter('03:00'), { latitude: null }).status, 'faulty');
  });

  it('waits three polls where a plant is read rarely', () => {
    const slow = (age: number) =>
      noData(plant([device(1, { rhythm_s: 3600, last_good_at: NOON - age })]), NOON).status;
    assert.equal(slow(2 * HOUR), 'unknown');
    assert.equal(slow(3 * HOUR + MINUTE), 'faulty');
  });

  it('says the same as the card', () => {
    for (const rhythm_s of [60, 1800, 3600]) {
      for (let minutes = 1; minutes < 240; minutes++) {
        const last_good_at = NOON - minutes * MINUTE;
        const { status: snapshot } = noData(plant([device(1, { rhythm_s, last_good_at })]), NOON);
        const card = hasNoData(plant([]), { last_reading_at: last_good_at, poll_s: rhythm_s }, NOON);
        assert.equal(snapshot === 'faulty', card, `${rhythm_s} s, ${minutes} min`);
      }
    }
  });

  it('leaves archives alone, but not a polled plant that never answered', () => {
    const archive = device(1, { polled: false, last_good_at: NOON - 400 * 24 * HOUR });
    assert.equal(noData(plant([archive]), NOON).status, 'unknown');
    const sending = device(1, { polled: false, last_good_at: NOON - 2 * HOUR });
    assert.equal(noData(plant([sending]), NOON).status, 'faulty');
    const mute = device(1, { last_good_at: null });
    assert.equal(noData(plant([mute]), NOON).status, 'faulty');
    assert.equal(noData(plant([mute], { created_at: NOON - MINUTE }), NOON).status, 'unknown');
    assert.equal(noData(plant([]), NOON).status, 'fine');
  });
});

describe('a silent device', () => {
  const observation = (own: WatchedDevice, others: WatchedDevice[], now = NOON) =>
    silence(plant([own, ...others]), now);

  it('is one that misses five polls, at least five minutes, while another answers', () => {
    const quick = device(1, { rhythm_s: 10, last_good_at: NOON - 4 * MINUTE });
    assert.equal(observation(quick, [device(2)]).status, 'fine');
    const silent = device(1, { rhythm_s: 10, last_good_at: NOON - 6 * MINUTE });
    assert.deepEqual(observation(silent, [device(2)]), { status: 'faulty', since: NOON - 6 * MINUTE });
    const slow = device(1, { rhythm_s: 120, last_good_at: NOON - 9 * MINUTE });
    assert.equal(observation(slow, [device(2)]).status, 'fine');
  });

  it('is none when the whole plant is silent, when nobody polls it, or when it rests at night', () => {
    const silent = device(1, { last_good_at: NOON - HOUR });
    assert.equal(observation(silent, [device(2, { last_good_at: NOON - HOUR })]).status, 'unknown');
    assert.equal(
      observation({ ...silent, last_good_at: NOON - HOUR - MINUTE, polled: false }, [device(2)]).status,
      'unknown',
    );
    const night = winter('03:00');
    const awake = device(2, { category: 'production_meter', last_good_at: night });
    assert.equal(
      observation({ ...silent, last_good_at: night - 9 * HOUR }, [awake], night).status,
      'unknown',
    );
    const meter = device(1, { category: 'weather_station', last_good_at: night - 9 * HOUR });
    assert.equal(observation(meter, [awake], night).status, 'faulty');
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
      status: 'faulty',
      since: NOON - MINUTE,
    });
    assert.deepEqual(fault(device(1, { values: said(4, NOON) })), { status: 'fine' });
  });
  it('is not known from a code of a maker’s own list: it neither opens an alarm nor closes one', () => {
    for (const code of [0, 9, 35, 307, 768, 21_760, 4.5])
      assert.deepEqual(fault(device(1, { values: said(code, NOON) })), { status: 'unknown' });
  });
  it('is not known from what was said long ago', () => {
    const old = device(1, { values: said(7, NOON - 11 * MINUTE) });
    assert.deepEqual(fault(old), { status: 'unknown' });
    assert.deepEqual(fault(device(1)), { status: 'unknown' });
    const slowly = said(7, NOON - 40 * MINUTE).map((value) => ({ ...value, rhythm_s: 900 }));
    assert.equal(fault(device(1, { values: slowly })).status, 'faulty');
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
    observeStrings(seen(plant(devices), NOON)).map((b) =>
      b.observations.map((observation) => observation.status),
    );

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
    const old = observeStrings(seen(plant([box(1, [8, 8, 2]), sensor(900)]), NOON + HOUR));
    assert.deepEqual(
      old[0]?.observations.map((observation) => observation.status),
      ['unknown', 'unknown', 'unknown'],
    );
  });

  it('are called by the number in their name', () => {
    const [observation] = observeStrings(seen(plant([box(1, [8, 8, 8])]), NOON));
    assert.deepEqual(labelsOf(observation?.one.strings ?? []), ['1', '2', '3']);
  });
});
