import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSunUp } from '../src/energy/solar-position.ts';
import { activeFaults, isSilent, lastMeterSwap } from './faults.ts';
import { fleet } from './fleet.ts';
import { type DeviceValues, getPlantDevice, type PlantDefinition, plantDevices } from './plant-definition.ts';
import { deviceSerial, deviceValues, plantState } from './plant-model.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SUMMER_NOON = Date.UTC(2026, 5, 21, 11, 0);

function getPlant(projCode: string): PlantDefinition {
  const plant = fleet.find((candidate) => candidate.proj_code === projCode);
  assert.ok(plant, projCode);
  return plant;
}

function value(values: DeviceValues, name: string): number {
  const found = values[name];
  assert.ok(found !== undefined, name);
  return found;
}

function energyOf(plant: PlantDefinition, shortName: string, atMs: number): number {
  return value(deviceValues(plant, getPlantDevice(plant, shortName), atMs), 'energy_total_kwh');
}

describe('fleet', () => {
  it('has 13 and 4 plants, at most 120 devices, and codes, names and units of its own for each', () => {
    assert.equal(fleet.filter((plant) => plant.company === 'aurora').length, 13);
    assert.equal(fleet.filter((plant) => plant.company === 'borea').length, 4);
    assert.equal(new Set(fleet.map((plant) => plant.proj_code)).size, 17);
    assert.ok(fleet.reduce((sum, plant) => sum + plantDevices(plant).length, 0) <= 120);
    for (const plant of fleet) {
      const devices = plantDevices(plant);
      assert.equal(new Set(devices.map((device) => device.short_name)).size, devices.length);
      assert.equal(new Set(devices.map((device) => device.unit_id)).size, devices.length);
    }
  });

  it('always has something wrong with it, but never everywhere', () => {
    for (let atMs = Date.UTC(2026, 10, 1); atMs < Date.UTC(2026, 10, 15); atMs += 17 * MINUTE) {
      const faults = fleet.flatMap((plant) => activeFaults(plant, atMs));
      assert.ok(faults.length >= 1 && faults.length < 30, `${faults.length} faults`);
    }
  });
});

describe('plantState', () => {
  it('depends on nothing but plant and instant', () => {
    const plant = getPlant('AUR-003');
    const twin = structuredClone(plant);
    const later = SUMMER_NOON + 40 * DAY;
    plantState(twin, later);
    assert.deepEqual(plantState(twin, SUMMER_NOON).devices, plantState(plant, SUMMER_NOON).devices);
    assert.deepEqual(plantState(twin, later).devices, plantState(plant, later).devices);
  });

  it('never gives more than a fifth above a device’s rating, and no negative power', () => {
    for (const plant of fleet) {
      for (let atMs = SUMMER_NOON - 2 * DAY; atMs < SUMMER_NOON + 2 * DAY; atMs += 47 * MINUTE) {
        for (const device of plantDevices(plant)) {
          const power = deviceValues(plant, device, atMs).ac_power_kw ?? 0;
          assert.ok(power >= 0 && power <= device.nominal_power_kw * 1.2, `${device.short_name} ${power}`);
        }
      }
    }
  });

  it('sleeps at night where the sun makes the power, and works on where water and gas do', () => {
    const night = Date.UTC(2026, 2, 10, 1, 30);
    for (const plant of fleet) {
      let power = 0;
      for (const device of plantDevices(plant)) {
        const values = deviceValues(plant, device, night);
        power += values.ac_power_kw ?? 0;
        if (device.kind === 'inverter') assert.equal(values.inverter_state, 2);
      }
      if (plant.production_type === 'photovoltaic') assert.equal(power, 0, plant.proj_code);
      else assert.ok(power > 0.2 * plant.potenza_nominale_kw, plant.proj_code);
    }
  });

  it('gives a tripped inverter no power, the state of a fault and an event', () => {
    const plant = getPlant('AUR-002');
    const inverter = getPlantDevice(plant, 'INV2');
    let tripped = 0;
    for (let atMs = SUMMER_NOON - 4 * HOUR; atMs < SUMMER_NOON + 4 * HOUR; atMs += 5 * MINUTE) {
      const values = deviceValues(plant, inverter, atMs);
      if (values.inverter_state !== 7) continue;
      tripped += 1;
      assert.equal(values.ac_power_kw, 0);
      assert.ok(value(values, 'event_code') > 0);
      assert.ok(value(deviceValues(plant, getPlantDevice(plant, 'INV1'), atMs), 'ac_power_kw') > 0);
    }
    // 35 minutes of every two hours: 28 of the 96 points of eight hours
    assert.ok(tripped >= 21 && tripped <= 35, `${tripped} points`);
  });

  it('keeps one string of Capitanata at 60 % of its siblings', () => {
    const plant = getPlant('AUR-001');
    const values = deviceValues(plant, getPlantDevice(plant, 'SB2'), SUMMER_NOON);
    const ratio = value(values, 'string_current_07_a') / value(values, 'string_current_06_a');
    assert.ok(ratio > 0.57 && ratio < 0.63, String(ratio));
  });

  it('leaves a weather station silent all night and most of the day, beside a meter that answers', () => {
    const plant = getPlant('AUR-006');
    const day = Date.UTC(2026, 10, 23);
    const hoursOf = (name: string) =>
      Array.from({ length: 24 }, (_, hour) =>
        isSilent(plant, getPlantDevice(plant, name), day + hour * 60 * MINUTE),
      ).filter(Boolean).length;
    assert.equal(hoursOf('METEO1'), 23);
    assert.ok(hoursOf('METER1') <= 1);
  });

  it('has an engine down and a weather station silent at any hour: there is always an alarm and a warning', () => {
    const biogas = getPlant('AUR-008');
    const engine = getPlantDevice(biogas, 'MOT3');
    const silent = ['AUR-006', 'AUR-010'].map(getPlant);
    const day = Date.UTC(2026, 11, 21);
    for (let atMs = day; atMs < day + DAY; atMs += 7 * MINUTE) {
      const values = deviceValues(biogas, engine, atMs);
      assert.equal(values.ac_power_kw, 0);
      assert.equal(values.event_code, deviceValues(biogas, engine, day).event_code);
      assert.ok(value(values, 'event_code') > 0);
      const { length } = silent.filter((plant) => isSilent(plant, getPlantDevice(plant, 'METEO1'), atMs));
      assert.ok(length > 0, new Date(atMs).toISOString());
    }
  });

  it('leaves a device silent for 12 minutes of each hour, and a gateway for 100 of ten hours', () => {
    const plant = getPlant('AUR-004');
    const inverter = getPlantDevice(plant, 'INV3');
    const day = Date.UTC(2026, 7, 3);
    const silent = Array.from({ length: 1440 }, (_, minute) =>
      isSilent(plant, inverter, day + minute * MINUTE),
    );
    const count = silent.filter(Boolean).length;
    assert.ok(count >= 288 && count <= 328, String(count));
    const away = Array.from({ length: 600 }, (_, minute) =>
      plantState(getPlant('BOR-004'), day + minute * MINUTE),
    );
    const quiet = away.filter((state) =>
      [...state.devices.values()].every((values) => values === null),
    ).length;
    assert.ok(quiet >= 100 && quiet <= 110, String(quiet));
  });
});

describe('counters', () => {
  it('are the integral of the power, through trips and clouds', () => {
    const plant = getPlant('AUR-002');
    const inverter = getPlantDevice(plant, 'INV2');
    const start = SUMMER_NOON - 5 * HOUR;
    const step = 5_000;
    let integral = 0;
    for (let atMs = start; atMs < start + 10 * HOUR; atMs += step) {
      integral += (value(deviceValues(plant, inverter, atMs + step / 2), 'ac_power_kw') * step) / HOUR;
    }
    const counted = energyOf(plant, 'INV2', start + 10 * HOUR) - energyOf(plant, 'INV2', start);
    assert.ok(integral > 200, String(integral));
    assert.ok(Math.abs(counted - integral) < 1e-3, `${counted} and ${integral}`);
  });

  it('never fall, before the epoch and after it, except where a meter is swapped', () => {
    for (const plant of [getPlant('AUR-004'), getPlant('AUR-007'), getPlant('AUR-009')]) {
      for (const device of plantDevices(plant)) {
        let before = -1;
        let serial = '';
        for (let atMs = Date.UTC(2025, 11, 15); atMs < Date.UTC(2026, 0, 20); atMs += 97 * MINUTE) {
          const counter = deviceValues(plant, device, atMs).energy_total_kwh;
          if (counter === undefined) continue;
          const now = deviceSerial(plant, device, atMs);
          if (now === serial) assert.ok(counter >= before, `${device.short_name} at ${new Date(atMs)}`);
          before = counter;
          serial = now;
        }
      }
    }
  });

  it('begin anew near zero, with another serial number, when a meter is swapped', () => {
    const plant = getPlant('AUR-009');
    const meter = getPlantDevice(plant, 'METER1');
    const swap = lastMeterSwap(plant, Date.UTC(2026, 10, 20));
    assert.ok(swap);
    const { swapped_at_ms: at } = swap;
    assert.ok(energyOf(plant, 'METER1', at - 1) > 10_000);
    assert.ok(energyOf(plant, 'METER1', at) < 3);
    assert.notEqual(deviceSerial(plant, meter, at - 1), deviceSerial(plant, meter, at));
    assert.equal(isSilent(plant, meter, at - 5 * MINUTE), true);
    const inAYear = new Set(
      Array.from({ length: 366 }, (_, day) => lastMeterSwap(plant, Date.UTC(2025, 10, 20) + day * DAY)?.swap),
    );
    assert.ok(inAYear.size === 2 || inAYear.size === 3, `${inAYear.size - 1} swaps in a year`);
  });

  it('make a plausible Italian year: 1000 to 1700 kWh for each kWp', () => {
    const start = Date.UTC(2025, 10, 1);
    for (const plant of fleet.filter((candidate) => candidate.production_type === 'photovoltaic')) {
      let energy = 0;
      for (let number = 1; number <= plant.generators; number++) {
        energy += energyOf(plant, `INV${number}`, start + 365 * DAY) - energyOf(plant, `INV${number}`, start);
      }
      const yieldHours = energy / plant.potenza_nominale_kw;
      assert.ok(yieldHours > 1000 && yieldHours < 1700, `${plant.proj_code} ${yieldHours}`);
    }
  });
});

describe('weather', () => {
  it('has sun by day only, and summers warmer than winters', () => {
    const plant = getPlant('AUR-003');
    const station = getPlantDevice(plant, 'METEO1');
    const mean = (start: number): number => {
      let sum = 0;
      for (let hour = 0; hour < 720; hour++) {
        const values = deviceValues(plant, station, start + hour * HOUR);
        sum += value(values, 'ambient_temperature_c') / 720;
        const poa = value(values, 'irradiance_poa_wm2');
        assert.ok(poa >= 0 && poa < 1300, String(poa));
        if (!isSunUp(plant.latitude, plant.longitude, start + hour * HOUR)) assert.ok(poa < 5, String(poa));
      }
      return sum;
    };
    const [january, july] = [mean(Date.UTC(2026, 0, 1)), mean(Date.UTC(2026, 6, 1))];
    assert.ok(january > -2 && january < 12 && july > 19 && july < 31, `${january} ${july}`);
  });
});
