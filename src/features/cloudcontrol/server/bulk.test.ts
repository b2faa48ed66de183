import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makePlant, makeUser, signIn } from '../../../../tests/support/app.ts';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import type { DeviceDetails } from '../configured.contract.ts';

const URL = '/cloudcontrol/v1/devices/bulk/';
const range = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i + 1));
const power = { name: 'ac_power_kw', register: { function_code: 3, address: 10, data_type: 'float32' } };

interface Added {
  devices: { id: number; short_name: string }[];
  warnings: { device_id: number; code: string; unit_id: number; others: string[] }[];
}
interface Fault {
  path: string;
  code?: string;
}

describe('many devices added at once', () => {
  let field: ConfiguredField;
  before(async () => {
    field = await makeConfiguredField();
  });
  after(() => field?.test.close());

  const add = (devices: readonly object[], as?: ConfiguredField['headers'], proj_code = 'P1') =>
    field.call('POST', URL, { proj_code, devices }, as);
  async function added(devices: readonly object[]): Promise<Added['devices']> {
    const answer = await add(devices);
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json<Added>().devices;
  }
  async function refused(status: number, faults: [string, string][], devices: readonly object[]) {
    const before = await counts();
    const answer = await add(devices);
    assert.equal(answer.statusCode, status, answer.body);
    const { errors = [] } = answer.json<{ errors?: Fault[] }>();
    assert.deepEqual(
      errors.map(({ path, code }) => [path, code]),
      faults,
    );
    assert.deepEqual(await counts(), before);
  }
  async function counts(): Promise<unknown> {
    const [row] = await field.test.arrange(
      `select (select count(*) from device) devices, (select count(*) from port) ports,
              (select count(*) from variable) variables, (select count(*) from audit) actions,
              (select count(*) from variable_name) names`,
      [],
    );
    return row;
  }
  const details = (id: number) => field.must<DeviceDetails>('GET', `/cloudcontrol/v1/deviceDetails/${id}/`);

  it('makes a port for each gateway that has none, with variables, attributes and first versions', async () => {
    const standing = await field.addPort({ host: '10.1.0.1', port: 1502 });
    const devices = await added(
      range(30, (n) => ({
        short_name: `INV${n}`,
        serial_number: `SN-${n}`,
        nominal_power: 50 + n,
        unit_id: n,
        byte_order: 'CDAB',
        category: 'inverter',
        port: n <= 10 ? { host: '10.1.0.1', port: 1502 } : { host: n <= 20 ? '10.1.0.2' : `10.1.1.${n}` },
        variables: [power, { name: 'energy_total_kwh', decimals: 1 }],
        attributes: [{ name: 'firmware', function_code: 3, address: 4, length: 8, swapped: false }],
      })),
    );
    assert.deepEqual(
      devices.map(({ short_name }) => short_name),
      range(30, (n) => `INV${n}`),
    );
    const [first, , , , , , , , , last] = await Promise.all(
      range(10, (n) => details(devices[n * 3 - 1]?.id ?? 0)),
    );
    assert.equal(first?.device.port_id, standing.id);
    assert.equal(first?.category?.name, 'inverter');
    assert.equal(last?.port?.host, '10.1.1.30');
    assert.equal(last?.device.nominal_power, 80);
    assert.deepEqual(
      last?.variables.map(({ name, slot, address, word_order, decimals }) => [
        name,
        slot,
        address,
        word_order,
        decimals,
      ]),
      [
        ['ac_power_kw', 0, 10, 'CDAB', null],
        ['energy_total_kwh', 1, null, 'ABCD', 1],
      ],
    );
    assert.deepEqual(
      [last?.free_slots, last?.attributes[0]?.name, last?.version_count],
      [498, 'firmware', 1],
    );
    const ports = await field.must<{ host: string; devices: number }[]>(
      'GET',
      '/cloudcontrol/v1/ports/?proj_code=P1',
    );
    assert.deepEqual(
      ports.filter(({ host }) => host.startsWith('10.1.0.')).map(({ host, devices }) => [host, devices]),
      [
        ['10.1.0.1', 10],
        ['10.1.0.2', 10],
      ],
    );
    assert.equal(ports.filter(({ host }) => host.startsWith('10.1.1.')).length, 10);
    const versions = await field.must<{ results: { action: string }[] }>(
      'GET',
      `/cloudcontrol/v1/devices/${devices[0]?.id}/versions/`,
    );
    assert.deepEqual(
      versions.results.map(({ action }) => action),
      ['device.created'],
    );
    // What is added to one of them afterwards takes the next slot.
    const more = await field.must<DeviceDetails>('POST', '/cloudcontrol/v1/variables/', {
      device_id: devices[0]?.id,
      variables: [{ name: 'dc_power_kw' }],
    });
    assert.equal(more.variables[2]?.slot, 2);
  });

  it('tells acquisition once, and the audit in one row with a version for each', async () => {
    const client = await field.test.pool.connect();
    const heard: string[] = [];
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    try {
      await client.query('listen configuration');
      await added(range(3, (n) => ({ short_name: `A${n}`, port: { host: '10.2.0.1' }, unit_id: n })));
      await client.query('select 1');
      assert.deepEqual(heard, [String(field.company_id)]);
    } finally {
      await client.query('unlisten *');
      client.release();
    }
    const rows = await field.test.arrange(
      'select action, target, detail from audit where company_id = $1 order by id desc limit 1',
      [field.company_id],
    );
    assert.deepEqual(rows, [
      {
        action: 'device.added_many',
        target: 'P1',
        detail: { devices: 3, short_names: ['A1', 'A2', 'A3'], ports_made: 1 },
      },
    ]);
  });

  it('makes one port of a gateway however its name is written, and takes the one that stands', async () => {
    const named = (short_name: string, host: string) => ({ short_name, port: { host }, unit_id: 1 });
    await added([named('GW1', 'Roof.Example.'), named('GW2', 'roof.example')]);
    await added([named('GW3', 'ROOF.example')]);
    await field.must('POST', '/api/v1/device/', { proj_code: 'P1', ...named('GW4', 'roof.EXAMPLE.') });
    const ports = await field.test.arrange(
      `select o.host, count(*)::int as devices from device d join port o on o.id = d.port_id
       where d.company_id = $1 and d.short_name like 'GW_' group by 1`,
      [field.company_id],
    );
    assert.deepEqual(ports, [{ host: 'Roof.Example.', devices: 4 }]);
  });

  it('knows a gateway by its address, also where that is written as IPv6', async () => {
    const named = (short_name: string, host: string) => ({ short_name, port: { host }, unit_id: 1 });
    await added([named('V1', '10.7.0.1'), named('V2', '::ffff:a07:1'), named('V3', '2001:DB8:0::1')]);
    await added([named('V4', '0:0:0:0:0:ffff:0a07:0001'), named('V5', '2001:db8::1')]);
    const ports = await field.test.arrange(
      `select o.host, count(*)::int as devices from device d join port o on o.id = d.port_id
       where d.company_id = $1 and d.short_name ~ '^V.$' group by 1 order by 1`,
      [field.company_id],
    );
    assert.deepEqual(ports, [
      { host: '10.7.0.1', devices: 3 },
      { host: '2001:DB8:0::1', devices: 2 },
    ]);
  });

  it('says which devices stand at the unit id of another, and adds them all the same', async () => {
    const at = (short_name: string, unit_id: number) => ({ short_name, port: { host: '10.8.0.1' }, unit_id });
    const first = await add([at('U1', 1), at('U2', 2)]);
    assert.deepEqual(first.json<Added>().warnings, []);
    const answer = await add([at('U3', 2), at('U4', 3), at('U5', 3)]);
    assert.equal(answer.statusCode, 201, answer.body);
    const { devices, warnings } = answer.json<Added>();
    assert.deepEqual(
      warnings.map(({ device_id, ...result }) => [
        devices.find(({ id }) => id === device_id)?.short_name,
        result,
      ]),
      [
        ['U3', { code: 'unit_shared', unit_id: 2, others: ['U2'] }],
        ['U4', { code: 'unit_shared', unit_id: 3, others: ['U5'] }],
        ['U5', { code: 'unit_shared', unit_id: 3, others: ['U4'] }],
      ],
    );
  });

  it('adds a name with the variable of a device that stands, or neither', async () => {
    const [device] = await added([{ short_name: 'NAMES', variables: [power] }]);
    const url = '/cloudcontrol/v1/variables/';
    const of_name = { label_en: 'Cabinet fans', label_it: 'Ventole', unit: 'rpm', kind: 'counter' };
    const fans = { name: 'cabinet_fans', of_name };
    const before = await counts();
    const both = { device_id: device?.id, variables: [fans, power] };
    assert.equal((await field.call('POST', url, both)).statusCode, 409);
    assert.deepEqual(await counts(), before, 'a refused variable leaves no name');
    const { variables } = await field.must<DeviceDetails>('POST', url, { ...both, variables: [fans] });
    const made = variables.find(({ name }) => name === 'cabinet_fans');
    assert.deepEqual([made?.label_it, made?.of_name.unit, made?.kind], ['Ventole', 'rpm', 'counter']);
    const [other] = await added([{ short_name: 'NAMES2' }]);
    const differs = [{ ...fans, of_name: { ...of_name, kind: 'gauge' } }];
    const answer = await field.call('POST', url, { device_id: other?.id, variables: differs });
    assert.deepEqual(
      answer.json<{ errors: Fault[] }>().errors.map(({ path, code }) => [path, code]),
      [['variables.0.name', 'name_differs']],
    );
  });

  it('stores nothing for a fault in the thirtieth, and names each fault by its path', async () => {
    await added([{ short_name: 'STANDS', serial_number: 'STANDS-1' }]);
    const good = range(29, (n) => ({ short_name: `G${n}`, port: { host: `10.3.0.${n}` }, unit_id: 1 }));
    const port = { host: '10.3.0.30' };
    await refused(400, [['devices.29.unit_id', 'unit_needed']], [...good, { short_name: 'G30', port }]);
    const last = { short_name: 'G30', port: { ...port, framer: 'rtu' }, unit_id: 255 };
    await refused(400, [['devices.29.unit_id', 'unit_range']], [...good, last]);
    await refused(
      400,
      [
        ['devices.30.short_name', 'name_twice'],
        ['devices.30.serial_number', 'serial_twice'],
        ['devices.29.short_name', 'name_taken'],
      ],
      [...good, { short_name: 'STANDS', serial_number: 'S' }, { short_name: 'G1', serial_number: 'S' }],
    );
    await refused(
      409,
      [['devices.1.serial_number', 'serial_taken']],
      [{ short_name: 'H1' }, { short_name: 'H2', serial_number: 'STANDS-1' }],
    );
    const none = { name: 'no_such_name' };
    await refused(
      400,
      [['devices.29.variables.1.name', 'name_unknown']],
      [...good, { short_name: 'G30', variables: [power, none] }],
    );
    const attribute = { name: 'a', function_code: 3, address: 65_530, length: 8, swapped: false };
    await refused(
      400,
      [['devices.0.attributes.0.length', 'attribute_place']],
      [{ short_name: 'G1', attributes: [attribute] }],
    );
    await refused(
      400,
      [['devices.0.template_key', 'unknown_template']],
      [{ short_name: 'G1', template_key: 'no-such' }],
    );
    await refused(
      400,
      [['devices.0.variables', 'variables_needed']],
      [{ short_name: 'G1', template_key: 'sunspec' }],
    );
  });

  it('takes what a template or another device says, and remembers from which template', async () => {
    const port = { host: '10.4.0.1' };
    const [from] = await added([
      { short_name: 'T1', template_key: 'sma-sunny-tripower', port, unit_id: 1, nominal_power: 60 },
    ]);
    const made = await details(from?.id ?? 0);
    assert.ok(made.variables.length > 5);
    assert.equal(made.device.category, 'inverter');
    await field.must('PATCH', `/cloudcontrol/v1/variables/${made.variables[0]?.id}/`, { decimals: 5 });
    const [like] = await added([
      { short_name: 'T2', like_device_id: from?.id, port, unit_id: 2, serial_number: 'T2' },
    ]);
    const copy = await details(like?.id ?? 0);
    const plain = ({ id: _i, device_id: _d, version: _v, ...one }: Record<string, unknown>) => one;
    const now = await details(from?.id ?? 0);
    const bare = (one: DeviceDetails) =>
      one.variables.map((v) => {
        const { id: _, ...rest } = plain({ ...v }) as Record<string, unknown>;
        return rest;
      });
    assert.deepEqual(bare(copy), bare(now));
    assert.deepEqual([copy.device.nominal_power, copy.device.unit_id], [60, 2]);
    const keys = await field.test.arrange(
      'select template_key, template_version is not null as version from device where id = any($1)',
      [[from?.id, like?.id]],
    );
    const one = { template_key: 'sma-sunny-tripower', version: true };
    assert.deepEqual(keys, [one, one]);
    const [itself] = await added([
      { short_name: 'T3', template_key: 'sunspec', variables: [power], port, unit_id: 3 },
    ]);
    assert.equal((await details(itself?.id ?? 0)).variables.length, 1);
  });

  it('is nobody else’s affair: other companies, plants that one is not named for, and who only reads', async () => {
    const hidden = await field.addDevice({ proj_code: 'P2' });
    const hiddenPort = await field.addPort({ proj_code: 'P2' });
    const body = [{ short_name: 'E1' }];
    assert.equal((await add(body, field.engineer, 'P2')).statusCode, 404);
    for (const one of [{ like_device_id: hidden.device.id }, { port_id: hiddenPort.id, unit_id: 1 }])
      assert.equal((await add([{ short_name: 'E1', ...one }], field.engineer)).statusCode, 404);
    await refused(
      400,
      [['devices.0.port_id', 'port_elsewhere']],
      [{ short_name: 'E1', port_id: hiddenPort.id, unit_id: 1 }],
    );
    const other = await makeCompany(field.test.pool, 'Elsewhere');
    await makePlant(field.test.pool, other, 'P9');
    const stranger = await makeUser(field.test, { company: other, roles: ['COMPANY_OWNER', 'APP_0'] });
    const theirs = await signIn(field.test, stranger, other);
    assert.equal((await add(body, theirs)).statusCode, 404);
    const like = [{ short_name: 'E1', like_device_id: hidden.device.id }];
    assert.equal((await add(like, theirs, 'P9')).statusCode, 404);
    const [template] = await field.test.arrange<{ id: number }>(
      `insert into device_template (company_id, name, category, content) values ($1, 'Ours', 'inverter', $2) returning id`,
      [field.company_id, { variables: [power], attributes: [] }],
    );
    const of = [{ short_name: 'E0', template_key: `own-${template?.id}` }];
    assert.equal((await add(of, theirs, 'P9')).json<Added & { code: string }>().code, 'invalid');
    assert.equal((await details((await added(of))[0]?.id ?? 0)).variables.length, 1);
    assert.equal((await add(body, field.engineer)).statusCode, 201);
  });

  it('gives a gateway one port when two people add behind it at the same time', async () => {
    const both = await Promise.all(
      range(2, (m) =>
        add(range(5, (n) => ({ short_name: `R${m}-${n}`, port: { host: '10.5.0.1' }, unit_id: m * 10 + n }))),
      ),
    );
    assert.deepEqual(
      both.map(({ statusCode }) => statusCode),
      [201, 201],
    );
    const ports = await field.test.arrange(`select from port where host = '10.5.0.1'`, []);
    assert.equal(ports.length, 1);
  });

  it('takes a hundred devices with a list of variables each', async () => {
    const names = await field.must<{ name: string; quantity: string }[]>('GET', '/api/v1/variables-name/');
    const variables = names.slice(0, 38).map(({ name }, i) => ({
      name,
      register: { function_code: 3, address: i * 2, data_type: 'float32' },
    }));
    const devices = await added(
      range(100, (n) => ({ short_name: `L${n}`, port: { host: `10.6.0.${n}` }, unit_id: 1, variables })),
    );
    assert.equal(devices.length, 100);
    const [row] = await field.test.arrange<{ n: number }>(
      `select count(*)::int as n from variable v join device d on d.id = v.device_id where d.short_name ~ '^L'`,
      [],
    );
    assert.equal(row?.n, 3800);
  });
});
