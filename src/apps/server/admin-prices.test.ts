import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
} from '../../../tests/support/app.ts';
import type { MarketPrices } from '../../features/weather/prices.contract.ts';
import { commands } from './admin-commands.ts';

const NOW = new Date('2025-10-26T10:00:00Z');
const HEAD = 'Data/Date (YYYYMMDD);Ora /Hour;PUN;NORD';

/** A market day as it is published; its hours cost -1, 0, 1, … */
const dayOf = (day: string, hours: number): string =>
  Array.from({ length: hours }, (_, i) => `${day};${i + 1};${i - 1},5;${i - 1}`).join('\n');

describe('npm run admin -- import-prices', () => {
  let test: TestApp;
  let folder: string;
  let headers: Headers;
  before(async () => {
    test = await createTestApp({ now: () => NOW });
    folder = await mkdtemp(join(tmpdir(), 'prices-'));
    const company = await makeCompany(test.pool, 'Prices');
    const user = await makeUser(test, { company, roles: ['VIEWER', 'APP_0'] });
    headers = await signIn(test, user, company, NOW);
  });
  after(async () => {
    await test.close();
    await rm(folder, { recursive: true });
  });

  const bring = async (content: string, zone?: string): Promise<void> => {
    const path = join(folder, 'prices.csv');
    await writeFile(path, content);
    await commands['import-prices']?.run(test.pool, { zone }, [path], { secretKey: '' });
  };
  const ask = async (query: string): Promise<MarketPrices> => {
    const answer = await test.app.inject({ url: `/api/v1/meteoblue-get-price/?${query}`, headers });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };

  it('brings prices that the call answers by hour and zone, on days of 23, 24 and 25 hours', async (t) => {
    const print = t.mock.method(console, 'log', () => undefined);
    await bring(`${HEAD}\n${dayOf('20250330', 23)}\n${dayOf('20251025', 24)}\n${dayOf('20251026', 25)}\n`);
    assert.equal(print.mock.calls.at(-1)?.arguments[0], '144 prices were imported, of NORD, PUN.');
    const spring = await ask('zone=NORD&start=2025-03-29T23:00:00Z&end=2025-03-30T22:00:00Z');
    assert.deepEqual(
      spring.values,
      Array.from({ length: 23 }, (_, i) => i - 1),
      'a negative price is a price',
    );
    const autumn = await ask('zone=NORD&start=2025-10-25T22:00:00Z&end=2025-10-26T23:00:00Z');
    assert.equal(autumn.values.length, 25);
    assert.equal(autumn.values.at(-1), 23);
    assert.deepEqual([autumn.unit, autumn.zones], ['EUR/MWh', ['NORD', 'PUN']]);
    // Today and tomorrow in Rome, where nothing is said: 25 hours and 24, of which nothing is known.
    const both = await ask('');
    assert.deepEqual([both.zone, both.ts.length, both.ts[0]], ['PUN', 49, '2025-10-25T22:00:00.000Z']);
    assert.deepEqual([both.values[0], both.values[25]], [-1.5, null]);
    assert.deepEqual(
      (await ask('zone=SARD')).values.filter((value) => value !== null),
      [],
    );
    // The same hours again are written over.
    await bring(`${HEAD}\n${dayOf('20251025', 24).replace('20251025;1;-1,5;-1', '20251025;1;7;8')}\n`);
    assert.deepEqual((await ask('start=2025-10-24T22:00:00Z&end=2025-10-24T23:00:00Z')).values, [7]);
  });

  it('imports nothing of a file that it does not understand, and says which line', async () => {
    const before = await test.arrange('select count(*)::int as n from market_price');
    await assert.rejects(bring(`${HEAD}\n20250101;1;10;10\n20250101;26;1;1\n`), {
      message: /line 3: 2025-01-01 has no hour 26: it has 24$/,
    });
    await assert.rejects(bring('datetime_utc,price_eur_mwh\n2025-01-01T00:00:00Z,1\n', 'no zone'), {
      message: '--zone must be a zone such as NORD.',
    });
    await assert.rejects(
      async () => commands['import-prices']?.run(test.pool, {}, ['/no/such/file'], { secretKey: '' }),
      {
        message: 'The file /no/such/file cannot be read.',
      },
    );
    assert.deepEqual(await test.arrange('select count(*)::int as n from market_price'), before);
  });

  it('is asked for a stretch that ends after it begins, and of 400 days at most', async () => {
    for (const query of [
      'start=2025-01-02T00:00:00Z&end=2025-01-02T00:00:00Z',
      'start=2020-01-02T00:00:00Z&end=2025-01-02T00:00:00Z',
      'zone=north',
    ]) {
      const { statusCode } = await test.app.inject({ url: `/api/v1/meteoblue-get-price/?${query}`, headers });
      assert.equal(statusCode, 400, query);
    }
  });
});
