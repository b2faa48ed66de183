import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { VERSIONS_KEPT } from '../../plants/server/versions.repository.ts';
import type { DeviceDetails } from '../configured.contract.ts';
import type { Returned, Version, VersionDifference } from '../versions.contract.ts';

const V1 = '/cloudcontrol/v1';

describe("the versions of a device's configuration", () => {
  let field: ConfiguredField;
  before(async () => {
    field = await makeConfiguredField();
  });
  after(() => field?.test.close());

  const versionsOf = async (id: number): Promise<Version[]> =>
    (await field.must<{ results: Version[] }>('GET', `${V1}/devices/${id}/versions/`)).results;
  const actionsOf = async (id: number) =>
    (await versionsOf(id)).map(({ number, action }) => `${number} ${action}`);
  const differences = async (id: number, from: number, to: number) =>
    (
      await field.must<VersionDifference>(
        'GET',
        `${V1}/devices/${id}/versions-difference/?from=${from}&to=${to}`,
      )
    ).differences;
  const rollBack = (id: number, number: number, body: object = {}) =>
    field.must<Returned>('POST', `${V1}/devices/${id}/versions/${number}/restore/`, body);
  const change = (id: number, body: object) =>
    field.must<DeviceDetails>('PATCH', `${V1}/unitid/${id}/`, body);

  it('name what was changed; a change of many variables is one version, all of it or nothing', async () => {
    const { device, variables } = await field.addDevice({
      variables: [{ name: 'ac_power_kw' }, { name: 'dc_power_kw' }],
    });
    const ids = variables.map(({ id }) => id);
    const many = `${V1}/devices/${device.id}/variables/`;
    const refused = await field.call('PATCH', many, {
      change: [
        { id: ids[0], factor: 3 },
        { id: ids[1], group_name: 'nowhere' },
      ],
    });
    assert.equal(refused.statusCode, 400);
    const change = ids.map((id) => ({ id, factor: 0.5, version: 1 }));
    const stored = await field.must<DeviceDetails>('PATCH', many, { change });
    assert.deepEqual(
      stored.variables.map(({ factor }) => factor),
      [0.5, 0.5],
    );
    assert.equal((await field.call('PATCH', many, { change })).statusCode, 409);
    await field.must('PATCH', many, { remove: [ids[1]] });
    assert.deepEqual(
      (await versionsOf(device.id)).map(({ action, names, fields }) => [action, names, fields]),
      [
        ['device.variable_removed', ['dc_power_kw'], []],
        ['device.variable_changed', ['ac_power_kw', 'dc_power_kw'], ['factor']],
        ['device.created', [], []],
      ],
    );
  });

  it('are written by each change, with who made it and how, and by none that changes nothing', async () => {
    const port = await field.addPort();
    const { device, variables } = await field.addDevice({ port_id: port.id, unit_id: 1 });
    await change(device.id, { model: 'A' });
    await change(device.id, { model: 'A' });
    await field.must('PATCH', `${V1}/variables/${variables[0]?.id}/`, { factor: 2 });
    await field.must('PATCH', `${V1}/variables/${variables[0]?.id}/`, { factor: 2 });
    await field.must('PATCH', `${V1}/ports/${port.id}/`, { timeout_ms: 900 });
    await field.must('PATCH', `${V1}/ports/${port.id}/`, { timeout_ms: 900 });
    await field.must('POST', `${V1}/attributes/`, {
      device_id: device.id,
      name: 'serial',
      function_code: 3,
      address: 0,
      length: 4,
    });
    assert.deepEqual(await actionsOf(device.id), [
      '5 device.attribute_added',
      '4 port.changed',
      '3 device.variable_changed',
      '2 device.changed',
      '1 device.created',
    ]);
    const [newest] = await versionsOf(device.id);
    assert.equal(newest?.person, field.owner.email);
    assert.deepEqual(await differences(device.id, 1, 4), [
      {
        part: 'port',
        name: null,
        change: 'changed',
        fields: [{ field: 'timeout_ms', before: 2000, after: 900 }],
      },
      { part: 'device', name: null, change: 'changed', fields: [{ field: 'model', before: '', after: 'A' }] },
      {
        part: 'variable',
        name: 'ac_power_kw',
        change: 'changed',
        fields: [{ field: 'factor', before: 1, after: 2 }],
      },
    ]);
  });

  it('name nobody for what was changed without saying so', async () => {
    const { device } = await field.addDevice();
    await field.test.arrange(`update device set description = 'by hand' where id = $1`, [device.id]);
    await change(device.id, { model: 'B' });
    const versions = await versionsOf(device.id);
    assert.deepEqual(
      versions.map(({ action, person }) => [action, person]),
      [
        ['device.changed', field.owner.email],
        ['found', null],
        ['device.created', field.owner.email],
      ],
    );
  });

  it('know nothing of tags: setting them makes no version, nor does it stand in the next one', async () => {
    const { device } = await field.addDevice();
    const { id: tag } = await field.must<{ id: number }>('POST', '/cloudcontrol/v1/tags/', { name: 'Roof' });
    const setTags = (tag_ids: number[]) => field.must('PUT', `${V1}/device-tags/${device.id}/`, { tag_ids });
    await setTags([tag]);
    await change(device.id, { model: 'E' });
    await setTags([]);
    await rollBack(device.id, 1);
    await setTags([tag]);
    await change(device.id, { model: 'F' });
    assert.deepEqual(await actionsOf(device.id), [
      '4 device.changed',
      '3 device.version_restored',
      '2 device.changed',
      '1 device.created',
    ]);
    for (const number of [2, 3, 4]) {
      const fields = (await differences(device.id, number - 1, number)).flatMap((one) => one.fields);
      assert.deepEqual(
        fields.map(({ field: name }) => name),
        ['model'],
      );
    }
  });

  it('lead back: each of them, in any order, leaves the configuration that it kept', async () => {
    const port = await field.addPort({ host: '10.0.1.1' });
    const { device } = await field.addDevice({ port_id: port.id, unit_id: 1 });
    const { id } = device;
    const details = () => field.must<DeviceDetails>('GET', `${V1}/deviceDetails/${id}/`);
    const variable = async (name: string) => (await details()).variables.find((one) => one.name === name)?.id;
    const steps: (() => Promise<unknown>)[] = [
      () =>
        change(id, {
          short_name: `${device.short_name}x`,
          nominal_power: 12,
          unit_id: 2,
          serial_number: `S${id}`,
        }),
      () =>
        field.must('POST', `${V1}/variables/`, {
          device_id: id,
          variables: [
            { name: 'dc_power_kw', register: { function_code: 3, address: 1, data_type: 'int32' } },
          ],
        }),
      () => field.must('PATCH', `${V1}/ports/${port.id}/`, { host: '10.0.1.2', framer: 'rtu' }),
      async () => field.must('DELETE', `${V1}/variables/${await variable('ac_power_kw')}/`),
      () =>
        field.must('POST', `${V1}/attributes/`, {
          device_id: id,
          name: 'fw',
          function_code: 4,
          address: 2,
          length: 3,
          swapped: true,
        }),
      async () =>
        field.must('PATCH', `${V1}/variables/${await variable('dc_power_kw')}/`, {
          factor: -0.5,
          poll: 'daily',
          data_type: 'bit',
          bit: 3,
          bit_count: 2,
        }),
      () => change(id, { port_id: null }),
      () => field.must('POST', `${V1}/variables/`, { device_id: id, variables: [{ name: 'ac_power_kw' }] }),
    ];
    for (const step of steps) await step();
    const kept = (await versionsOf(id)).length;
    assert.equal(kept, steps.length + 1);
    let last = kept;
    for (const number of [1, 9, 4, 7, 2, 8, 3, 6, 5, 1, 9]) {
      const { left, details: after } = await rollBack(id, number);
      assert.deepEqual(left, [], `to ${number}`);
      assert.deepEqual(await differences(id, number, after.version_count), [], `to ${number}`);
      last += 1;
      assert.equal(after.version_count, last, `to ${number}`);
    }
    const slots = await field.test.arrange<{ name: string; slot: number }>(
      `select n.name, v.slot from variable v join variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
       where v.device_id = $1 order by v.slot`,
      [id],
    );
    assert.deepEqual(
      slots.map(({ name, slot }) => [name, slot]),
      [
        ['ac_power_kw', 0],
        ['dc_power_kw', 1],
      ],
    );
  });

  it('say what could not come back, and bring the rest', async () => {
    const port = await field.addPort({ host: '10.0.2.1' });
    const [section] = await field.test.arrange<{ id: number }>(
      `insert into plant_section (company_id, plant_id, name) select company_id, id, 'West' from plant
       where company_id = $1 and proj_code = 'P1' returning id`,
      [field.company_id],
    );
    const { device } = await field.addDevice({
      port_id: port.id,
      unit_id: 1,
      section_id: Number(section?.id),
      serial_number: 'GONE',
    });
    const { id, short_name } = device;
    await change(id, {
      port_id: null,
      section_id: null,
      short_name: `${short_name}-2`,
      serial_number: null,
      model: 'new',
    });
    await field.must('DELETE', `${V1}/ports/${port.id}/`);
    await field.test.arrange('delete from plant_section where id = $1', [section?.id]);
    await field.must('POST', '/api/v1/device/', { proj_code: 'P1', short_name, serial_number: 'GONE' });
    const { left, details } = await rollBack(id, 1);
    assert.deepEqual(left, [
      { part: 'port', name: '10.0.2.1:502', reason: 'gone' },
      { part: 'device', name: 'section_id', reason: 'gone' },
      { part: 'device', name: 'short_name', reason: 'taken' },
      { part: 'device', name: 'serial_number', reason: 'taken' },
    ]);
    const { device: now } = details;
    assert.deepEqual(
      [now.model, now.short_name, now.port_id, now.section_id],
      ['', `${short_name}-2`, null, null],
    );
  });

  it('leave a variable in its group where the earlier one is there no more', async () => {
    const { device, variables } = await field.addDevice();
    const url = `${V1}/variables/${variables[0]?.id}/`;
    const group = await field.must<{ id: number }>('POST', `${V1}/variable-groups/`, {
      name: 'mine',
      label_en: 'Mine',
      label_it: 'Mio',
    });
    await field.must('PATCH', url, { group_name: 'mine', factor: 3 });
    await field.must('PATCH', url, { group_name: 'power', factor: 4 });
    await field.must('DELETE', `${V1}/variable-groups/${group.id}/`);
    const { left, details } = await rollBack(device.id, 2);
    assert.deepEqual(left, [{ part: 'variable', name: 'ac_power_kw', reason: 'group_gone' }]);
    assert.deepEqual([details.variables[0]?.group_name, details.variables[0]?.factor], ['power', 3]);
  });

  it('tell which other devices had their port set back with it, unless that is not wanted', async () => {
    const port = await field.addPort({ host: '10.0.3.1' });
    const [one, other] = [
      await field.addDevice({ port_id: port.id, unit_id: 1 }),
      await field.addDevice({ port_id: port.id, unit_id: 2 }),
    ];
    await field.must('PATCH', `${V1}/ports/${port.id}/`, { host: '10.0.3.2' });
    const without = await rollBack(one.device.id, 1, { with_port: false });
    assert.deepEqual([without.others, without.details.port?.host], [[], '10.0.3.2']);
    const { others, details } = await rollBack(one.device.id, 1);
    assert.deepEqual(others, [{ id: other.device.id, short_name: other.device.short_name }]);
    assert.equal(details.port?.host, '10.0.3.1');
    assert.equal((await actionsOf(other.device.id))[0], '3 device.version_restored');
  });

  it('leave a port as it is where other devices could not be reached any more', async () => {
    const port = await field.addPort({ host: '10.0.4.1', framer: 'rtu' });
    const { device } = await field.addDevice({ port_id: port.id, unit_id: 1 });
    await field.must('PATCH', `${V1}/ports/${port.id}/`, { framer: 'tcp' });
    await field.addDevice({ port_id: port.id, unit_id: 255 });
    const { left, details } = await rollBack(device.id, 1);
    assert.deepEqual(left, [{ part: 'port', name: port.name, reason: 'other_devices' }]);
    assert.equal(details.port?.framer, 'tcp');
  });

  it('are a conflict for whoever looked at an older configuration, and unknown ones are none', async () => {
    const { device } = await field.addDevice();
    await change(device.id, { model: 'C' });
    const url = `${V1}/devices/${device.id}/versions`;
    assert.equal((await field.call('POST', `${url}/1/restore/`, { newest: 1 })).statusCode, 409);
    assert.equal((await field.call('POST', `${url}/99/restore/`, {})).statusCode, 404);
    assert.equal((await field.call('GET', `${url}-difference/?from=1&to=99`)).statusCode, 404);
  });

  it('are a conflict for whoever did not see what a colleague changed of a variable, a text or the port', async () => {
    const port = await field.addPort({ host: '10.0.5.1' });
    const { device, variables, newest_version } = await field.addDevice({ port_id: port.id, unit_id: 1 });
    await change(device.id, { model: 'E' });
    const changes: (() => Promise<unknown>)[] = [
      () => field.must('PATCH', `${V1}/variables/${variables[0]?.id}/`, { factor: 7 }),
      () =>
        field.must('POST', `${V1}/attributes/`, {
          device_id: device.id,
          name: 'fw',
          function_code: 3,
          address: 0,
          length: 2,
        }),
      () => field.must('PATCH', `${V1}/ports/${port.id}/`, { timeout_ms: 700 }),
    ];
    let seen = (newest_version ?? 0) + 1;
    for (const work of changes) {
      await work();
      const answer = await field.call('POST', `${V1}/devices/${device.id}/versions/1/restore/`, {
        newest: seen,
      });
      assert.equal(answer.statusCode, 409, answer.body);
      seen += 1;
      assert.equal(answer.json<{ stored: DeviceDetails }>().stored.newest_version, seen);
    }
    const { details } = await rollBack(device.id, 1, { newest: seen });
    assert.deepEqual(
      [details.variables[0]?.factor, details.attributes, details.newest_version],
      [1, [], seen + 1],
    );
  });

  it(`are kept by the newest ${VERSIONS_KEPT}`, async () => {
    const { device } = await field.addDevice();
    await field.test.arrange(
      `insert into configuration_version (company_id, device_id, number, action, snapshot)
       select company_id, device_id, n, 'found', '{}' from configuration_version, generate_series(2, $2::int) n where device_id = $1`,
      [device.id, VERSIONS_KEPT],
    );
    await change(device.id, { model: 'D' });
    const { count } = await field.must<{ count: number }>('GET', `${V1}/devices/${device.id}/versions/`);
    assert.equal(count, VERSIONS_KEPT);
  });
});
