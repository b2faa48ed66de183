import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { decodeRaw, decodeString } from '../src/devices/decode/raw.ts';
import { decodeValue } from '../src/devices/decode/value.ts';
import type { TemplateVariable } from '../src/devices/templates/device-template.ts';
import { getDeviceTemplate } from '../src/devices/templates/device-templates.ts';
import { isSilent } from './faults.ts';
import { fleet } from './fleet.ts';
import { deviceReadings, gridTimes } from './history.ts';
import { type RunningFleet, startFleet } from './main.ts';
import { startModbusServer } from './modbus-server.ts';
import {
  isMediumVoltageMeter,
  type PlantDefinition,
  plantDevices,
  type SimulatedDevice,
} from './plant-definition.ts';
import { deviceSerial, deviceValues } from './plant-model.ts';

const NOON = Date.UTC(2026, 4, 14, 10, 42, 17);

/** A request as bytes on a socket of its own; the answer's PDU, or undefined after 150 ms of silence. */
async function ask(port: number, unit: number, pdu: readonly number[]): Promise<Buffer | undefined> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(frame(unit, pdu));
    return await answerOf(socket);
  } finally {
    socket.destroy();
  }
}

function frame(unit: number, pdu: readonly number[]): Buffer {
  return Buffer.from([0x12, 0x34, 0, 0, 0, pdu.length + 1, unit, ...pdu]);
}

function answerOf(socket: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const timer = setTimeout(() => resolve(undefined), 150);
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length < 7 || bytes.length < 6 + bytes.readUInt16BE(4)) return;
      clearTimeout(timer);
      assert.equal(bytes.readUInt16BE(0), 0x1234);
      resolve(bytes.subarray(7));
    });
  });
}

function readRequest(functionCode: number, address: number, count: number): number[] {
  return [functionCode, address >> 8, address & 0xff, count >> 8, count & 0xff];
}

async function readRegisters(
  port: number,
  unit: number,
  address: number,
  count: number,
  fc = 3,
): Promise<Buffer> {
  const pdu = await ask(port, unit, readRequest(fc, address, count));
  assert.ok(pdu, 'no answer');
  assert.equal(pdu[0], fc);
  assert.equal(pdu[1], count * 2);
  return pdu.subarray(2);
}

async function readVariable(
  port: number,
  device: SimulatedDevice,
  variable: TemplateVariable,
): Promise<number> {
  const read = (address: number, count: number): Promise<Buffer> =>
    readRegisters(port, device.unit_id, address, count, variable.function_code);
  const width = ['uint32', 'int32', 'float32'].includes(variable.data_type) ? 2 : 1;
  const scale =
    variable.scale_address === null ? null : (await read(variable.scale_address, 1)).readInt16BE(0);
  const decoded = decodeValue(await read(variable.address, width), variable, scale);
  assert.ok('value' in decoded, `${device.short_name} ${variable.name}`);
  return decoded.value;
}

/** One step of the registers in which a variable lies: powers and counters scale with the device. */
function stepOf(device: SimulatedDevice, name: string): number {
  if (name in STEPS) return STEPS[name] ?? 0;
  if (isMediumVoltageMeter(device) && name.startsWith('voltage')) return 1;
  if (!/_kw$|_kvar$|_kwh$/.test(name)) return 0.1;
  const kw = device.nominal_power_kw;
  if (name.endsWith('_kwh')) return kw > 1224 ? 1 : kw > 122 ? 0.1 : 0.01;
  return kw > 2463 ? 1 : kw > 246 ? 0.1 : 0.01;
}

const STEPS: Readonly<Record<string, number>> = {
  power_factor: 0.001,
  frequency_hz: 0.01,
  irradiance_poa_wm2: 1,
  irradiance_ghi_wm2: 1,
  wind_speed_ms: 1,
  cabinet_temperature_c: 1,
};

describe('a fleet over Modbus TCP', () => {
  /** One plant for each register map, one with large scale factors. */
  const plants = fleet.filter((plant) =>
    ['AUR-001', 'AUR-005', 'AUR-007', 'AUR-008'].includes(plant.proj_code),
  );
  let running: RunningFleet;
  before(async () => {
    running = await startFleet(plants, { now: () => NOON });
  });
  after(() => running.stop());

  const portOf = (plant: PlantDefinition): number => {
    const port = running.ports.get(plant.proj_code);
    assert.ok(port);
    return port;
  };

  for (const plant of plants) {
    it(`${plant.proj_code}: what the templates read is the model, and what history writes`, async () => {
      for (const device of plantDevices(plant)) {
        if (isSilent(plant, device, NOON)) continue;
        const model = deviceValues(plant, device, NOON);
        const written = deviceReadings(plant, device, [NOON]);
        for (const [slot, variable] of getDeviceTemplate(device.template).variables.entries()) {
          const live = await readVariable(portOf(plant), device, variable);
          const exact = model[variable.name];
          assert.ok(exact !== undefined, variable.name);
          const off = Math.abs(live - exact);
          assert.ok(
            off <= stepOf(device, variable.name) / 2 + 1e-9,
            `${device.short_name} ${variable.name} ${off}`,
          );
          assert.equal(written.values[slot]?.[0], live, `${device.short_name} ${variable.name}`);
        }
      }
    });
  }

  it('shows the chain of SunSpec models, the names and the serial number', async () => {
    const [plant] = plants;
    assert.ok(plant);
    for (const device of plantDevices(plant)) {
      if (isSilent(plant, device, NOON)) continue;
      const read = (address: number, count: number): Promise<Buffer> =>
        readRegisters(portOf(plant), device.unit_id, address, count);
      assert.equal((await read(40000, 2)).toString('latin1'), 'SunS');
      const found: number[] = [];
      let address = 40002;
      for (;;) {
        const head = await read(address, 2);
        const id = Number(decodeRaw(head, { data_type: 'uint16', word_order: 'ABCD', bit: null }));
        if (id === 0xffff) break;
        found.push(id);
        address += 2 + head.readUInt16BE(2);
      }
      const expected = {
        inverter: [1, 103],
        meter: [1, 203],
        weather_station: [1, 307, 302, 303],
        string_box: [1, 403],
      };
      assert.ok(device.kind in expected);
      assert.deepEqual(found, expected[device.kind as keyof typeof expected]);
      assert.equal(decodeString(await read(40052, 16), 'ABCD'), deviceSerial(plant, device, NOON));
      assert.equal(decodeString(await read(40004, 16), 'ABCD'), device.manufacturer);
    }
  });

  it('refuses as Modbus does: 1 function, 2 address, 3 value, 11 unit', async () => {
    const plant = plants.find((candidate) => candidate.proj_code === 'AUR-005');
    assert.ok(plant);
    const port = portOf(plant);
    const refusal = async (unit: number, pdu: number[]): Promise<number[]> => [
      ...((await ask(port, unit, pdu)) ?? []),
    ];
    assert.deepEqual(await refusal(1, readRequest(6, 40000, 1)), [0x86, 1]);
    assert.deepEqual(await refusal(1, readRequest(3, 39_999, 1)), [0x83, 2]);
    assert.deepEqual(await refusal(1, readRequest(3, 40_123, 2)), [0x83, 2]);
    assert.deepEqual(await refusal(1, readRequest(4, 40_000, 126)), [0x84, 3]);
    assert.deepEqual(await refusal(1, readRequest(3, 40_000, 0)), [0x83, 3]);
    assert.deepEqual(await refusal(200, readRequest(3, 40_000, 1)), [0x83, 11]);
  });

  it('frees its ports when it stops', async () => {
    const short = await startFleet(plants, { now: () => NOON });
    const port = [...short.ports.values()][0];
    assert.ok(port);
    await short.stop();
    await assert.rejects(ask(port, 1, readRequest(3, 40_000, 1)), /ECONNREFUSED/);
  });
});

describe('startModbusServer', () => {
  it('leaves one unit silent, another broken, and still serves the third; frames may come in pieces', async () => {
    const image = { start: 10, words: Uint16Array.of(7, 8, 9) };
    const server = await startModbusServer({
      unit: (unit) =>
        unit === 1 ? { kind: 'silent' } : unit === 2 ? { kind: 'broken' } : { kind: 'registers', image },
    });
    try {
      assert.equal(await ask(server.port, 1, readRequest(3, 10, 1)), undefined);
      assert.deepEqual([...((await ask(server.port, 2, readRequest(3, 10, 1))) ?? [])], [0x83, 4]);
      const socket = connect(server.port, '127.0.0.1');
      await once(socket, 'connect');
      const bytes = frame(3, readRequest(4, 11, 2));
      socket.write(bytes.subarray(0, 9));
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.write(bytes.subarray(9));
      assert.deepEqual([...((await answerOf(socket)) ?? [])], [4, 4, 0, 8, 0, 9]);
      socket.destroy();
    } finally {
      await server.stop();
    }
  });

  it('hangs up on a frame of another protocol', async () => {
    const server = await startModbusServer({ unit: () => ({ kind: 'silent' }) });
    try {
      const socket = connect(server.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
      await once(socket, 'close');
      assert.equal(socket.destroyed, true);
    } finally {
      await server.stop();
    }
  });
});

describe('deviceReadings', () => {
  it('has no row for an instant at which the device is silent, and a real 0 for a sleeping inverter', () => {
    const plant = fleet.find((candidate) => candidate.proj_code === 'AUR-004');
    assert.ok(plant);
    const inverter = plantDevices(plant)[2];
    assert.ok(inverter?.short_name === 'INV3');
    const start = Date.UTC(2026, 9, 5);
    const times = [...gridTimes(start, start + 86_400_000, 300_000)];
    assert.equal(times.length, 288);
    const readings = deviceReadings(plant, inverter, times);
    assert.deepEqual(
      readings.ts,
      times.filter((atMs) => !isSilent(plant, inverter, atMs)),
    );
    assert.ok(readings.ts.length < 288 && readings.ts.length > 200);
    assert.equal(readings.values.length, getDeviceTemplate('sunspec_inverter').variables.length);
    const power = readings.values[0];
    assert.ok(power && power.length === readings.ts.length);
    assert.equal(power[0], 0);
    assert.ok(Math.max(...power) > 10);
  });
});
