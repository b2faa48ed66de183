import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ConfiguredField,
  makeConfiguredField,
  somebodyWaits,
} from '../../../../tests/support/configured-field.ts';
import type { DeviceDetails } from '../configured.contract.ts';

const V1 = '/cloudcontrol/v1';

interface Problem {
  detail: string;
  errors?: { path: string; message: string }[];
  stored?: DeviceDetails;
}

// spec §3: Port
describe('what is configured of ports', () => {
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
  const newPort = (fields: object) => ['POST', `${V1}/ports/`, { proj_code: 'P1', ...fields }] as const;

  it('keeps each field of a port, and what is left out at its usual value', async () => {
    const fields = {
      host: 'gateway-1.plant.example',
      port: 1502,
      framer: 'rtu',
      timeout_ms: 900,
      gap_ms: 20,
    };
    const made = await field.addPort(fields);
    assert.deepEqual(made, {
      ...made,
      ...fields,
      type: 'tcp',
      protocol: 'modbus',
      baudrate: 9600,
      name: 'gateway-1.plant.example:1502',
    });
    const line = {
      type: 'serial',
      framer: 'rtu',
      tty: '/dev/ttyUSB0',
      baudrate: 19200,
      parity: 'even',
      stopbits: 2,
      bytesize: 7,
    };
    const serial = await field.addPort(line);
    assert.deepEqual(serial, { ...serial, ...line, host: '' });
  });

  it('refuses a port that could never be polled, by the field', async () => {
    for (const host of [
      'http://10.0.0.1',
      '10.0.0.1:502',
      'a b',
      'host/path',
      '300.1.1.1',
      '1.2.3',
      'fe80::1::2',
      '-x.example',
    ])
      await refused(400, 'host', ...newPort({ host }));
    for (const host of ['10.0.0.1', 'fe80::1', '::1', 'plc_3.local', 'xn--bcher-kva.example'])
      await field.addPort({ host });
    await refused(400, 'host', ...newPort({}));
    await refused(400, 'port', ...newPort({ host: 'a', port: 65_536 }));
    await refused(400, 'tty', ...newPort({ type: 'serial', framer: 'rtu' }));
    for (const tty of ['/etc/passwd', '/dev/../etc/passwd', 'COM1']) {
      await refused(400, 'tty', ...newPort({ type: 'serial', framer: 'rtu', tty }));
    }
    await refused(400, 'framer', ...newPort({ type: 'serial', tty: '/dev/ttyS0' }));
    await refused(400, 'window', ...newPort({ host: 'a', framer: 'rtu', window: 2 }));
    const { id } = await field.addPort({ window: 4 });
    await refused(400, 'window', 'PATCH', `${V1}/ports/${id}/`, { framer: 'ascii' });
  });

  it('takes the unit ids 0 and 248–255 over tcp only, from either side', async () => {
    const [tcp, rtu] = [await field.addPort(), await field.addPort({ host: '10.0.0.9', framer: 'rtu' })];
    const behind = await field.addDevice({ port_id: tcp.id, unit_id: 255 });
    const { id, short_name } = behind.device;
    await refused(400, 'unit_id', 'PATCH', `${V1}/unitid/${id}/`, { port_id: rtu.id });
    const { detail } = await refused(400, 'framer', 'PATCH', `${V1}/ports/${tcp.id}/`, { framer: 'rtu' });
    assert.match(detail, new RegExp(short_name));
    await refused(400, 'unit_id', 'PATCH', `${V1}/unitid/${id}/`, { unit_id: null });
    const moved = await field.must<DeviceDetails>('PATCH', `${V1}/unitid/${id}/`, {
      port_id: rtu.id,
      unit_id: 247,
    });
    assert.deepEqual(
      [moved.device.port_id, moved.device.unit_id, moved.port?.host],
      [rtu.id, 247, '10.0.0.9'],
    );
  });

  it('names the devices behind a port that is to be deleted', async () => {
    const { id } = await field.addPort({ host: '10.0.0.10' });
    const { device } = await field.addDevice({ port_id: id, unit_id: 3 });
    const { detail } = await refused(409, null, 'DELETE', `${V1}/ports/${id}/`);
    assert.match(detail, new RegExp(device.short_name));
    await field.must('PATCH', `${V1}/unitid/${device.id}/`, { port_id: null });
    await field.must('DELETE', `${V1}/ports/${id}/`);
  });

  it('lets a port go that somebody leases in the same instant', async () => {
    const port = await field.addPort({ host: '10.0.9.1' });
    const poller = await field.test.pool.connect();
    try {
      await poller.query('begin');
      await poller.query(`select from cross_tenant_lease_ports('somebody', 20, 1000)`);
      const answer = field.call('DELETE', `${V1}/ports/${port.id}/`);
      await somebodyWaits(field.test);
      await poller.query('commit');
      assert.equal((await answer).statusCode, 204, (await answer).body);
    } finally {
      poller.release(true);
    }
  });

  it('tells of a port that is made with its device as of any other', async () => {
    const inline = (unit_id: number) => field.addDevice({ unit_id, port: { host: '10.0.9.2' } });
    const { port } = await inline(1);
    assert.equal((await inline(2)).port?.id, port?.id);
    const rows = await field.test.arrange<{ detail: object }>(
      `select detail from audit where company_id = $1 and action = 'port.created' and target = $2`,
      [field.company_id, String(port?.id)],
    );
    assert.deepEqual(rows, [{ detail: { proj_code: 'P1' } }]);
  });

  it('answers a change of a port with the details of the device that was asked from, else the first', async () => {
    const { id } = await field.addPort({ host: '10.0.0.11' });
    assert.equal(await field.must('PATCH', `${V1}/ports/${id}/`, { gap_ms: 5 }), null);
    const [second, first] = [
      await field.addDevice({ port_id: id, unit_id: 9 }),
      await field.addDevice({ port_id: id, unit_id: 4 }),
    ];
    const change = (body: object) => field.must<DeviceDetails>('PATCH', `${V1}/ports/${id}/`, body);
    assert.equal((await change({ timeout_ms: 800 })).device.id, first.device.id);
    const asked = await change({ timeout_ms: 700, master_id: second.device.id });
    assert.deepEqual(
      [asked.device.id, asked.port?.timeout_ms, asked.port?.master_id],
      [second.device.id, 700, second.device.id],
    );
    const elsewhere = await field.addDevice();
    await refused(404, null, 'PATCH', `${V1}/ports/${id}/`, { master_id: elsewhere.device.id });
  });
});
