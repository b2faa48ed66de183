import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import type { ConfiguredPort, DeviceDetails } from '../../src/features/cloudcontrol/configured.contract.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
  type TestAppOptions,
  type TestUser,
} from './app.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A company with two plants, P1 and P2, whose devices are configured by calls. */
export interface ConfiguredField {
  readonly test: TestApp;
  readonly company_id: number;
  readonly owner: TestUser;
  readonly headers: Headers;
  /** Sees P1 only, and may configure it. */
  readonly engineer: Headers;
  call(method: Method, url: string, payload?: object, headers?: Headers): Promise<LightMyRequestResponse>;
  /** The answer of a call that must succeed. */
  must<T>(method: Method, url: string, payload?: object): Promise<T>;
  addPort(fields?: object): Promise<ConfiguredPort>;
  /** A new device of P1 with the power as its variable; `fields` over that. @returns its details */
  addDevice(fields?: object): Promise<DeviceDetails>;
}

let made = 0;

export async function makeConfiguredField(options: TestAppOptions = {}): Promise<ConfiguredField> {
  const test = await createTestApp(options);
  const company = await makeCompany(test.pool, 'Configured');
  const plant_id = await makePlant(test.pool, company, 'P1');
  await makePlant(test.pool, company, 'P2');
  const owner = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
  const headers = await signIn(test, owner, company);
  const narrow = await makeUser(test, { company, roles: ['ENGINEER_0', 'APP_0'], plants: [plant_id] });
  const engineer = await signIn(test, narrow, company);
  const call: ConfiguredField['call'] = (method, url, payload, as = headers) =>
    test.app.inject({ method, url, headers: as, ...(payload ? { payload } : {}) });
  async function must<T>(method: Method, url: string, payload?: object): Promise<T> {
    const answer = await call(method, url, payload);
    assert.ok(answer.statusCode < 300, `${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return (answer.body === '' ? undefined : answer.json()) as T;
  }
  return {
    test,
    company_id: company.company_id,
    owner,
    headers,
    engineer,
    call,
    must,
    addPort: (fields = {}) =>
      must<ConfiguredPort>('POST', '/cloudcontrol/v1/ports/', {
        proj_code: 'P1',
        host: '10.0.0.7',
        ...fields,
      }),
    async addDevice(fields = {}) {
      made += 1;
      const body = {
        proj_code: 'P1',
        short_name: `D${made}`,
        variables: [{ name: 'ac_power_kw' }],
        ...fields,
      };
      const { id } = await must<{ id: number }>('POST', '/api/v1/device/', body);
      return must<DeviceDetails>('GET', `/cloudcontrol/v1/deviceDetails/${id}/`);
    },
  };
}

/** Until a statement waits for what another transaction holds. */
export async function somebodyWaits(test: TestApp): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const waiting = await test.arrange(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      [],
    );
    if (waiting.length > 0) return;
    await pause(20);
  }
  assert.fail('nobody waits');
}
