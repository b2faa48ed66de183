import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import type { DeviceDetails } from '../configured.contract.ts';
import type { Template, TemplateLine, TemplatePreview } from '../templates.contract.ts';

const V1 = '/cloudcontrol/v1';
const power = { function_code: 3, address: 100, data_type: 'uint16' };
const words = { label_en: 'Tank', label_it: 'Serbatoio', unit: 'bar', decimals: 1 };

interface Problem {
  code: string;
  errors?: { path: string; code?: string; params?: Record<string, unknown> }[];
  stored?: Template;
}

describe('templates of devices', () => {
  let field: ConfiguredField;
  before(async () => {
    field = await makeConfiguredField();
  });
  after(() => field?.test.close());

  let made = 0;
  const make = (body: object) => {
    made += 1;
    return field.must<Template>('POST', `${V1}/templates/`, { name: `T${made}`, ...body });
  };
  const ofMap = (variables: object[], attributes: object[] = []) => make({ from: { variables, attributes } });
  const details = (id: number) => field.must<DeviceDetails>('GET', `${V1}/deviceDetails/${id}/`);
  const preview = (key: string, device_ids: number[], more = {}) =>
    field.must<TemplatePreview>('POST', `${V1}/templates/${key}/preview/`, { device_ids, ...more });

  async function apply(template: Template, ids: number[], more = {}) {
    const { devices } = await preview(template.key, ids);
    return field.call('POST', `${V1}/templates/${template.key}/apply/`, {
      version: template.version,
      devices: devices.map(({ device_id, newest_version }) => ({ device_id, newest_version })),
      ...more,
    });
  }

  it("lists makers' devices and the company's own, each with its source and variables", async () => {
    const own = await ofMap([{ name: 'ac_power_kw', register: power }]);
    const list = await field.must<TemplateLine[]>('GET', `${V1}/templates/`);
    const huawei = list.find(({ key }) => key === 'huawei-sun2000');
    assert.ok(huawei && !huawei.own && huawei.variables >= 40);
    assert.deepEqual(
      list
        .filter((one) => one.own)
        .map(({ key }) => key)
        .includes(own.key),
      true,
    );
    const read = await field.must<Template>('GET', `${V1}/templates/huawei-sun2000/`);
    assert.match(read.source.url ?? '', /^https:/);
    const first = read.map.variables[0];
    assert.deepEqual([first?.name, first?.of_name?.label_it], ['ac_power_kw', 'Potenza AC']);
  });

  it('is made from a device, with its look and its attributes', async () => {
    const { device } = await field.addDevice({
      manufacturer: 'Maker',
      model: 'M1',
      category: 'inverter',
      variables: [
        { name: 'ac_power_kw', register: { ...power, factor: 0.1 }, poll: 'slow', decimals: 3 },
        { name: 'voltage_l1_v', enabled: false },
      ],
    });
    await field.must('POST', `${V1}/attributes/`, {
      device_id: device.id,
      name: 'firmware',
      function_code: 3,
      address: 5,
      length: 4,
    });
    const template = await make({ from: { device_id: device.id }, notes: 'Ours' });
    assert.deepEqual(
      [template.manufacturer, template.models, template.category],
      ['Maker', ['M1'], 'inverter'],
    );
    const [ac, voltage] = template.map.variables;
    assert.deepEqual([ac?.register?.factor, ac?.poll, ac?.decimals], [0.1, 'slow', 3]);
    assert.deepEqual([voltage?.register, voltage?.enabled], [null, false]);
    assert.deepEqual(template.map.attributes, [
      { name: 'firmware', function_code: 3, address: 5, length: 4, swapped: false },
    ]);
    assert.equal(template.notes.en, 'Ours');
  });

  it('previews what would change of each device, field by field, and changes nothing', async () => {
    const template = await ofMap([
      { name: 'ac_power_kw', register: { ...power, address: 200 } },
      { name: 'frequency_hz', register: { ...power, address: 300 } },
    ]);
    const one = await field.addDevice({
      variables: [
        { name: 'ac_power_kw', register: power },
        { name: 'voltage_l1_v', register: { ...power, address: 7 } },
      ],
    });
    const other = await field.addDevice({ variables: [{ name: 'ac_power_kw', register: power }] });
    const ids = [one.device.id, other.device.id];
    const response = await preview(template.key, ids, { details: true, remove: true });
    const [first, second] = response.devices;
    assert.deepEqual([first?.added, first?.changed, first?.removed, first?.left], [1, 1, 1, 0]);
    assert.deepEqual([second?.added, second?.changed, second?.removed], [1, 1, 0]);
    assert.notEqual(first?.likeness, second?.likeness);
    assert.deepEqual(
      first?.differences?.find(({ name }) => name === 'ac_power_kw'),
      {
        part: 'variable',
        name: 'ac_power_kw',
        change: 'changed',
        fields: [{ field: 'address', before: 100, after: 200 }],
      },
    );
    const kept = await preview(template.key, ids);
    assert.deepEqual(
      [kept.devices[0]?.removed, kept.devices[0]?.left, kept.devices[0]?.differences],
      [0, 1, null],
    );
    assert.equal(kept.devices[0]?.likeness, kept.devices[1]?.likeness);
    assert.deepEqual(await details(one.device.id), { ...one, health: (await details(one.device.id)).health });
  });

  it('brings devices to it as one change, and says which version each has', async () => {
    const template = await ofMap(
      [
        { name: 'ac_power_kw', register: { ...power, address: 200 } },
        { name: 'tank_pressure', register: { ...power, address: 9 }, of_name: words },
      ],
      [{ name: 'serial', function_code: 3, address: 40, length: 8, swapped: false }],
    );
    const devices = [await field.addDevice(), await field.addDevice()];
    const ids = devices.map(({ device }) => device.id);
    assert.deepEqual((await preview(template.key, ids)).names, ['tank_pressure']);
    const answer = await apply(template, ids);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json<{ names: string[] }>().names, ['tank_pressure']);
    for (const id of ids) {
      const { variables, attributes } = await details(id);
      const [ac, tank] = variables;
      assert.deepEqual([ac?.address, tank?.name, tank?.label_it], [200, 'tank_pressure', 'Serbatoio']);
      assert.equal(tank?.of_name.unit, 'bar');
      assert.deepEqual(
        attributes.map(({ name }) => name),
        ['serial'],
      );
      const versions = await field.must<{ results: { action: string; names: string[] }[] }>(
        'GET',
        `${V1}/devices/${id}/versions/`,
      );
      const [newest] = versions.results;
      assert.deepEqual(
        [newest?.action, newest?.names],
        ['template.applied', ['ac_power_kw', 'tank_pressure']],
      );
    }
    const after_it = await field.must<Template>('GET', `${V1}/templates/${template.key}/`);
    assert.deepEqual([after_it.devices, after_it.lagging], [2, 0]);
    const again = await preview(template.key, ids);
    assert.ok(again.devices.every(({ added, changed }) => added + changed === 0));

    const variables = [
      ...after_it.map.variables,
      { name: 'frequency_hz', register: { ...power, address: 11 } },
    ];
    const changed = await field.must<Template>('PATCH', `${V1}/templates/${template.key}/`, { variables });
    assert.deepEqual([changed.version, changed.devices, changed.lagging], [2, 2, 2]);
    assert.deepEqual(
      changed.made.map(({ version }) => version),
      [1, 1],
    );
    const { key, name } = template;
    const [waiting] = await Promise.all(ids.map(details));
    assert.deepEqual(waiting?.template, { key, version: 1, name, newest: 2 });
    assert.equal((await field.addDevice()).template, null);
  });

  it('takes back what an earlier version gave: a unit, a switch, a register', async () => {
    const first = { unit: 'W', decimals: 3, register: power, poll: 'slow', enabled: false };
    const template = await ofMap([
      { name: 'tank_one', of_name: words, ...first },
      { name: 'tank_two', of_name: words, ...first },
    ]);
    const { device } = await field.addDevice();
    assert.equal((await apply(template, [device.id])).statusCode, 200);
    const tanks = async () =>
      (await details(device.id)).variables
        .filter(({ name }) => name.startsWith('tank_'))
        .map((one) => [one.unit, one.decimals, one.address, one.factor, one.poll, one.enabled]);
    assert.deepEqual(await tanks(), [
      ['W', 3, 100, 1, 'slow', false],
      ['W', 3, 100, 1, 'slow', false],
    ]);
    const renewed = await field.must<Template>('PATCH', `${V1}/templates/${template.key}/`, {
      variables: [
        { name: 'tank_one', of_name: words, register: { ...power, factor: 0.001 } },
        { name: 'tank_two', of_name: words, register: null, enabled: false },
      ],
    });
    assert.deepEqual(renewed.map.variables[0]?.enabled, true, 'what is not sent is said all the same');
    assert.equal((await preview(template.key, [device.id])).devices[0]?.changed, 2);
    assert.equal((await apply(renewed, [device.id])).statusCode, 200);
    assert.deepEqual(await tanks(), [
      [null, null, 100, 0.001, 'fast', true],
      [null, null, null, 1, 'fast', false],
    ]);
    assert.equal((await preview(template.key, [device.id])).devices[0]?.changed, 0);
  });

  it('leaves alone what only one of the program does not say: an input that was switched off', async () => {
    const { device } = await field.addDevice();
    const huawei = await field.must<Template>('GET', `${V1}/templates/huawei-sun2000/`);
    assert.equal((await apply(huawei, [device.id])).statusCode, 200);
    const idle = (await details(device.id)).variables.find(({ name }) => name === 'string_current_24_a');
    await field.must('PATCH', `${V1}/variables/${idle?.id}/`, { enabled: false });
    assert.equal((await preview(huawei.key, [device.id])).devices[0]?.changed, 0);
  });

  it('is not renewed by its texts: no device lags behind a better note', async () => {
    const template = await ofMap([{ name: 'ac_power_kw', register: power }]);
    const noted = await field.must<Template>('PATCH', `${V1}/templates/${template.key}/`, {
      notes: 'Better',
    });
    assert.deepEqual([noted.version, noted.revision], [1, 2]);
  });

  it('never takes history away: what goes lies in the bin, and comes back to its place', async () => {
    const full = [
      { name: 'ac_power_kw', register: power },
      { name: 'voltage_l1_v', register: { ...power, address: 7 } },
    ];
    const { device, variables } = await field.addDevice({ variables: full });
    const slot = variables.find(({ name }) => name === 'voltage_l1_v')?.slot;
    const short = await ofMap([{ name: 'ac_power_kw', register: power }]);
    assert.equal((await apply(short, [device.id])).statusCode, 200);
    assert.equal((await details(device.id)).variables.length, 2);
    assert.equal((await apply(short, [device.id], { remove: true })).statusCode, 200);
    assert.equal((await details(device.id)).variables.length, 1);
    const long = await ofMap(full);
    assert.equal((await preview(long.key, [device.id])).devices[0]?.back, 1);
    assert.equal((await apply(long, [device.id])).statusCode, 200);
    const back = (await details(device.id)).variables.find(({ name }) => name === 'voltage_l1_v');
    assert.deepEqual([back?.slot, back?.address], [slot, 7]);
  });

  it('keeps what calculations count on, and says so; calculated devices are left alone', async () => {
    const source = await field.addDevice();
    const group = await field.must<{ id: number; device_id: number }>('POST', `${V1}/calc-groups/`, {
      name: 'Sum',
      operation: 'sum',
      inputs: [{ device_id: source.device.id, name: 'ac_power_kw' }],
      result: { device: { proj_code: 'P1', short_name: 'SUM', interval_s: 60 }, variable: 'ac_power_kw' },
    });
    const tree = await field.must<{ id: number; short_name: string }[]>(
      'GET',
      '/api/v1/device/?proj_code=P1',
    );
    const virtual = {
      device: tree.find(({ short_name }) => short_name === 'SUM') ?? { id: group.device_id },
    };
    const template = await ofMap([{ name: 'frequency_hz', register: power }]);
    const { devices } = await preview(template.key, [source.device.id, virtual.device.id], { remove: true });
    const of = (id: number) => devices.find(({ device_id }) => device_id === id);
    assert.deepEqual(of(source.device.id)?.kept, ['ac_power_kw']);
    assert.equal(of(virtual.device.id)?.fault?.code, 'virtual');
    const answer = await apply(template, [source.device.id, virtual.device.id], { remove: true });
    assert.equal(answer.statusCode, 400, answer.body);
    assert.equal((await details(source.device.id)).variables.length, 1, 'all of them or none');
    assert.equal((await apply(template, [source.device.id], { remove: true })).statusCode, 200);
    const names = (await details(source.device.id)).variables.map(({ name }) => name).sort();
    assert.deepEqual(names, ['ac_power_kw', 'frequency_hz']);
  });

  it('tells whoever comes second, for the template and for each device', async () => {
    const template = await ofMap([{ name: 'ac_power_kw', register: power }]);
    const { device } = await field.addDevice();
    const seen = await preview(template.key, [device.id]);
    const devices = seen.devices.map(({ device_id, newest_version }) => ({ device_id, newest_version }));
    await field.must('PATCH', `${V1}/unitid/${device.id}/`, { description: 'changed meanwhile' });
    const stale = await field.call('POST', `${V1}/templates/${template.key}/apply/`, { version: 1, devices });
    assert.equal(stale.statusCode, 409);
    assert.deepEqual(
      stale.json<Problem>().errors?.map(({ path, code }) => [path, code]),
      [['devices.0', 'changed_since']],
    );
    const older = await field.call('POST', `${V1}/templates/${template.key}/apply/`, { version: 7, devices });
    assert.equal(older.json<Problem>().errors?.[0]?.path, 'version');
    await field.must('PATCH', `${V1}/templates/${template.key}/`, { notes: 'One', revision: 1 });
    const second = await field.call('PATCH', `${V1}/templates/${template.key}/`, {
      notes: 'Two',
      revision: 1,
    });
    assert.equal(second.statusCode, 409);
    assert.equal(second.json<Problem>().stored?.notes.en, 'One');
  });

  it('says before it is applied what cannot be: too many texts, a name that nobody explains', async () => {
    const text = (i: number) => ({
      name: `text_${i}`,
      function_code: 3,
      address: i,
      length: 1,
      swapped: false,
    });
    const { device } = await field.addDevice();
    const one = await ofMap([], [text(100)]);
    assert.equal((await apply(one, [device.id])).statusCode, 200);
    const many = await ofMap(
      [],
      Array.from({ length: 50 }, (_, i) => text(i)),
    );
    const response = await preview(many.key, [device.id]);
    assert.deepEqual(response.devices[0]?.fault, { code: 'attributes', free: 49, needed: 50 });
    const refused = await apply(many, [device.id]);
    assert.equal(refused.json<Problem>().errors?.[0]?.code, 'attributes');
    assert.equal((await apply(many, [device.id], { remove: true })).statusCode, 200);

    const silent = await ofMap([{ name: 'nobody_knows', register: power }]);
    const { names, unknown } = await preview(silent.key, [device.id]);
    assert.deepEqual([names, unknown], [[], ['nobody_knows']]);
    assert.equal((await apply(silent, [device.id])).json<Problem>().errors?.[0]?.code, 'name_unknown');
  });

  it('gives a name to one of two that take it at once, and tells the other', async () => {
    const both = [await ofMap([]), await ofMap([])];
    const answers = await Promise.all(
      both.map(({ key }) => field.call('PATCH', `${V1}/templates/${key}/`, { name: 'The roof' })),
    );
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409]);
    const second = answers.find(({ statusCode }) => statusCode === 409);
    assert.equal(second?.json<Problem>().errors?.[0]?.code, 'name_taken');
  });

  it('refuses a name that the catalogue has with another meaning: its values would be wrong', async () => {
    await field.must('POST', '/api/v1/variables-name/', {
      name: 'pump_speed',
      label_en: 'Speed',
      label_it: 'Giri',
      unit: 'rpm',
      kind: 'gauge',
      quantity: 'other',
    });
    const template = await ofMap([
      { name: 'pump_speed', register: power, of_name: { ...words, unit: 'Hz' } },
    ]);
    const { device } = await field.addDevice();
    assert.deepEqual((await preview(template.key, [device.id])).clashes, [
      { name: 'pump_speed', field: 'unit', has: 'rpm', wants: 'Hz' },
    ]);
    const answer = await apply(template, [device.id]);
    assert.equal(answer.json<Problem>().errors?.[0]?.code, 'name_differs');
  });

  it('becomes as a device is now, after the difference was shown', async () => {
    const template = await ofMap([
      { name: 'ac_power_kw', register: power },
      { name: 'frequency_hz', register: { ...power, address: 3 } },
    ]);
    const { device } = await field.addDevice({
      variables: [{ name: 'ac_power_kw', register: { ...power, address: 4 } }],
    });
    const response = await field.must<{
      newest_version: number;
      differences: { name: string; change: string }[];
    }>('GET', `${V1}/templates/${template.key}/device-difference/?device_id=${device.id}`);
    assert.deepEqual(
      response.differences.map(({ name, change }) => [name, change]),
      [
        ['ac_power_kw', 'changed'],
        ['frequency_hz', 'removed'],
      ],
    );
    const { newest_version } = response;
    const renewed = await field.must<Template>('PATCH', `${V1}/templates/${template.key}/`, {
      from_device: { device_id: device.id, newest_version },
    });
    assert.deepEqual([renewed.version, renewed.map.variables.length], [2, 1]);
    const stale = await field.call('PATCH', `${V1}/templates/${template.key}/`, {
      from_device: { device_id: device.id, newest_version: newest_version - 1 },
    });
    assert.equal(stale.statusCode, 409);
  });

  it('is copied from one of the program, which stays as it is; deleted, it leaves devices as they are', async () => {
    const copy = await make({ from: { template_key: 'sma-sunny-tripower' } });
    assert.equal(copy.map.variables.length, 25);
    assert.match(copy.source.title, /SMA/);
    for (const [method, status] of [
      ['PATCH', 409],
      ['DELETE', 409],
    ] as const) {
      const answer = await field.call(
        method,
        `${V1}/templates/sma-sunny-tripower/`,
        method === 'PATCH' ? {} : undefined,
      );
      assert.deepEqual(
        [answer.statusCode, answer.json<Problem>().errors?.[0]?.code],
        [status, 'of_the_program'],
      );
    }
    const { device } = await field.addDevice();
    assert.equal((await apply(copy, [device.id])).statusCode, 200);
    assert.equal((await details(device.id)).variables.length, 25);
    await field.must('DELETE', `${V1}/templates/${copy.key}/`);
    assert.equal((await field.call('GET', `${V1}/templates/${copy.key}/`)).statusCode, 404);
    assert.equal((await details(device.id)).variables.length, 25);
    const double = await field.call('POST', `${V1}/templates/`, {
      name: 'T1',
      from: { variables: [], attributes: [] },
    });
    assert.equal(double.json<Problem>().errors?.[0]?.code, 'name_taken');
  });
});
