import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { makeDevice, makePlant } from '../../../../tests/support/field.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import { type FieldMode, MAX_KEPT_DEVICES, MAX_KEPT_REQUESTS } from '../field-mode.contract.ts';
import type { MaintenanceReport } from '../maintenance-reports.contract.ts';

const PATH = '/api/v1/maintenance-field-mode/';
const REPORTS = '/api/v1/maintenance-reports/';
const AT = '2026-03-01T08:00:00.000Z';
const CONTACT = { role: 'Custode', name: 'Gino Neri', phone: '+39 333 1234567', email: '' };

describe('what a phone keeps of maintenance', () => {
  let test: TestApp;
  let company: Scope;
  let plant: number;
  let device: number;
  let worker: TestUser;
  let hands: Headers;
  let others: Headers;
  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Aurora');
    plant = await makePlant(test.pool, company, 'P1', { latitude: 41.46, longitude: 15.54 });
    const far = await makePlant(test.pool, company, 'P2');
    const variables = ['ac_power_kw', 'string_current_01_a', 'inverter_state'];
    device = await makeDevice(test.pool, company, plant, 'INV-9', variables);
    const other = await makeDevice(test.pool, company, plant, 'INV-1', variables);
    await test.arrange(
      `insert into obs_last (company_id, device_id, ts, vals, slot_ts)
       select $1, unnest($2::bigint[]), $3, array[12.5, 4, 7], array[$3, $3, $3]::timestamptz[]`,
      [company.company_id, [device, other], AT],
    );
    await test.arrange(
      'insert into plant_master_data (company_id, plant_id, address, contacts) values ($1, $2, $3, $4)',
      [company.company_id, plant, 'Via dei Campi 1', JSON.stringify([CONTACT])],
    );
    const member = async (role: Role, of: number) => {
      const user = await makeUser(test, { company, roles: [role, 'APP_0'] });
      await test.arrange(
        'insert into company_user_plant (company_id, user_id, plant_id) values ($1, $2, $3)',
        [company.company_id, user.id, of],
      );
      return user;
    };
    worker = await member('WORKER', plant);
    hands = await signIn(test, worker, company);
    others = await signIn(test, await member('SUPER_WORKER', far), company);
  });
  after(() => test?.close());

  const kept = async (as: Headers = hands): Promise<FieldMode> => {
    const answer = await test.app.inject({ method: 'GET', url: PATH, headers: as });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  /** Requests that wait for the worker, as many as there are numbers. */
  const arrangeRequests = async (
    numbers: readonly number[],
    more: { priority?: string; state?: string } = {},
  ): Promise<number[]> => {
    const made = await test.arrange<{ id: string }>(
      `insert into maintenance_request (company_id, number, plant_id, title, priority, state, assigned_user_id, created_at, state_at)
       select $1, n, $2, 'Request ' || n, $4, $5, $6, $7, $7 from unnest($3::int[]) n returning id`,
      [
        company.company_id,
        plant,
        numbers,
        more.priority ?? 'normal',
        more.state ?? 'open',
        worker.id,
        new Date(AT),
      ],
    );
    return made.map(({ id }) => Number(id));
  };
  const write = async (body: object) => {
    const payload = { proj_code: 'P1', ...body };
    return test.app.inject({ method: 'POST', url: REPORTS, headers: hands, payload });
  };

  it('is one’s own open requests, with their plant, whom to call, its devices and their last values', async () => {
    const [calm] = await arrangeRequests([1]);
    const [urgent] = await arrangeRequests([2], { priority: 'urgent' });
    await arrangeRequests([3], { state: 'closed' });
    await test.arrange(
      'insert into maintenance_request_device (company_id, request_id, device_id, plant_id) values ($1, $2, $3, $4)',
      [company.company_id, calm, device, plant],
    );
    const { requests, request_count, plants } = await kept();
    assert.deepEqual(
      requests.map(({ id, proj_code, device_ids }) => [id, proj_code, device_ids]),
      [
        [urgent, 'P1', []],
        [calm, 'P1', [device]],
      ],
    );
    assert.equal(request_count, 2);
    const [place] = plants;
    assert.deepEqual(
      [plants.length, place?.address, place?.latitude, place?.contacts, place?.device_count],
      [1, 'Via dei Campi 1', 41.46, [CONTACT], 2],
    );
    // The device that a request names comes first and tells all; of others what has a quantity. A state tells no number.
    assert.deepEqual(
      place?.devices.map(({ name, values }) => [
        name,
        values.map(({ value, unit, at }) => [value, unit, at]),
      ]),
      [
        [
          'INV-9',
          [
            [12.5, 'kW', AT],
            [4, 'A', AT],
          ],
        ],
        [
          'INV-1',
          [
            [12.5, 'kW', AT],
            [4, 'A', AT],
          ],
        ],
      ],
    );
  });

  it('is nobody else’s, and nothing for who does no such work', async () => {
    assert.deepEqual(await kept(others), { requests: [], request_count: 0, plants: [] });
    const viewer = await makeUser(test, { company, roles: ['VIEWER', 'APP_0'] });
    const headers = await signIn(test, viewer, company);
    assert.equal((await test.app.inject({ method: 'GET', url: PATH, headers })).statusCode, 403);
  });

  it('has an end: so many requests, and so many devices of a plant', async () => {
    await arrangeRequests(Array.from({ length: MAX_KEPT_REQUESTS + 5 }, (_, i) => 1000 + i));
    await test.arrange(
      `insert into device (company_id, plant_id, short_name, category, interval_s)
       select $1, $2, 'X' || n, 'other', 60 from generate_series(1, $3) n`,
      [company.company_id, plant, MAX_KEPT_DEVICES],
    );
    const { requests, request_count, plants } = await kept();
    assert.deepEqual([requests.length, request_count], [MAX_KEPT_REQUESTS, MAX_KEPT_REQUESTS + 7]);
    assert.deepEqual(
      [plants[0]?.devices.length, plants[0]?.devices[0]?.name, plants[0]?.device_count],
      [MAX_KEPT_DEVICES, 'INV-9', MAX_KEPT_DEVICES + 2],
    );
  });

  it('is written and sent again, at once or later, and stored once with its photos', async () => {
    const client_key = 'a7cfd1f6-3cb5-4f6c-9f35-6a5c1d0b7e11';
    const both = await Promise.all([write({ client_key }), write({ client_key })]);
    const [first, second] = both.map((answer) => answer.json<MaintenanceReport>());
    assert.deepEqual(
      both.map(({ statusCode }) => statusCode),
      [201, 201],
    );
    assert.equal(first?.id, second?.id);
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const photo = () =>
      test.app.inject({
        method: 'POST',
        url: `${REPORTS}${first?.id}/attachments/?file_name=a.jpg&size=${bytes.length}&client_key=${client_key}`,
        headers: { ...hands, 'content-type': 'application/octet-stream' },
        payload: bytes,
      });
    const sent = [await photo(), await photo()];
    assert.deepEqual(
      sent.map(({ statusCode }) => statusCode),
      [201, 201],
    );
    const [{ reports = 0, files = 0 } = {}] = await test.arrange<{ reports: number; files: number }>(
      `select (select count(*)::int from maintenance_report where company_id = $1) as reports,
         (select count(*)::int from record_attachment where company_id = $1) as files`,
      [company.company_id],
    );
    assert.deepEqual([reports, files], [1, 1]);
  });
});
