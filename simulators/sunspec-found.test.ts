import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { interpretChain } from '../src/devices/sunspec/interpret.ts';
import { walkSunspec } from '../src/devices/sunspec/walk.ts';
import { getDeviceTemplate } from '../src/devices/templates/device-templates.ts';
import { fleet } from './fleet.ts';
import { plantDevices, type SimulatedDevice } from './plant-definition.ts';
import { deviceSerial, deviceValues } from './plant-model.ts';
import { registerImage } from './register-maps.ts';

const NOON = Date.UTC(2026, 4, 14, 10, 42, 17);
const KINDS = ['inverter', 'meter', 'weather_station', 'string_box'] as const;

/** What is found of a simulated device at noon. */
async function find(kind: SimulatedDevice['kind']) {
  const plant = fleet.find((one) => plantDevices(one).some((device) => device.kind === kind));
  const device = plant && plantDevices(plant).find((one) => one.kind === kind);
  assert.ok(plant && device);
  const serial = deviceSerial(plant, device, NOON);
  const { start, words } = registerImage(device, deviceValues(plant, device, NOON), serial);
  const walk = await walkSunspec(
    async (address, count) => {
      const answer = [...words.slice(address - start, address - start + count)];
      return address >= start && answer.length === count ? { words: answer } : { exception: 2 };
    },
    [40_000],
  );
  assert.ok('chain' in walk);
  const [found, ...more] = interpretChain(walk.chain, device.unit_id);
  assert.ok(found);
  assert.equal(more.length, 0);
  return { device, serial, found, values: deviceValues(plant, device, NOON) };
}

describe('what is found of the simulated SunSpec devices', () => {
  for (const kind of KINDS)
    it(`${kind}: who it is, and the registers that its template has`, async () => {
      const { device, serial, found, values } = await find(kind);
      assert.deepEqual([found.kind, found.serial_number], [kind, serial]);
      assert.equal(found.manufacturer, device.manufacturer);
      assert.deepEqual(found.warnings, []);
      for (const {
        name,
        decimals: _,
        quantity,
        bit: __,
        value_offset: ___,
        value_table,
        ...register
      } of getDeviceTemplate(device.template).variables) {
        const variable = found.variables.find((one) => one.name === name);
        assert.deepEqual({ name, ...variable?.register }, { name, ...register });
        assert.equal(variable?.of_name.quantity, quantity);
        assert.equal(variable?.value_table, value_table);
        const wanted = values[name] ?? Number.NaN;
        const read = variable?.value ?? Number.NaN;
        assert.ok(
          Math.abs(read - wanted) <= 0.51 + Math.abs(wanted) / 200,
          `${name}: ${read}, not ${wanted}`,
        );
      }
    });
});
