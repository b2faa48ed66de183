import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { sunspecNames } from '../../../devices/sunspec/names.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { CATALOGUE, QUANTITIES } from '../../plants/plants.model.ts';
import { type FieldTask, FoundDevice } from '../field-tools.contract.ts';
import { foundAt, withTwinsMarked } from './found-device.ts';
import { inCompany } from './found-in-company.ts';

/** Registers of a common model, and of an inverter or a meter whose power is 50 kW. */
function registers(id: 1 | 103 | 203, serial = ''): number[] {
  const length = { 1: 66, 103: 50, 203: 105 }[id];
  const words = [id, length, ...Array.from({ length }, () => (id === 1 ? 0 : 0x8000))];
  if (id === 103) words.splice(14, 2, 5000, 1);
  if (id === 103) words[38] = 4;
  if (id === 203) words.splice(18, 1, 5000);
  if (id === 203) words[22] = 1;
  const bytes = Buffer.alloc(32);
  bytes.write(serial);
  for (let index = 0; id === 1 && index < 16; index += 1) words[50 + index] = bytes.readUInt16BE(index * 2);
  return words;
}

/** What is found where a chain holds these models. */
function found(unit_id: number, models: readonly number[][]) {
  let at = 2;
  const placed = models.map((words) => {
    const address = at;
    at += words.length;
    return { id: words[0] ?? 0, address, length: words[1] ?? 0, words };
  });
  return foundAt(unit_id, { chain: { base: 0, models: placed, warnings: [] } }).devices;
}

describe('what was found, beside what the company has', () => {
  let field: ConfiguredField;
  let port_id: number;
  let other_port_id: number;
  before(async () => {
    field = await makeConfiguredField();
    port_id = (await field.addPort()).id;
    other_port_id = (await field.addPort({ host: '10.0.0.8', proj_code: 'P2' })).id;
  });
  after(() => field?.test.close());

  const beside = (place: { port_id: number | null; unit_id: number }, devices: ReturnType<typeof found>) =>
    inScope(field.test.pool, scopeOfWork(field.company_id), (tx) => inCompany(tx, place, devices));

  it('is as the contract has it', async () => {
    const devices = found(1, [registers(1, 'A1'), registers(103), registers(1, 'A2'), registers(203)]);
    const [inverter, meter] = await beside({ port_id, unit_id: 1 }, devices);
    assert.deepEqual(FoundDevice.parse(inverter), inverter);
    assert.deepEqual(FoundDevice.parse(meter), meter);
    assert.deepEqual([inverter?.category, meter?.category], ['inverter', 'exchange_meter']);
    assert.deepEqual([inverter?.short_name, meter?.short_name], ['INV1', 'METER1']);
    assert.deepEqual(inverter?.variables[0]?.register, {
      function_code: 3,
      address: 2 + 68 + 14,
      data_type: 'int16',
      word_order: 'ABCD',
      bit: null,
      bit_count: 1,
      factor: 0.001,
      value_offset: 0,
      scale_address: 2 + 68 + 15,
      sentinel: true,
    });
    assert.deepEqual([inverter?.variables[0]?.value, inverter?.device_id], [50, null]);
  });

  it('is told from the devices at the unit: by serial number, by kind, or as the only one', async () => {
    const at = { port_id, unit_id: 7 };
    const add = async (fields: object) => (await field.addDevice({ ...at, ...fields })).device.id;
    const both = [registers(1, 'B1'), registers(103), registers(1, 'B2'), registers(203)];
    const alone = await add({ category: 'other' });
    const ids = async (models: readonly number[][], place = at) =>
      (await beside(place, found(place.unit_id, models))).map(({ device_id }) => device_id);
    assert.deepEqual(await ids(both), [null, null]);
    assert.deepEqual(await ids(both.slice(0, 2)), [alone]);
    const inverter = await add({ category: 'inverter' });
    assert.deepEqual(await ids(both), [inverter, null]);
    const named = await add({ category: 'other', serial_number: 'B2' });
    assert.deepEqual(await ids(both), [inverter, named]);
    assert.deepEqual(await ids(both, { port_id, unit_id: 8 }), [null, null]);
    assert.deepEqual(await ids(both, { port_id: other_port_id, unit_id: 7 }), [null, null]);
  });

  it('proposes a short name that is free in the plant', async () => {
    await field.addDevice({ short_name: 'INV9' });
    await field.addDevice({ short_name: 'INV9-2' });
    const names = async (place: number | null, models: readonly number[][]) =>
      (await beside({ port_id: place, unit_id: 9 }, found(9, models))).map(({ short_name }) => short_name);
    const one = [registers(1), registers(103)];
    assert.deepEqual(await names(port_id, one), ['INV9-3']);
    assert.deepEqual(await names(other_port_id, one), ['INV9']);
    assert.deepEqual(await names(null, one), ['INV9-3']);
    assert.deepEqual(await names(other_port_id, [...one, ...one]), ['INV9', 'INV9-2']);
  });

  it('says its own unit where the company counts a name in another', async () => {
    await field.test.arrange(
      `update variable_name set unit = 'MW' where company_id = $1 and name = 'ac_power_kw'`,
      [field.company_id],
    );
    const [device] = await beside({ port_id, unit_id: 3 }, found(3, [registers(1), registers(103)]));
    const unitOf = (name: string) => device?.variables.find((one) => one.name === name)?.unit;
    assert.equal(unitOf('ac_power_kw'), 'kW');
    assert.equal(unitOf('inverter_state'), undefined);
  });
});

describe('a device that answers at every unit', () => {
  const task = (position: number, unit_id: number, serial: string): FieldTask => ({
    position,
    kind: 'find',
    unit_id,
    state: 'ended',
    asked_at: '2026-01-01T00:00:00.000Z',
    reason: null,
    read: null,
    found: found(unit_id, [registers(1, serial), registers(103)]).map((one) => ({ ...one, device_id: null })),
    test: null,
  });
  const units = (tasks: readonly FieldTask[]) =>
    withTwinsMarked(tasks).map(
      ({ found: [one] }) => one?.warnings.find(({ code }) => code === 'same_device')?.unit ?? null,
    );

  it('is marked at all units but the first', () => {
    assert.deepEqual(units([task(0, 1, 'A'), task(1, 2, 'B'), task(2, 3, 'A')]), [null, null, 1]);
  });

  it('is not guessed where devices have no serial numbers', () => {
    assert.deepEqual(units([task(0, 1, ''), task(1, 2, '')]), [null, null]);
  });
});

describe('the words of SunSpec points', () => {
  it('are those of the catalogue where it has the name, and quantities that the portal has', () => {
    for (const { name, label_en, label_it, unit, group_name, kind, quantity } of sunspecNames) {
      const known = CATALOGUE.find((one) => one.name === name.replace('#', '01'));
      assert.ok(
        QUANTITIES.some((one) => one === quantity),
        name,
      );
      if (!known) continue;
      const filled = (words: string) => words.replace('#', '01');
      assert.deepEqual(
        [filled(label_en), filled(label_it), unit, group_name, kind, quantity],
        [known.label_en, known.label_it, known.unit, known.group_name, known.kind, known.quantity],
      );
    }
  });
});
