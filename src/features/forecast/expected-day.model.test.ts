import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { poaUnder, skyAt } from '../../energy/sky.ts';
import type { DayInputs } from './day-irradiance.model.ts';
import { expectedDay } from './expected-day.model.ts';
import { windowFigures } from './figures.model.ts';
import { isSamePlane } from './inputs.model.ts';
import { type PlantOfCompany, plantModel, sensorsFor } from './plant-model.model.ts';
import { likelyCause } from './ratio-fault.model.ts';
import { SharesOf } from './shares.model.ts';
import { addRecorded, type RecordedLosses, waterfall } from './waterfall.model.ts';

const SOUTH = { tilt_deg: 30, azimuth_deg: 180 };
const START = Date.parse('2026-06-20T22:00:00Z');

const counter = (last_at: number | null) => ({
  slot: 0,
  kind: 'counter' as const,
  quantity: 'energy_export_kwh' as const,
  heard: true,
  last_at,
});

const inverter = (device_id: number, part: Partial<PlantOfCompany['devices'][number]> = {}) => ({
  device_id,
  category: 'inverter' as const,
  enabled: true,
  section_id: null,
  nominal_power: 50,
  entered_at: 0,
  slots: [counter(null)],
  ...part,
});

/** An inverter that was switched off and said something last at an instant. */
const gone = (device_id: number, last_at: number | null, part = {}) =>
  inverter(device_id, { enabled: false, slots: [counter(last_at)], ...part });

const plantOf = (part: Partial<PlantOfCompany> = {}): PlantOfCompany => ({
  plant_id: 1,
  proj_code: 'P1',
  production_type: 'photovoltaic',
  time_zone: 'Europe/Rome',
  latitude: 44.5,
  longitude: 11.3,
  potenza_nominale: 100,
  ...SOUTH,
  sections: [],
  devices: [inverter(1), inverter(2)],
  ...part,
});

const section = (section_id: number, part: Partial<PlantOfCompany['sections'][number]> = {}) => ({
  section_id,
  name: `S${section_id}`,
  ...SOUTH,
  kw_peak: 50,
  losses_percent: null,
  ...part,
});

/** Hours of a clear June day on a plane, W/m². */
const clearDay = (plane = SOUTH, share = 0.9): Float64Array =>
  Float64Array.from({ length: 24 }, (_, hour) => {
    const sky = skyAt(44.5, 11.3, START + (hour + 0.5) * 3_600_000);
    return share * poaUnder(sky, sky.clear, plane);
  });

const unknown = (): Float64Array => new Float64Array(24).fill(Number.NaN);

/** What an inverter of half of the plant makes, kWh an hour: 0.08 kWh for each W/m² of an hour are a ratio of 0.8. */
const half = (): Float64Array => clearDay().map((wm2) => wm2 * 0.04);

const inputsOf = (part: Partial<DayInputs> = {}): DayInputs => ({
  day: '2026-06-21',
  start: START,
  hours: 24,
  own: [clearDay()],
  neighbour: [null],
  horizontal: null,
  weather: null,
  typical: null,
  module_c: null,
  air_c: new Float64Array(24).fill(25),
  wind_ms: null,
  energy: [half(), half()],
  energy_before: [half(), half(), half()],
  since: [0, 0, 0],
  ...part,
});

const near = (actual: number, expected: number, tolerance = 1e-6): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

/** Nobody records downtimes and curtailments. */
const NOT_RECORDED: RecordedLosses = { downtime_kwh: null, curtailment_kwh: null };

describe('expectedDay', () => {
  it('takes the plant’s own sensor, and says so', () => {
    const day = expectedDay(plantModel(plantOf()), inputsOf());
    assert.deepEqual(day.inputs, ['plane_of_array']);
    assert.equal(day.temperature, 'air');
    assert.equal(day.measured, true);
    assert.equal(day.missing_hours, 0);
    near(
      day.irradiation.reduce((sum, h) => sum + h, 0),
      clearDay().reduce((sum, wm2) => sum + wm2, 0) / 1000,
    );
    near(
      day.irradiation_kwh_m2 ?? Number.NaN,
      day.irradiation.reduce((sum, h) => sum + h, 0),
    );
    near(day.sums.reference_kwh, 100 * day.irradiation.reduce((sum, h) => sum + h, 0));
    assert.ok(day.sums.expected_kwh > 0.7 * day.sums.reference_kwh);
    // 0.08 kWh for each W/m² of an hour is a ratio of 0.8.
    near(windowFigures([day], 100).performance_ratio ?? 0, 0.8, 1e-9);
  });

  it('leaves a missing hour out of both sums, and out of the missing share of nothing else', () => {
    const silent = inputsOf();
    for (const values of silent.energy) values.fill(Number.NaN, 11, 13);
    const day = expectedDay(plantModel(plantOf()), silent);
    // The hour after the silence holds more than itself.
    near(day.missing_hours, 3);
    near(windowFigures([day], 100).performance_ratio ?? 0, 0.8, 1e-9);
    const dark = inputsOf();
    dark.own[0]?.fill(Number.NaN, 11, 13);
    const shaded = expectedDay(plantModel(plantOf()), dark);
    near(shaded.missing_hours, 2);
    near(windowFigures([shaded], 100).performance_ratio ?? 0, 0.8, 1e-9);
    assert.ok(Number.isNaN(shaded.expected[11] ?? 0));
    assert.deepEqual(
      [day.unknown_hours, shaded.unknown_hours],
      [0, 2],
      'its own sum lacks hours of unknown sun',
    );
  });

  it('counts nothing of energy that a counter catches up after a silence under the sun, however long', () => {
    const plant = plantModel(plantOf());
    const silent = inputsOf();
    // From noon to ten in the evening; then the counter shows all of the afternoon.
    for (const values of silent.energy) {
      const rest = values.slice(12).reduce((sum, kwh) => sum + kwh, 0);
      values.fill(Number.NaN, 12, 22)[22] = rest;
    }
    const day = expectedDay(plant, silent);
    near(
      day.sums.actual_kwh,
      2 *
        half()
          .slice(0, 12)
          .reduce((sum, kwh) => sum + kwh, 0),
    );
    near(windowFigures([day], 100).performance_ratio ?? 0, 0.8, 1e-9);
    assert.ok(Number.isNaN(day.actual[22] ?? 0));
  });

  it('remembers such a silence over midnight, and forgets one of the night', () => {
    const plant = plantModel(plantOf());
    const caughtUp = () => {
      const values = half();
      values.fill(Number.NaN, 0, 1)[1] = 500;
      return values;
    };
    const since = (hour: number) => half().fill(Number.NaN, hour);
    const after = (hour: number) =>
      expectedDay(plant, inputsOf({ energy: [caughtUp(), half()], energy_before: [since(hour), half()] }));
    near(after(12).sums.actual_kwh, 2 * half().reduce((sum, kwh) => sum + kwh, 0), 1e-6);
    assert.ok(Number.isNaN(after(12).actual[1] ?? 0));
    near(after(23).actual[1] ?? Number.NaN, 500);
    const asleep = inputsOf();
    for (const values of asleep.energy) values.fill(Number.NaN, 0, 4);
    near(expectedDay(plant, asleep).missing_hours, 0);
  });

  it('expects nothing of an inverter that says nothing', () => {
    const one = inputsOf({ energy: [clearDay().map((wm2) => wm2 * 0.04), unknown()] });
    const day = expectedDay(plantModel(plantOf()), one);
    const both = expectedDay(plantModel(plantOf()), inputsOf());
    near(day.sums.expected_kwh, both.sums.expected_kwh / 2);
    near(day.missing_hours, both.sun_hours / 2);
    near(windowFigures([day], 100).performance_ratio ?? 0, 0.8, 1e-9);
    near(windowFigures([day], 100).missing_share ?? 0, 0.5);
  });

  it('expects nothing of what stands for ever still: a replaced inverter is gone after its last reading', () => {
    const two = expectedDay(plantModel(plantOf()), inputsOf());
    const devices = [inverter(1), inverter(2), gone(3, START - 1)];
    const energy = [half(), half(), unknown()];
    const three = expectedDay(plantModel(plantOf({ devices })), inputsOf({ energy }));
    near(three.sums.expected_kwh, two.sums.expected_kwh);
    near(
      windowFigures([three], 100).performance_index ?? 0,
      windowFigures([two], 100).performance_index ?? 1,
    );
    assert.ok(
      three.actual.every((kwh) => !Number.isNaN(kwh)),
      'it takes nothing from what the plant made',
    );
    const never = [inverter(1), inverter(2), gone(3, null)];
    near(expectedDay(plantModel(plantOf({ devices: never })), inputsOf({ energy })).missing_hours, 0);
  });

  it('shares a day out among what stood there then, also to what was switched off since', () => {
    // 2 was there until the next day, and 3 is what took its place.
    const devices = [inverter(1), gone(2, START + 30 * 3_600_000), inverter(3)];
    const plant = plantModel(plantOf({ devices }));
    const since = [0, 0, START + 24 * 3_600_000];
    const before = expectedDay(plant, inputsOf({ energy: [half(), half(), unknown()], since }));
    near(before.missing_hours, 0);
    near(windowFigures([before], 100).performance_ratio ?? 0, 0.8, 1e-9);
    near(before.actual[12] ?? 0, 2 * (half()[12] ?? 0));
  });

  it('knows the hour in which an inverter takes another’s place', () => {
    const noon = START + 12 * 3_600_000;
    const devices = [inverter(1), gone(2, noon - 1), inverter(3)];
    const [old, fresh] = [half().fill(Number.NaN, 12), half().fill(Number.NaN, 0, 14)];
    const day = expectedDay(
      plantModel(plantOf({ devices })),
      inputsOf({
        energy: [half(), old, fresh],
        energy_before: [half(), half(), unknown()],
        since: [0, 0, START],
      }),
    );
    // From ten to three: both, both, the one that stayed, the same, not known yet of the new one, both again.
    const made = [10, 11, 12, 13, 14, 15].map((hour) => (day.actual[hour] ?? 0) / (half()[hour] ?? 1));
    assert.deepEqual(
      made.map((share) => Math.round(share * 1000) / 1000),
      [2, 2, 1, 1, Number.NaN, 2],
    );
    assert.ok(
      day.sums.expected_kwh > 0.85 * expectedDay(plantModel(plantOf()), inputsOf()).sums.expected_kwh,
    );
  });

  it('gives the section of an inverter that is gone to no other section’s', () => {
    const sections = [section(1), section(2)];
    const devices = [inverter(1, { section_id: 1 }), gone(2, START - 1, { section_id: 2 })];
    const own = [clearDay(), clearDay()];
    const day = expectedDay(
      plantModel(plantOf({ sections, devices })),
      inputsOf({ own, neighbour: [null, null], energy: [half(), unknown()] }),
    );
    near(windowFigures([day], 100).missing_share ?? 0, 0.5);
    near(windowFigures([day], 100).performance_ratio ?? 0, 0.8, 1e-9);
    assert.ok(day.actual.every(Number.isNaN), 'one section is not the plant');
  });

  it('yields of the power that told its energy, not of all', () => {
    const whole = windowFigures([expectedDay(plantModel(plantOf()), inputsOf())], 100).specific_yield ?? 0;
    near(whole, (2 * half().reduce((sum, kwh) => sum + kwh, 0)) / 100);
    const one = expectedDay(plantModel(plantOf()), inputsOf({ energy: [half(), unknown()] }));
    near(windowFigures([one], 100).specific_yield ?? 0, whole);
  });

  it('names the plant’s own sensor before sunrise, when no sensor says anything yet', () => {
    const plant = plantModel(plantOf());
    const night = (values: Float64Array) => values.slice(0, 3);
    const energy = [night(half()), night(half())];
    const early = expectedDay(plant, inputsOf({ hours: 3, own: [night(unknown())], air_c: null, energy }));
    assert.deepEqual([early.inputs, early.sun_hours, early.day_kwh], [['plane_of_array'], 0, 0]);
  });

  it('goes down the ranks: neighbour, weather, clear sky, each named', () => {
    const plant = plantModel(plantOf());
    const neighbour = expectedDay(plant, inputsOf({ own: [null], neighbour: [clearDay()] }));
    assert.deepEqual([neighbour.inputs, neighbour.measured], [['neighbour'], true]);
    const sunny = { ghi_wm2: 500, dni_wm2: 500, dhi_wm2: 150 };
    const weather = expectedDay(plant, inputsOf({ own: [null], weather: new Array(24).fill(sunny) }));
    assert.deepEqual([weather.inputs, weather.measured], [['weather'], false]);
    const rough = expectedDay(plant, inputsOf({ own: [null] }));
    assert.deepEqual([rough.inputs, rough.measured], [['clear_sky'], false]);
    assert.equal(windowFigures([rough], 100).performance_ratio, null);
    assert.ok((windowFigures([rough], 100).performance_index ?? 0) > 0);
    assert.deepEqual(rough.missing_hours, 0);
    // On the horizontal each hour is told by the best that knows it: 12 h × 100 W/m² of the sensor, 12 h × 500 W/m² of the weather.
    const horizontal = new Float64Array(24).fill(100, 0, 12).fill(Number.NaN, 12);
    const both = expectedDay(plant, inputsOf({ horizontal, weather: new Array(24).fill(sunny) })).horizontal;
    assert.deepEqual(both, { kwh_m2: 7.2, from: ['sensor', 'weather'] });
    assert.deepEqual(rough.horizontal?.from, ['clear_sky']);
    // A clear day of June in the Po valley brings 8 kWh/m² and more; the usual month three quarters of it.
    assert.ok(rough.horizontal.kwh_m2 > 4.5 && rough.horizontal.kwh_m2 < 8, String(rough.horizontal.kwh_m2));
    assert.equal(expectedDay(plant, inputsOf({ hours: 0 })).horizontal, null);
  });

  it('passes over a sensor that knows less than half of the day, or shows what cannot be', () => {
    const plant = plantModel(plantOf());
    const half = clearDay();
    half.fill(Number.NaN, 0, 14);
    assert.deepEqual(expectedDay(plant, inputsOf({ own: [half] })).inputs, ['clear_sky']);
    assert.deepEqual(expectedDay(plant, inputsOf({ own: [clearDay().map((wm2) => wm2 * 1000)] })).inputs, [
      'clear_sky',
    ]);
    const weather = clearDay().map((wm2) => wm2 / 2);
    const said = Array.from(weather, (wm2) => ({ ghi_wm2: wm2, dni_wm2: wm2, dhi_wm2: wm2 / 3 }));
    assert.deepEqual(expectedDay(plant, inputsOf({ own: [half], weather: said })).inputs, ['weather']);
    const few = said.map((hour, i) => (i < 14 ? null : hour));
    assert.deepEqual(expectedDay(plant, inputsOf({ own: [null], weather: few })).inputs, ['clear_sky']);
    const absurd = said.map(() => ({ ghi_wm2: 1500, dni_wm2: 1500, dhi_wm2: 1500 }));
    assert.deepEqual(expectedDay(plant, inputsOf({ own: [null], weather: absurd })).inputs, ['clear_sky']);
  });

  it('computes each section on its own plane, and days of 23 and 25 hours', () => {
    const plant = plantModel(
      plantOf({ sections: [section(1), section(2, { tilt_deg: 90, azimuth_deg: 0 })] }),
    );
    const day = expectedDay(plant, inputsOf({ own: [null, null], neighbour: [null, null] }));
    const [south = 0, north = 0] = day.by_section.map((hours) => hours.reduce((sum, kwh) => sum + kwh, 0));
    assert.ok(south > 2 * north && north > 0, `${south} and ${north}`);
    for (const hours of [23, 25]) {
      const none = new Float64Array(hours).fill(Number.NaN);
      const odd = expectedDay(plant, inputsOf({ hours, own: [null, null], energy: [none, none] }));
      assert.equal(odd.expected.length, hours);
      near(odd.missing_hours, odd.sun_hours);
    }
  });
});

describe('plantModel', () => {
  it('names what a plant lacks, and what was assumed', () => {
    assert.deepEqual(plantModel(plantOf({ latitude: null })).lacks, ['place']);
    assert.deepEqual(plantModel(plantOf({ production_type: 'hydro', potenza_nominale: null })).lacks, [
      'not_photovoltaic',
      'kw_peak',
    ]);
    assert.deepEqual(plantModel(plantOf({ tilt_deg: null })).assumed, ['plane', 'losses']);
    const recorded = plantOf({ sections: [section(1, { kw_peak: 100, losses_percent: 11 })] });
    assert.deepEqual(plantModel(recorded).assumed, []);
    const shared = plantModel(
      plantOf({ sections: [section(1, { kw_peak: 70 }), section(2, { kw_peak: null })] }),
    );
    assert.deepEqual(
      [shared.sections.map(({ kw_peak }) => kw_peak), shared.assumed],
      [
        [70, 30],
        ['section_kw_peak', 'losses'],
      ],
    );
  });

  it('gives each section to its own inverters, by their power, and the rest to those of none', () => {
    const devices = [
      inverter(1, { section_id: 1, nominal_power: 30 }),
      inverter(2, { section_id: 1, nominal_power: 10 }),
      inverter(3),
    ];
    const plant = plantModel(plantOf({ sections: [section(1), section(2)], devices }));
    assert.deepEqual(new SharesOf(plant.energy, plant.sections).of([true, true, true]), [
      [0.75, 0],
      [0.25, 0],
      [0, 1],
    ]);
    assert.deepEqual(
      plant.sections.map(({ kw_ac }) => kw_ac),
      [40, 50],
    );
  });
});

describe('waterfall', () => {
  const sums = {
    theoretical_kwh: 1000.0004,
    reference_kwh: 812.3456,
    thermal_kwh: 790.1111,
    lossy_kwh: 680.0666,
    converted_kwh: 655.5555,
    expected_kwh: 650.1234,
    actual_kwh: 600.9999,
  };

  it('adds up to the watt hour', () => {
    for (const losses of [
      NOT_RECORDED,
      { downtime_kwh: 12.3456, curtailment_kwh: null },
      { downtime_kwh: 1 / 3, curtailment_kwh: 100 },
    ]) {
      const bars = waterfall(sums, losses);
      const wh = bars.map(({ kwh }) => Math.round((kwh ?? 0) * 1000));
      assert.equal(
        wh.slice(0, -1).reduce((sum, one) => sum + one, 0),
        wh.at(-1),
      );
      const model = bars.find(({ name }) => name === 'model');
      assert.equal(
        model?.parts.reduce((sum, { kwh }) => sum + Math.round(kwh * 1000), 0),
        Math.round((model?.kwh ?? 0) * 1000),
      );
    }
  });

  it('leaves what nobody records in the unexplained, and never calls it 0', () => {
    const bars = waterfall(sums, NOT_RECORDED);
    const kwhOf = (name: string) => bars.find((bar) => bar.name === name)?.kwh;
    assert.equal(kwhOf('downtime'), null);
    assert.equal(kwhOf('curtailment'), null);
    assert.equal(kwhOf('unexplained'), -49.123);
    const known = waterfall(sums, { downtime_kwh: 40, curtailment_kwh: 0 });
    assert.deepEqual(known.map(({ kwh }) => kwh).slice(3, 6), [-40, 0, -9.123]);
    const days = [{ day: '2026-06-01' }, { day: '2026-06-02' }];
    const downtime = new Map([['2026-06-02', 40]]);
    assert.deepEqual(addRecorded({ downtime, curtailment: null }, days), {
      downtime_kwh: 40,
      curtailment_kwh: null,
    });
  });
});

describe('a ratio over 1', () => {
  const hoursOf = (flat: boolean) =>
    [0, 1, 2].flatMap((day) =>
      Array.from({ length: 24 }, (_, hour) => {
        const sky = skyAt(44.5, 11.3, START + (day * 24 + hour + 0.5) * 3_600_000 - 120 * 86_400_000);
        const measured_wm2 = flat ? sky.clear.ghi_wm2 : poaUnder(sky, sky.clear, SOUTH);
        return { sky, measured_wm2 };
      }),
    );

  it('comes from a sensor that lies flat, or from the nominal power', () => {
    assert.equal(likelyCause(hoursOf(true), SOUTH), 'horizontal_sensor');
    assert.equal(likelyCause(hoursOf(false), SOUTH), 'wrong_kw_peak');
    assert.equal(likelyCause(hoursOf(true).slice(0, 10), SOUTH), 'unknown');
  });
});

describe('sensorsFor', () => {
  it('knows the plane of a sensor in a section without power', () => {
    const sections = [
      section(1, { kw_peak: 100 }),
      section(2, { kw_peak: null, tilt_deg: 90, azimuth_deg: 0 }),
    ];
    const sensor = {
      slot: 0,
      kind: 'gauge' as const,
      quantity: 'irradiance_poa_wm2' as const,
      heard: true,
      last_at: null,
    };
    const standing = (section_id: number | null) =>
      inverter(9, { category: 'weather_station', nominal_power: null, section_id, slots: [sensor] });
    const found = (section_id: number | null) => {
      const plant = plantModel(plantOf({ sections, devices: [inverter(1), standing(section_id)] }));
      const [south] = plant.sections;
      return south ? sensorsFor(south, plant, 'irradiance_poa_wm2').length : -1;
    };
    assert.deepEqual([found(1), found(2), found(null)], [1, 0, 1]);
  });
});

describe('isSamePlane', () => {
  it('compares tilt and direction around north', () => {
    assert.ok(isSamePlane({ tilt_deg: 30, azimuth_deg: 350 }, { tilt_deg: 25, azimuth_deg: 5 }));
    assert.ok(isSamePlane({ tilt_deg: 5, azimuth_deg: 90 }, { tilt_deg: 8, azimuth_deg: 270 }));
    assert.ok(!isSamePlane(SOUTH, { tilt_deg: 30, azimuth_deg: 90 }));
    assert.ok(!isSamePlane(SOUTH, { tilt_deg: 5, azimuth_deg: 180 }));
  });
});
