import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { writeXlsx } from 'hucre';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { WORKBOOK } from '../../../shared/contract/table-file.ts';
import type { DeviceDetails } from '../configured.contract.ts';
import type { MapReport } from '../maps.contract.ts';

const V1 = '/cloudcontrol/v1';

interface Problem {
  detail: string;
  errors?: { path: string; message: string; code?: string }[];
  stored?: DeviceDetails;
}

describe('register maps of devices', () => {
  let field: ConfiguredField;
  before(async () => {
    field = await makeConfiguredField();
  });
  after(() => field?.test.close());

  async function send(
    id: number,
    file: string | Uint8Array,
    query: Record<string, string> = {},
    type = 'text/csv',
  ) {
    return field.test.app.inject({
      method: 'POST',
      url: `${V1}/devices/${id}/map/?${new URLSearchParams(query)}`,
      headers: { ...field.headers, 'content-type': type },
      payload: typeof file === 'string' ? file : Buffer.from(file),
    });
  }
  async function report(...sent: Parameters<typeof send>): Promise<MapReport> {
    const answer = await send(...sent);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<MapReport>();
  }
  const apply = { dry_run: 'false' };
  const details = (id: number) => field.must<DeviceDetails>('GET', `${V1}/deviceDetails/${id}/`);
  const places = ({ faults }: MapReport) =>
    faults.map(({ row, field: of, code, read }) => [row, of, code, read]);

  it('say what would change, do it as one version, and change nothing the second time', async () => {
    const { device } = await field.addDevice({ port: { host: '10.0.0.9' }, unit_id: 1 });
    const file = [
      'Nome;Indirizzo;Tipo;Ordine;Fattore;Lettura',
      'ac_power_kw;100;U32;word swap;0,001;veloce',
      'energy_total_kwh;102;UDINT;AB CD;0,1;lento',
      ';;;;;',
      'dc_voltage_v;0x6E;REAL;;;',
    ].join('\r\n');
    const before = await details(device.id);
    const dry = await report(device.id, file);
    assert.deepEqual([dry.applied, dry.faults], [false, []]);
    assert.deepEqual(dry.counts, {
      rows: 3,
      added: 2,
      changed: 1,
      unchanged: 0,
      removed: 0,
      others: 0,
      names: 0,
    });
    assert.deepEqual(
      dry.differences.map(({ name, change }) => [name, change]),
      [
        ['ac_power_kw', 'changed'],
        ['dc_voltage_v', 'added'],
        ['energy_total_kwh', 'added'],
      ],
    );
    assert.deepEqual(await details(device.id), before, 'a dry run keeps nothing');
    const version = String(dry.newest_version);
    const done = await report(device.id, file, { ...apply, version });
    assert.deepEqual([done.applied, done.newest_version], [true, Number(version) + 1]);
    const after = await details(device.id);
    const power = after.variables.find(({ name }) => name === 'ac_power_kw');
    assert.deepEqual(
      [power?.address, power?.data_type, power?.word_order, power?.factor, power?.function_code],
      [100, 'uint32', 'CDAB', 0.001, 3],
    );
    assert.equal(after.variables.find(({ name }) => name === 'dc_voltage_v')?.address, 110);
    const versions = await field.must<{ results: { action: string; names: string[] }[] }>(
      'GET',
      `${V1}/devices/${device.id}/versions/`,
    );
    assert.equal(versions.results[0]?.action, 'device.map_imported');
    const again = await report(device.id, file, apply);
    assert.deepEqual(
      [again.counts.unchanged, again.differences, again.newest_version],
      [3, [], done.newest_version],
    );
    const late = await send(device.id, file.replace('0,1', '0,2'), { ...apply, version });
    assert.equal(late.statusCode, 409);
    assert.equal(late.json<Problem>().stored?.device.id, device.id);
  });

  it('tell every fault by row and column, and do nothing while there is one', async () => {
    const { device } = await field.addDevice({ port: { host: '10.0.0.9' }, unit_id: 2 });
    const file = [
      'Map of registers,,,,,,',
      'name,fc,address,type,bit,factor,colour',
      'ac_power_kw,3,70000,uint16,,0,red',
      ',3,1,uint16,,1,',
      'dc_power_kw,1,4,uint16,,1,',
      'dc_power_kw,3,5,uint16,,1,',
      'dc_voltage_v,6,5,STRING32,,abc,',
      'frequency_hz,3,65535,float,,1,',
      'inverter_state,3,1,bit,16,1,',
    ].join('\n');
    const dry = await report(device.id, file);
    assert.deepEqual(places(dry), [
      [3, 'address', 'beyond', '70000'],
      [3, 'factor', 'factor_zero', '0'],
      [3, 'colour', 'bad_colour', 'red'],
      [4, 'name', 'missing_name', ''],
      [5, 'data_type', 'bits_need_bit', 'uint16'],
      [6, 'name', 'name_twice', 'dc_power_kw'],
      [7, 'function_code', 'unknown_function', '6'],
      [7, 'data_type', 'text_type', 'STRING32'],
      [7, 'factor', 'not_a_number', 'abc'],
      [8, 'address', 'address_beyond', '65535'],
      [9, 'bit', 'beyond', '16'],
    ]);
    assert.equal(dry.faults.find(({ code }) => code === 'bad_colour')?.column, 7);
    const refused = await send(device.id, file, apply);
    assert.equal(refused.statusCode, 400);
    assert.equal(refused.json<Problem>().errors?.[0]?.path, 'rows.3.address');
    assert.equal((await details(device.id)).variables.length, 1);
  });

  it('give new names as many decimals as their registers resolve', async () => {
    const { device } = await field.addDevice({ port: { host: '10.0.0.19' }, unit_id: 3 });
    const file = [
      'name,address,type,factor,scale_address',
      'fan_count,1,u16,,',
      'tank_tenths,2,s16,0.1,',
      'tank_hundreds,3,u32,100,',
      'pump_quarter,5,u16,0.25,',
      'tank_float,6,float32,,',
      'tank_scaled,8,s16,,9',
    ].join('\n');
    await report(device.id, file, apply);
    const decimals = (await details(device.id)).variables.map(({ name, of_name }) => [
      name,
      of_name.decimals,
    ]);
    assert.deepEqual(Object.fromEntries(decimals.filter(([name]) => name !== 'ac_power_kw')), {
      fan_count: 0,
      tank_tenths: 1,
      tank_hundreds: 0,
      pump_quarter: 2,
      tank_float: 2,
      tank_scaled: 2,
    });
  });

  it('add the names that the catalogue lacks, with what the file says of them', async () => {
    const { device } = await field.addDevice({ port: { host: '10.0.0.9' }, unit_id: 3 });
    const file = [
      'name,label_en,label_it,unit,quantity,kind,group_name,address,type',
      'tank_level_m,Tank level,Livello,m,water_level_m,,process,1,s16',
      'Pump 2 on,,,,,state,,2,u16',
    ].join('\n');
    const dry = await report(device.id, file);
    assert.deepEqual([dry.counts.names, dry.counts.added, dry.faults], [2, 2, []]);
    assert.deepEqual(
      dry.warnings.filter(({ code }) => code === 'name_added').map(({ params }) => params.name),
      ['tank_level_m', 'pump_2_on'],
    );
    await report(device.id, file, apply);
    const after = await details(device.id);
    const [tank, pump] = ['tank_level_m', 'pump_2_on'].map((name) =>
      after.variables.find((one) => one.name === name),
    );
    assert.deepEqual(
      [tank?.label_it, tank?.quantity, tank?.of_name.unit, tank?.of_name.group_name],
      ['Livello', 'water_level_m', 'm', 'process'],
    );
    assert.deepEqual([pump?.label_en, pump?.kind], ['Pump 2 on', 'state']);
    assert.deepEqual((await report(device.id, file, apply)).counts.unchanged, 2);
  });

  it('delete what the file does not name where that is asked, and bring it back with its slot', async () => {
    const { device, variables } = await field.addDevice({
      port: { host: '10.0.0.9' },
      unit_id: 4,
      variables: [{ name: 'ac_power_kw' }, { name: 'dc_power_kw' }],
    });
    const file = 'name,address,type\nac_power_kw,1,u16\n';
    assert.equal((await report(device.id, file)).counts.others, 1);
    const gone = await report(device.id, file, { ...apply, remove_others: 'true' });
    assert.equal(gone.counts.removed, 1);
    assert.deepEqual(
      (await details(device.id)).variables.map(({ name }) => name),
      ['ac_power_kw'],
    );
    await report(device.id, 'name,address,type\ndc_power_kw,2,u16\n', apply);
    const back = (await details(device.id)).variables.find(({ name }) => name === 'dc_power_kw');
    assert.equal(back?.slot, variables.find(({ name }) => name === 'dc_power_kw')?.slot);
  });

  it('come out as they went in, as CSV of either language and as a workbook', async () => {
    const { device } = await field.addDevice({ port: { host: '10.0.0.9' }, unit_id: 5 });
    await report(
      device.id,
      'name;address;type;factor\nac_power_kw;1;u16;0,1\ndc_power_kw;40001;s32;1\n',
      apply,
    );
    for (const query of ['format=csv&lang=it', 'format=csv&lang=en', 'format=xlsx']) {
      const answer = await field.call('GET', `${V1}/devices/${device.id}/map/?${query}`);
      assert.equal(answer.statusCode, 200);
      const workbook = query === 'format=xlsx';
      assert.match(
        String(answer.headers['content-disposition']),
        new RegExp(
          `^attachment; filename="${device.short_name}-\\d{4}-\\d\\d-\\d\\d\\.${workbook ? 'xlsx' : 'csv'}"$`,
        ),
      );
      const same = await report(device.id, answer.rawPayload, apply, workbook ? WORKBOOK : 'text/csv');
      assert.deepEqual(
        [same.counts.unchanged, same.differences, same.faults, same.warnings],
        [2, [], [], []],
        query,
      );
    }
    const example = await field.call('GET', `${V1}/devices/${device.id}/map/?example=true&format=xlsx`);
    const dry = await report(device.id, example.rawPayload, {}, WORKBOOK);
    assert.deepEqual([dry.faults, dry.counts.rows, dry.counts.names], [[], 7, 1]);
  });

  it('warn of what an engineer should look at', async () => {
    const { device } = await field.addDevice({ port: { host: '10.0.0.9' }, unit_id: 6, variables: [] });
    const file = [
      'name,address,type,unit,comment x',
      'ac_power_kw,40001,u32,W,',
      'dc_power_kw,40002,u16,kW,',
      'dc_voltage_v,40002,u16,V,',
      'frequency_hz,40010,u16,Hz,',
    ].join('\n');
    const codes = (found: MapReport) => found.warnings.map(({ row, code }) => [row, code]);
    const dry = await report(device.id, file);
    assert.deepEqual(codes(dry), [
      [null, 'function_assumed'],
      [null, 'from_40001'],
      [1, 'unknown_column'],
      [2, 'unit_fixed_factor'],
      [3, 'overlap'],
      [4, 'overlap'],
      [4, 'same_register'],
    ]);
    assert.equal(dry.warnings[3]?.params.factor, 0.001);
    const modicon = await report(device.id, file, { addresses: 'modicon' });
    assert.ok(modicon.warnings.some(({ code }) => code === 'modicon'));
    assert.ok(!modicon.warnings.some(({ code }) => code === 'from_40001' || code === 'function_assumed'));
    const address = modicon.differences
      .find(({ name }) => name === 'frequency_hz')
      ?.fields.find((one) => one.field === 'address');
    assert.equal(address?.after, 9);
  });

  it('tell in a dry run what would stand in the way of doing it', async () => {
    const { device } = await field.addDevice({ port: { host: '10.0.0.9' }, unit_id: 7 });
    await field.test.arrange('update device set next_slot = 500 where id = $1', [device.id]);
    const dry = await report(device.id, 'name,address,type\ndc_power_kw,1,u16\n');
    assert.deepEqual(places(dry), [[null, null, 'refused', null]]);
    const virtual = await field.must<{ id: number }>('POST', '/api/v1/device/', {
      proj_code: 'P1',
      short_name: 'V1',
      virtual: true,
    });
    const calculated = await report(virtual.id, 'name,address,type\ndc_power_kw,1,u16\n');
    assert.deepEqual(places(calculated), [[2, 'address', 'calculated', '1']]);
  });

  it('are refused in a sentence when they are no table, and hold nobody up', async () => {
    const { device } = await field.addDevice({ port: { host: '10.0.0.9' }, unit_id: 8 });
    const bomb = await writeXlsx({ sheets: [{ name: 'A', rows: [['name', 'x'.repeat(30_000)]] }] });
    const files: [what: string, file: string | Uint8Array, code: string][] = [
      ['nothing', '', 'empty_file'],
      ['blanks', ' \r\n\t\n', 'empty_file'],
      ['a NUL', 'name,address\n\0,1\n', 'not_text'],
      ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1'), 'not_text'],
      ['a document', '%PDF-1.7\n1 0 obj\n', 'not_text'],
      ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'old_workbook'],
      ['half a workbook', bomb.subarray(0, 400), 'bad_workbook'],
      ['an endless record', `name,address\n"${'x'.repeat(600_000)}`, 'bad_csv'],
    ];
    for (const [what, file, code] of files) {
      const answer = await send(device.id, file);
      assert.equal(answer.statusCode, 400, `${what}: ${answer.body}`);
      assert.equal(answer.json<Problem>().errors?.[0]?.code, code, what);
    }
    const many = await report(device.id, `name,address,type\n${'ac_power_kw,1,u16\n'.repeat(200_000)}`);
    assert.ok(many.faults.some(({ code }) => code === 'too_many'));
    assert.ok(many.faults.length <= 1000);
    const odd = await report(
      device.id,
      Buffer.from('name,address,type,unit\ncitt\xe0,1,u16,\xb0C\n', 'latin1'),
    );
    assert.deepEqual([odd.faults, odd.warnings.find(({ row }) => row === 2)?.read], [[], 'città']);
  });

  it('are for those who may configure, and for devices that they see', async () => {
    const { device } = await field.addDevice({ proj_code: 'P2' });
    const answer = await field.test.app.inject({
      method: 'POST',
      url: `${V1}/devices/${device.id}/map/`,
      headers: { ...field.engineer, 'content-type': 'text/csv' },
      payload: 'name,address,type\nac_power_kw,1,u16\n',
    });
    assert.equal(answer.statusCode, 404);
  });
});
