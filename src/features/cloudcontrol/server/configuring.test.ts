import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ConfiguredField,
  makeConfiguredField,
  somebodyWaits,
} from '../../../../tests/support/configured-field.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import type { ConfiguredPort, DeviceDetails } from '../configured.contract.ts';

const V1 = '/cloudcontrol/v1';

interface Problem {
  detail: string;
  errors?: { path: string; message: string }[];
  stored?: DeviceDetails;
}

// spec §3: Cloud-control device, Port, Variable
describe('what is configured of the field', () => {
  let field: ConfiguredField;
  before(async () => {
    field = await makeConfiguredField();
  });
  after(() => field?.test.close());

  async function refused(
    status: number,
    path: string | null,
    ...call: Parameters<ConfiguredField['call']>
  ): Promise<Problem> {
    const answer = await field.call(...call);
    const problem = answer.json<Problem>();
    assert.equal(answer.statusCode, status, `${call[1]} ${JSON.stringify(call[2])}: ${answer.body}`);
    if (path !== null)
      assert.deepEqual(
        problem.errors?.map((one) => one.path),
        [path],
        answer.body,
      );
    return problem;
  }

  it('keeps every field of a device', async () => {
    const fields = {
      description: 'Roof',
      nominal_power: 100.5,
      serial_number: 'S-1',
      manufacturer: 'Maker',
      model: 'M',
      panel_watt: 410,
      number_of_panels: 240,
      number_of_strings: 12,
      kw_peak: 98.4,
      network: 'OT',
      subnet: '10.0.0.0/24',
      byte_order: 'CDAB',
      interval_s: 5,
      slow_interval_s: 300,
      enabled: false,
    };
    const { device } = await field.addDevice();
    const changed = await field.must<DeviceDetails>('PATCH', `${V1}/unitid/${device.id}/`, fields);
    assert.deepEqual(changed.device, { ...changed.device, ...fields });
    const listed = await field.must<Record<string, unknown>>('GET', `/api/v1/device/${device.id}/`);
    assert.deepEqual(listed, { ...listed, ...fields });
  });

  it('keeps short names unique in a plant and serial numbers in the company, by the field', async () => {
    const one = await field.addDevice({ serial_number: 'TAKEN' });
    const other = await field.addDevice();
    const change = ['PATCH', `${V1}/unitid/${other.device.id}/`] as const;
    await refused(409, 'short_name', ...change, { short_name: one.device.short_name });
    await refused(409, 'serial_number', ...change, { serial_number: 'TAKEN' });
    await refused(409, 'serial_number', 'POST', '/api/v1/device/', {
      proj_code: 'P2',
      short_name: 'X',
      serial_number: 'TAKEN',
    });
    await field.must('POST', '/api/v1/device/', { proj_code: 'P2', short_name: one.device.short_name });
  });

  it('takes sections of the same plant, ports of the same plant and categories of the company', async () => {
    const [here, there] = await field.test.arrange<{ id: number }>(
      `insert into plant_section (company_id, plant_id, name) select company_id, id, 'North' from plant
       where company_id = $1 order by proj_code returning id`,
      [field.company_id],
    );
    const [category] = await field.test.arrange<{ id: number }>(
      `insert into device_category (company_id, name, label_en, label_it, kind) values ($1, 'tracker', 'T', 'T', 'inverter') returning id`,
      [field.company_id],
    );
    const { device } = await field.addDevice();
    const url = `${V1}/unitid/${device.id}/`;
    await refused(400, 'section_id', 'PATCH', url, { section_id: Number(there?.id) });
    const foreign = await field.addPort({ proj_code: 'P2' });
    await refused(400, 'port_id', 'PATCH', url, { port_id: foreign.id, unit_id: 1 });
    const change = { section_id: Number(here?.id), category_id: Number(category?.id) };
    const { section, category: shown, device: now } = await field.must<DeviceDetails>('PATCH', url, change);
    assert.deepEqual([section?.name, shown?.name, now.category], ['North', 'tracker', 'inverter']);
  });

  it('lets the second of two editors see what the first one saved', async () => {
    const { device, variables } = await field.addDevice();
    const port = await field.addPort({ host: '10.0.0.12' });
    await field.must('PATCH', `${V1}/unitid/${device.id}/`, {
      port_id: port.id,
      unit_id: 1,
      version: device.version,
    });
    const late = await refused(409, null, 'PATCH', `${V1}/unitid/${device.id}/`, {
      model: 'Z',
      version: device.version,
    });
    assert.equal(late.stored?.device.unit_id, 1);
    const url = `${V1}/variables/${variables[0]?.id}/`;
    await field.must('PATCH', url, { factor: 0.1, version: variables[0]?.version });
    const second = await refused(409, null, 'PATCH', url, { factor: 10, version: variables[0]?.version });
    assert.equal(second.stored?.variables[0]?.factor, 0.1);
    await field.must('PATCH', `${V1}/ports/${port.id}/`, { gap_ms: 1, version: port.version });
    await refused(409, null, 'PATCH', `${V1}/ports/${port.id}/`, { gap_ms: 2, version: port.version });
  });

  it('judges a register as it would be after the change', async () => {
    const { device, variables } = await field.addDevice({ byte_order: 'CDAB' });
    const url = `${V1}/variables/${variables[0]?.id}/`;
    await refused(400, 'data_type', 'PATCH', url, { function_code: 3, address: 10 });
    const place = { function_code: 3, address: 10, data_type: 'float32' };
    await field.must('PATCH', url, place);
    await refused(400, 'address', 'PATCH', url, { address: 65_535 });
    await refused(400, 'factor', 'PATCH', url, { factor: 0 });
    await refused(400, 'bit', 'PATCH', url, { data_type: 'bit' });
    const bits = await field.must<DeviceDetails>('PATCH', url, { data_type: 'bit', bit: 4, bit_count: 3 });
    assert.equal(bits.variables[0]?.bit_count, 3);
    const back = await field.must<DeviceDetails>('PATCH', url, { data_type: 'int16' });
    assert.deepEqual([back.variables[0]?.bit, back.variables[0]?.bit_count], [null, 1]);
    const register = { function_code: 3, address: 0, data_type: 'uint32' };
    const more = { device_id: device.id, variables: [{ name: 'dc_power_kw', register, poll: 'slow' }] };
    const added = await field.must<DeviceDetails>('POST', `${V1}/variables/`, more);
    assert.deepEqual([added.variables[1]?.word_order, added.variables[1]?.poll], ['CDAB', 'slow']);
  });

  it('lets a unit be told only where the name measures nothing that formulas count on', async () => {
    const name = {
      name: 'boiler_x',
      label_en: 'X',
      label_it: 'X',
      unit: 'bar',
      kind: 'gauge',
      quantity: 'other',
    };
    await field.must('POST', '/api/v1/variables-name/', name);
    const { variables } = await field.addDevice({
      variables: [{ name: 'ac_power_kw' }, { name: 'boiler_x' }],
    });
    const { detail } = await refused(400, 'unit', 'PATCH', `${V1}/variables/${variables[0]?.id}/`, {
      unit: 'MW',
    });
    assert.match(detail, /ac_power_kw/);
    const look = { unit: 'mbar', decimals: 1, colour: '#112233', group_name: 'process' };
    const changed = await field.must<DeviceDetails>('PATCH', `${V1}/variables/${variables[1]?.id}/`, look);
    assert.deepEqual(changed.variables[1], { ...changed.variables[1], ...look });
  });

  it('keeps which list says what its numbers mean, in changes, copies and earlier versions', async () => {
    const { device, variables } = await field.addDevice({
      variables: [{ name: 'inverter_state', value_table: 'sma-condition' }, { name: 'event_code' }],
    });
    assert.deepEqual(
      variables.map((one) => one.value_table),
      ['sma-condition', null],
    );
    const url = `${V1}/variables/${variables[1]?.id}/`;
    const changed = await field.must<DeviceDetails>('PATCH', url, { value_table: 'sma-events' });
    assert.equal(changed.variables[1]?.value_table, 'sma-events');
    await refused(400, 'value_table', 'PATCH', url, { value_table: 'no-such-list' });
    const copy = await field.must<DeviceDetails>('POST', `${V1}/devices/${device.id}/copy/`, {
      short_name: 'VALUES-2',
    });
    assert.deepEqual(
      copy.variables.map((one) => one.value_table),
      ['sma-condition', 'sma-events'],
    );
    const back = await field.must<{ details: DeviceDetails }>(
      'POST',
      `${V1}/devices/${device.id}/versions/1/restore/`,
      {},
    );
    assert.equal(back.details.variables[1]?.value_table, null);
  });

  it('gives a variable that is added again its slot and its history', async () => {
    const { device, variables } = await field.addDevice({
      variables: [{ name: 'ac_power_kw' }, { name: 'dc_power_kw' }],
    });
    const [power] = variables;
    await field.must('DELETE', `${V1}/variables/${power?.id}/`);
    const without = await field.must<DeviceDetails>('GET', `${V1}/deviceDetails/${device.id}/`);
    assert.deepEqual(
      without.variables.map((one) => one.name),
      ['dc_power_kw'],
    );
    await field.must('POST', `${V1}/variables/`, {
      device_id: device.id,
      variables: [{ name: 'frequency_hz' }],
    });
    const again = { device_id: device.id, variables: [{ name: 'ac_power_kw' }] };
    const after = await field.must<DeviceDetails>('POST', `${V1}/variables/`, again);
    assert.deepEqual(
      after.variables.map((one) => [one.name, one.slot]),
      [
        ['ac_power_kw', 0],
        ['dc_power_kw', 1],
        ['frequency_hz', 2],
      ],
    );
    assert.equal(after.variables[0]?.id, power?.id);
    await refused(409, 'variables.0.name', 'POST', `${V1}/variables/`, again);
  });

  it('copies a variable under another name, and a device with all that is read of it', async () => {
    const { id: port_id } = await field.addPort({ host: '10.0.0.13' });
    const register = { function_code: 4, address: 30, data_type: 'int16', factor: 0.1 };
    const { device, variables } = await field.addDevice({
      port_id,
      unit_id: 1,
      serial_number: 'C-1',
      variables: [{ name: 'voltage_l1_v', register }],
    });
    const copied = await field.must<DeviceDetails>('POST', `${V1}/variables/${variables[0]?.id}/copy/`, {
      name: 'voltage_l2_v',
      address: 31,
    });
    assert.deepEqual(
      copied.variables.map((one) => [one.name, one.address, one.factor]),
      [
        ['voltage_l1_v', 30, 0.1],
        ['voltage_l2_v', 31, 0.1],
      ],
    );
    await field.must('POST', `${V1}/attributes/`, {
      device_id: device.id,
      name: 'firmware',
      function_code: 3,
      address: 0,
      length: 4,
    });
    const copy = await field.must<DeviceDetails>('POST', `${V1}/devices/${device.id}/copy/`, {
      short_name: 'COPY',
      unit_id: 2,
    });
    assert.deepEqual(
      [
        copy.device.port_id,
        copy.device.unit_id,
        copy.device.serial_number,
        copy.variables.length,
        copy.attributes.length,
      ],
      [port_id, 2, null, 2, 1],
    );
    const away = await field.must<DeviceDetails>('POST', `${V1}/devices/${device.id}/copy/`, {
      short_name: 'COPY',
      proj_code: 'P2',
    });
    assert.deepEqual([away.device.port_id, away.device.proj_code, away.free_slots], [null, 'P2', 498]);
  });

  it('knows virtual devices, which have no port', async () => {
    const { id: port_id } = await field.addPort({ host: '10.0.0.14' });
    await refused(400, 'port_id', 'POST', '/api/v1/device/', {
      proj_code: 'P1',
      short_name: 'VX',
      virtual: true,
      port_id,
      unit_id: 1,
    });
    const { device } = await field.addDevice({ virtual: true });
    assert.ok(device.virtual);
    await refused(400, 'port_id', 'PATCH', `${V1}/unitid/${device.id}/`, { port_id, unit_id: 1 });
  });

  it('says in words that a name was deleted at the instant in which it was to be a variable', async () => {
    const { device, variables } = await field.addDevice();
    const calls = [
      [
        'variables.0.name',
        `${V1}/variables/`,
        { device_id: device.id, variables: [{ name: 'short_lived' }] },
      ],
      ['name', `${V1}/variables/${variables[0]?.id}/copy/`, { name: 'short_lived' }],
    ] as const;
    for (const [path, url, body] of calls) {
      await field.test.arrange(
        `insert into variable_name (company_id, name, label_en, label_it, unit, kind, quantity)
         values ($1, 'short_lived', 'x', 'x', '', 'gauge', 'other')`,
        [field.company_id],
      );
      const scope = scopeOfWork(field.company_id);
      const answer = await inScope(field.test.pool, scope, async (tx) => {
        await tx.query(`delete from variable_name where name = 'short_lived'`);
        const underway = refused(409, path, 'POST', url, body);
        await somebodyWaits(field.test);
        return { underway };
      });
      assert.match((await answer.underway).detail, /deleted short_lived/);
    }
  });

  it('refuses a register to a variable of a virtual device, by its field', async () => {
    const { device, variables } = await field.addDevice({ virtual: true });
    const register = { function_code: 3, address: 1, data_type: 'uint16' };
    await refused(400, 'variables.0.register.function_code', 'POST', `${V1}/variables/`, {
      device_id: device.id,
      variables: [{ name: 'dc_power_kw', register }],
    });
    await refused(400, 'function_code', 'PATCH', `${V1}/variables/${variables[0]?.id}/`, register);
  });

  it('does not let two people change one attribute over one another, whatever is read of it meanwhile', async () => {
    const { device } = await field.addDevice();
    const body = { device_id: device.id, name: 'fw', function_code: 3, address: 0, length: 2 };
    const { attributes } = await field.must<DeviceDetails>('POST', `${V1}/attributes/`, body);
    const [{ id = 0, version = 0 } = {}] = attributes;
    await field.test.arrange(
      `update device_attribute set value = 'v1', read_at = now() where device_id = $1`,
      [device.id],
    );
    const url = `${V1}/attributes/${id}/`;
    await field.must('PATCH', url, { address: 4, version });
    const { stored } = await refused(409, null, 'PATCH', url, { address: 9, version });
    assert.deepEqual([stored?.attributes[0]?.address, stored?.attributes[0]?.version], [4, version + 1]);
    await field.must('PATCH', url, { address: 9, version: version + 1 });
  });

  it('forgets what was read of an attribute that lies elsewhere now, and not otherwise', async () => {
    const { device } = await field.addDevice();
    const body = { device_id: device.id, name: 'firmware', function_code: 3, address: 0, length: 4 };
    const { attributes } = await field.must<DeviceDetails>('POST', `${V1}/attributes/`, body);
    await refused(409, 'name', 'POST', `${V1}/attributes/`, body);
    await refused(400, 'length', 'POST', `${V1}/attributes/`, { ...body, name: 'x', address: 65_534 });
    await field.test.arrange(
      `update device_attribute set value = 'v1', read_at = now() where device_id = $1`,
      [device.id],
    );
    const url = `${V1}/attributes/${attributes[0]?.id}/`;
    const renamed = await field.must<DeviceDetails>('PATCH', url, { name: 'release' });
    assert.equal(renamed.attributes[0]?.value, 'v1');
    const moved = await field.must<DeviceDetails>('PATCH', url, { address: 8 });
    assert.deepEqual([moved.attributes[0]?.value, moved.attributes[0]?.read_at], [null, null]);
    await field.must('DELETE', url);
  });

  it('shows and changes nothing of plants that an engineer is not named for', async () => {
    const hidden = await field.addDevice({ proj_code: 'P2' });
    const port = await field.addPort({ proj_code: 'P2' });
    for (const [method, url, body] of [
      ['GET', `${V1}/deviceDetails/${hidden.device.id}/`, undefined],
      ['PATCH', `${V1}/unitid/${hidden.device.id}/`, { model: 'x' }],
      ['PATCH', `${V1}/variables/${hidden.variables[0]?.id}/`, { factor: 2 }],
      ['PATCH', `${V1}/ports/${port.id}/`, { port: 503 }],
      ['DELETE', `/api/v1/device/${hidden.device.id}/`, undefined],
      ['POST', `${V1}/devices/${hidden.device.id}/copy/`, { short_name: 'mine', proj_code: 'P1' }],
    ] as const)
      await refused(404, null, method, url, body, field.engineer);
    const lines = await field.call('GET', `${V1}/device-data/`, undefined, field.engineer);
    const { results } = lines.json<{ results: { proj_code: string }[] }>();
    assert.deepEqual([...new Set(results.map((one) => one.proj_code))], ['P1']);
    const ports = await field.call('GET', `${V1}/ports/`, undefined, field.engineer);
    assert.ok(ports.json<ConfiguredPort[]>().every((one) => one.proj_code === 'P1'));
  });

  it('raises the detail of a log for ten minutes, without a version', async () => {
    const { device, version_count } = await field.addDevice();
    const traced = await field.must<DeviceDetails>('POST', `${V1}/devices/${device.id}/trace/`, {});
    const minutes = (Date.parse(traced.device.trace_until ?? '') - Date.now()) / 60_000;
    assert.ok(minutes > 9 && minutes <= 10, String(minutes));
    assert.equal(traced.version_count, version_count);
    const ended = await field.must<DeviceDetails>('POST', `${V1}/devices/${device.id}/trace/`, { on: false });
    assert.equal(ended.device.trace_until, null);
  });

  it('tells acquisition of each change once it is committed', async () => {
    const { device } = await field.addDevice();
    const client = await field.test.pool.connect();
    const heard: string[] = [];
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    try {
      await client.query('listen configuration');
      await field.must('PATCH', `${V1}/unitid/${device.id}/`, { interval_s: 7 });
      await client.query('select 1');
      assert.deepEqual(heard, [String(field.company_id)]);
    } finally {
      await client.query('unlisten *');
      client.release();
    }
  });

  it('comes through many hands at once: each change is whole, and none is lost from the versions', async () => {
    const [one, two] = [await field.addPort({ host: '10.0.8.1' }), await field.addPort({ host: '10.0.8.2' })];
    const devices = await Promise.all(
      [1, 2, 3].map((unit_id) => field.addDevice({ port_id: one.id, unit_id })),
    );
    const answers = await Promise.all(
      devices.flatMap(({ device, variables }, i) => [
        field.call('PATCH', `${V1}/ports/${one.id}/`, { timeout_ms: 1000 + i }),
        field.call('PATCH', `${V1}/unitid/${device.id}/`, { port_id: two.id }),
        field.call('PATCH', `${V1}/ports/${two.id}/`, { timeout_ms: 2001 + i }),
        field.call('PATCH', `${V1}/variables/${variables[0]?.id}/`, { factor: 2 + i }),
        field.call('POST', `${V1}/devices/${device.id}/versions/1/restore/`, {}),
      ]),
    );
    for (const { statusCode, body } of answers) assert.equal(statusCode, 200, body);
    for (const { device } of devices) {
      const { results } = await field.must<{ results: { number: number }[] }>(
        'GET',
        `${V1}/devices/${device.id}/versions/`,
      );
      const numbers = results.map(({ number }) => number);
      assert.deepEqual(
        numbers,
        numbers.map((_, i) => numbers.length - i),
      );
    }
  });
});
