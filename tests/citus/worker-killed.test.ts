import assert from 'node:assert/strict';
import { execSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { askAll } from '../../src/shared/server/reach.repository.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makeKey,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../support/app.ts';

const MINUTE = 60_000;

interface Company {
  readonly scope: Scope;
  readonly headers: Headers;
  readonly key: Headers;
  readonly device_id: number;
  /** Readings that were acknowledged, by instant. */
  readonly acknowledged: Map<number, number>;
}

/** A command of whoever runs the cluster, which ends a worker at once or starts it again. */
function command(name: 'CITUS_WORKER_DOWN' | 'CITUS_WORKER_UP'): () => void {
  const text = process.env[name];
  assert.ok(text, `${name} must be a command that ends, or starts, one worker of the cluster`);
  return () => execSync(text, { stdio: 'ignore' });
}

describe('a worker that is killed', () => {
  let test: TestApp;
  let companies: Company[];
  let [down, up]: (() => void)[] = [];
  before(async () => {
    [down, up] = [command('CITUS_WORKER_DOWN'), command('CITUS_WORKER_UP')];
    test = await createTestApp();
    companies = [];
    // As many as make it certain that some lie on either machine.
    for (let i = 0; i < 8; i += 1) companies.push(await makeOne(i));
  });
  after(async () => {
    try {
      up?.();
      await sleep(2_000);
    } finally {
      await test?.close();
    }
  });

  async function makeOne(i: number): Promise<Company> {
    const scope = await makeCompany(test.pool, `Company ${i}`);
    const user = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    const headers = await signIn(test, user, scope);
    const plant = await makePlant(test.pool, scope, 'P1');
    const device_id = await makeDevice(test.pool, scope, plant, 'INV1', ['ac_power_kw']);
    const { headers: key } = await makeKey(test, scope);
    return { scope, headers, key, device_id, acknowledged: new Map() };
  }

  async function deliver(company: Company, ts: number, value: number): Promise<number> {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/ingest/v1/readings/',
      headers: company.key,
      payload: {
        readings: [{ device: 'P1/INV1', ts: new Date(ts).toISOString(), values: { ac_power_kw: value } }],
      },
    });
    if (answer.statusCode < 300) company.acknowledged.set(ts, value);
    else {
      assert.equal(answer.statusCode, 503, answer.body);
      assert.equal(answer.json<{ code: string }>().code, 'unavailable');
      assert.ok(Number(answer.headers['retry-after']) > 0);
    }
    return answer.statusCode;
  }

  const read = (company: Company) =>
    test.app.inject({ method: 'GET', url: '/api/v1/plants/', headers: company.headers });

  /** It takes readings again within half a minute, and holds all that it acknowledged, and nothing else. */
  async function comesBack(company: Company, ts: number, value: number): Promise<void> {
    const until = Date.now() + 30_000;
    const isBack = async () =>
      (await deliver(company, ts, value)) < 300 && (await read(company)).statusCode === 200;
    while (!(await isBack())) {
      assert.ok(Date.now() < until, 'it does not come back');
      await sleep(500);
    }
    const { rows } = await inScope(test.pool, company.scope, (tx) =>
      tx.query<{ ts: Date; value: number }>(
        'select ts, vals[1] as value from obs where company_id = $1 and device_id = $2 order by ts',
        [company.scope.company_id, company.device_id],
      ),
    );
    assert.deepEqual(
      rows.map(({ ts: at, value: found }) => [at.getTime(), found]),
      [...company.acknowledged].sort(([a], [b]) => a - b),
    );
  }

  it('refuses its companies with 503 and no others, comes back by itself, and has lost nothing acknowledged', async () => {
    const start = Date.now() - 60 * MINUTE;
    for (const [i, company] of companies.entries()) assert.ok((await deliver(company, start, i)) < 300);
    down?.();
    const refused = new Set<Company>();
    for (let round = 1; round <= 3; round += 1) {
      for (const [i, company] of companies.entries()) {
        if ((await deliver(company, start + round * MINUTE, i)) === 503) refused.add(company);
        const answer = await read(company);
        assert.equal(answer.statusCode, refused.has(company) ? 503 : 200, answer.body);
      }
    }
    assert.ok(refused.size > 0 && refused.size < companies.length, `${refused.size} of ${companies.length}`);
    up?.();
    for (const [i, company] of companies.entries()) await comesBack(company, start + 10 * MINUTE, i);
  });

  it('is asked about again once it answers', async () => {
    await sleep(6_000);
    const { lacks } = await askAll(test.pool, (within) => test.pool.query('select $1::int[]', [within]));
    assert.equal(lacks, false);
  });
});
