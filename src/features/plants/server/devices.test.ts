import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import type { DeviceDetails } from '../device-fields.contract.ts';

describe("a device's variables", () => {
  let test: TestApp;
  let headers: Headers;
  let made = 0;
  before(async () => {
    test = await createTestApp();
    const company = await makeCompany(test.pool, 'Field');
    await makePlant(test.pool, company, 'P1');
    const user = await makeUser(test, { company, roles: ['ENGINEER_0', 'APP_0'] });
    await test.arrange(
      'insert into company_user_plant (company_id, user_id, plant_id) select $1, $2, id from plant',
      [company.company_id, user.id],
    );
    headers = await signIn(test, user, company);
  });
  after(() => test?.close());

  const post = (url: string, payload: object) => test.app.inject({ method: 'POST', url, headers, payload });
  const add = (device_id: number, variables: object[]) =>
    post('/api/v1/device-variables/', { device_id, variables });

  async function makeDevice(): Promise<number> {
    made += 1;
    const answer = await post('/api/v1/device/', { proj_code: 'P1', short_name: `D${made}` });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json<DeviceDetails>().id;
  }

  it('is there once when it is added three times at the same moment', async () => {
    const device = await makeDevice();
    const answers = await Promise.all([1, 2, 3].map(() => add(device, [{ name: 'ac_power_kw' }])));
    assert.deepEqual(answers.map((answer) => answer.statusCode).sort(), [201, 409, 409]);
    const stored = await test.app.inject({ url: `/api/v1/device/${device}/`, headers });
    assert.equal(stored.json<DeviceDetails>().variables.length, 1);
  });

  // spec §7: a list that lacks devices would look whole
  it('are told of one plant where a company has more devices than an answer holds', async () => {
    const [many] = await test.arrange<{ company_id: number; id: number }>(
      `insert into plant (company_id, proj_code, name) select company_id, 'MANY', 'Many' from plant where proj_code = 'P1'
       returning company_id, id`,
    );
    await test.arrange(
      `insert into device (company_id, plant_id, short_name) select $1, $2, 'M' || n from generate_series(1, 20001) n`,
      [many?.company_id, many?.id],
    );
    await test.arrange(
      'insert into company_user_plant (company_id, user_id, plant_id) select company_id, user_id, $1 from company_user_plant',
      [many?.id],
    );
    for (const path of ['device/', 'device/?proj_code=MANY', 'company-device/']) {
      const answer = await test.app.inject({ url: `/api/v1/${path}`, headers });
      assert.equal(answer.statusCode, 400, path);
      assert.match(answer.body, /proj_code/);
    }
    const one = await test.app.inject({ url: '/api/v1/device/?proj_code=P1', headers });
    assert.equal(one.statusCode, 200);
    await test.arrange('delete from device where plant_id = $1', [many?.id]);
  });

  it('are 500 at most', async () => {
    const device = await makeDevice();
    await test.arrange('update device set next_slot = 499 where id = $1', [device]);
    const two = await add(device, [{ name: 'ac_power_kw' }, { name: 'dc_power_kw' }]);
    assert.equal(two.statusCode, 400, two.body);
    assert.match(two.json<{ detail: string }>().detail, /500 variables at most/);
    assert.equal((await add(device, [{ name: 'ac_power_kw' }])).statusCode, 201);
    assert.equal((await add(device, [{ name: 'dc_power_kw' }])).statusCode, 400);
  });
  it('are refused with a reason where they could never be read', async () => {
    const device = await makeDevice();
    const good = { function_code: 3, address: 100, data_type: 'int16' };
    const wrong: [string, object][] = [
      ['address', { ...good, address: 65_535, data_type: 'float64' }],
      ['address', { ...good, address: 65_535, data_type: 'uint32' }],
      ['factor', { ...good, factor: 0 }],
      ['data_type', { ...good, function_code: 1 }],
      ['bit', { ...good, bit: 3 }],
      ['bit', { ...good, data_type: 'bit' }],
      ['scale_address', { ...good, function_code: 2, data_type: 'bit', scale_address: 5 }],
    ];
    for (const [field, register] of wrong) {
      const variables = [{ name: 'ac_power_kw', register }];
      for (const answer of [
        await add(device, variables),
        await post('/api/v1/device/', { proj_code: 'P1', short_name: 'WRONG', variables }),
      ]) {
        assert.equal(answer.statusCode, 400, `${JSON.stringify(register)}: ${answer.body}`);
        const { errors } = answer.json<{ errors: { path: string }[] }>();
        assert.deepEqual(
          errors.map(({ path }) => path),
          [`variables.0.register.${field}`],
        );
      }
    }
    for (const [name, register] of [
      ['ac_power_kw', { ...good, address: 65_535 }],
      ['dc_power_kw', { ...good, address: 65_532, data_type: 'float64', factor: -0.001, scale_address: 0 }],
      ['inverter_state', { ...good, data_type: 'bit', bit: 15 }],
      ['event_code', { ...good, function_code: 1, data_type: 'bit' }],
    ] as const) {
      const answer = await add(device, [{ name, register }]);
      assert.equal(answer.statusCode, 201, answer.body);
    }
  });
});
