import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { makeDevice } from '../../../../tests/support/field.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { AlarmRule, AlarmRules } from '../alarm-rules.contract.ts';
import { CompanyRules } from '../alarm-rules.model.ts';
import { listSetRules } from './watched.repository.ts';

describe('thresholds of alarms', () => {
  let test: TestApp;
  let scope: Scope;
  let device_id: number;
  let other_id: number;
  let plant_id: number;
  let manager: Record<string, string>;
  let engineer: Record<string, string>;
  let viewer: Record<string, string>;
  before(async () => {
    test = await createTestApp();
    scope = await makeCompany(test.pool, 'Thresholds');
    plant_id = await makePlant(test.pool, scope, 'ONE');
    const hidden = await makePlant(test.pool, scope, 'HIDDEN');
    device_id = await makeDevice(test.pool, scope, plant_id, 'I1', ['ac_power_kw']);
    other_id = await makeDevice(test.pool, scope, hidden, 'H1', ['ac_power_kw']);
    const of = async (role: 'MANAGEMENT_0' | 'ENGINEER_0' | 'VIEWER', plants: number[]) => {
      const user = await makeUser(test, { company: scope, roles: [role, 'APP_0'], plants });
      return { ...(await signIn(test, user)), 'id-client': String(scope.company_id) };
    };
    manager = await of('MANAGEMENT_0', []);
    engineer = await of('ENGINEER_0', [plant_id]);
    viewer = await of('VIEWER', [plant_id]);
  });
  after(() => test?.close());

  async function ask(
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    { as = manager, body }: { as?: Record<string, string>; body?: object } = {},
  ) {
    const answer = await test.app.inject({
      method,
      url: `/api/v1/${url}`,
      headers: as,
      ...(body ? { payload: body } : {}),
    });
    return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() };
  }
  const rulesOf = async (query = '', as = manager): Promise<AlarmRules> =>
    (await ask('GET', `alarm-rules/${query}`, { as })).json;
  const ruleIn = ({ rules }: AlarmRules, code: string): AlarmRule => {
    const found = rules.find((rule) => rule.code === code);
    assert.ok(found, code);
    return found;
  };
  const paramIn = (rules: AlarmRules, code: string, name: string) => {
    const found = ruleIn(rules, code).params.find((param) => param.name === name);
    assert.ok(found, name);
    return { value: found.value, from: found.from, own: found.own, wider: found.wider };
  };
  const put = (body: object, as = manager) => ask('PUT', 'alarm-rules/', { as, body });

  it('come from the nearest of device, plant, company and the standard, value by value', async () => {
    const code = 'no_production';
    await put({ code, enabled: null, params: { open_after_min: 45, bright_wm2: 200 } });
    await put({ proj_code: 'ONE', code, enabled: false, params: { open_after_min: 60 } });
    await put({ device_id, code, enabled: null, params: { least_share_pct: 2.5 } });
    const rules = await rulesOf(`?device_id=${device_id}`);
    assert.deepEqual(rules.subject, {
      level: 'device',
      proj_code: 'ONE',
      plant_name: rules.subject.plant_name,
      device_id,
      short_name: 'I1',
    });
    const plant = { value: 60, from: 'plant' };
    assert.deepEqual(paramIn(rules, code, 'open_after_min'), { ...plant, own: null, wider: plant });
    assert.equal(paramIn(rules, code, 'bright_wm2').from, 'company');
    assert.deepEqual(paramIn(rules, code, 'least_share_pct'), {
      value: 2.5,
      from: 'device',
      own: 2.5,
      wider: { value: 1, from: 'standard' },
    });
    assert.deepEqual(ruleIn(rules, code).enabled, {
      value: false,
      from: 'plant',
      own: null,
      wider: { value: false, from: 'plant' },
    });
    const held = new CompanyRules(await inScope(test.pool, scope, listSetRules, 'read only'));
    assert.deepEqual(held.ruleOf(code, { plant_id, device_id }), {
      enabled: false,
      values: { open_after_min: 60, close_after_min: 5, bright_wm2: 200, least_share_pct: 2.5 },
    });
  });

  it('are taken back by saying nothing, or by deleting them', async () => {
    const code = 'inverter_fault';
    await put({ proj_code: 'ONE', code, enabled: null, params: { open_after_min: 7 } });
    assert.equal(ruleIn(await rulesOf('?proj_code=ONE'), code).version, 1);
    const { json } = await put({ proj_code: 'ONE', code, enabled: null, params: { open_after_min: null } });
    assert.equal(ruleIn(json, code).version, 0);
    assert.equal((await ask('DELETE', `alarm-rules/?proj_code=ONE&code=${code}`)).status, 404);
    await put({ proj_code: 'ONE', code, enabled: false, params: {} });
    assert.equal((await ask('DELETE', `alarm-rules/?proj_code=ONE&code=${code}`)).status, 204);
    assert.equal(ruleIn(await rulesOf('?proj_code=ONE'), code).enabled.from, 'standard');
  });

  it('are not written over by somebody who saw older ones', async () => {
    const given = { proj_code: 'ONE', code: 'no_data', enabled: null };
    assert.equal((await put({ ...given, params: { silent_after_min: 120 }, version: 0 })).status, 200);
    const late = await put({ ...given, params: { silent_after_min: 30 }, version: 0 });
    assert.equal(late.status, 409);
    assert.equal(paramIn(late.json.stored, 'no_data', 'silent_after_min').value, 120);
    assert.equal((await put({ ...given, params: { silent_after_min: 30 }, version: 1 })).status, 200);
  });

  it('are refused at the field that is wrong', async () => {
    const faults = async (body: object) => {
      const { status, json } = await put({ enabled: null, ...body });
      assert.equal(status, 400);
      return json.errors.map(({ path, code }: { path: string; code: string }) => [path, code]);
    };
    const of = { proj_code: 'ONE' };
    assert.deepEqual(await faults({ ...of, code: 'string_weak', params: { weak_share_pct: 0, wrong: 1 } }), [
      ['params.weak_share_pct', 'range'],
      ['params.wrong', 'unknown'],
    ]);
    assert.deepEqual(await faults({ ...of, code: 'no_data', params: { silent_after_min: 61 } }), [
      ['params.silent_after_min', 'choice'],
    ]);
    assert.deepEqual(await faults({ ...of, code: 'device_silent', params: { silent_after_polls: 2.5 } }), [
      ['params.silent_after_polls', 'step'],
    ]);
    assert.deepEqual(await faults({ device_id, code: 'no_data', params: {} }), [['code', 'of_plants']]);
    assert.deepEqual(await faults({ device_id, code: 'string_weak', params: { bright_wm2: 300 } }), [
      ['params.bright_wm2', 'unknown'],
    ]);
  });

  it('of the company are set by who sees every plant, of a plant by who sees it', async () => {
    const body = { code: 'string_weak', enabled: null, params: { weak_share_pct: 60 } };
    assert.equal((await put(body, engineer)).status, 403);
    assert.equal((await put({ ...body, proj_code: 'HIDDEN' }, engineer)).status, 404);
    assert.equal((await put({ ...body, device_id: other_id }, engineer)).status, 404);
    assert.equal((await put({ ...body, proj_code: 'ONE', device_id: other_id })).status, 404);
    assert.equal((await put({ ...body, proj_code: 'ONE' }, engineer)).status, 200);
    assert.equal((await put({ ...body, proj_code: 'ONE' }, viewer)).status, 403);
  });

  it('that deviate are listed, those of hidden plants to nobody who may not see them', async () => {
    const body = { code: 'meter_mismatch', enabled: false, params: {} };
    await put({ ...body, proj_code: 'HIDDEN' });
    const list = async (as: Record<string, string>) => {
      const { json } = await ask('GET', 'alarm-rules-set/', { as });
      assert.equal(json.count, json.results.length);
      return json.results.map(({ level, proj_code, short_name, code }: Record<string, string>) =>
        [level, proj_code, short_name, code].filter(Boolean).join(' '),
      );
    };
    const all = await list(manager);
    assert.ok(all.includes('plant HIDDEN meter_mismatch'));
    assert.equal(all[0], 'company no_production');
    assert.deepEqual(
      await list(engineer),
      all.filter((line: string) => !line.includes('HIDDEN')),
    );
    const { json } = await ask('GET', 'alarm-rules-set/?page_size=1&page=2');
    assert.equal(json.results.length, 1);
    assert.equal(json.count, all.length);
  });
});
