import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type pg from 'pg';
import type { PortWay } from './health.repository.ts';
import { HealthBook } from './health-book.ts';
import { HealthWriter } from './health-writer.ts';

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const portOf = (company_id: number): PortWay => ({ company_id, port_id: 7, connected: true, reason: null });

/** A writer of ports alone; for some companies it does not reach the database. */
function writerFor(companies: readonly number[], isAway: (company_id: number) => boolean) {
  const [tried, written]: [number[], number[]] = [[], []];
  let company_id = 0;
  const client = {
    query: async (query: string | { text: string }) => {
      const text = typeof query === 'string' ? query : query.text;
      const begun = Number(/app\.company_id = '(\d+)'/.exec(text)?.[1]);
      if (begun) company_id = begun;
      if (begun) tried.push(company_id);
      if (isAway(company_id)) throw away();
      if (text === 'commit') written.push(company_id);
      return { rows: [], command: text.toUpperCase() };
    },
    release: () => undefined,
    on: () => undefined,
    off: () => undefined,
    removeListener: () => undefined,
  };
  const messages: string[] = [];
  const tell = (_: object, message: string) => void messages.push(message);
  const writer = new HealthWriter({
    pool: { connect: async () => client } as unknown as pg.Pool,
    log: { warn: tell, info: tell } as never,
    book: new HealthBook(() => 0),
    holder: 'test',
    ways: () => companies.map(portOf),
    now: () => 0,
    every_ms: 3_600_000,
  });
  const round = async () => {
    tried.length = 0;
    written.length = 0;
    // Writes once, and can be asked to again.
    await writer.close();
    return { tried: [...tried], written: [...written] };
  };
  return { round, messages };
}

describe('the writer of health', () => {
  it('writes the others whatever one company has, and that one once it can', async () => {
    let broken = true;
    const { round, messages } = writerFor([1, 2, 3], (id) => broken && id === 1);
    assert.deepEqual((await round()).written, [2, 3]);
    assert.deepEqual((await round()).tried, [1], 'the others have not changed');
    assert.equal(messages.length, 1);
    broken = false;
    assert.deepEqual((await round()).written, [1]);
    assert.equal(messages.length, 2);
  });

  it('asks few in vain while the database is away, and each in its turn', async () => {
    const companies = [1, 2, 3, 4, 5, 6];
    const { round } = writerFor(companies, (id) => id !== 6);
    assert.deepEqual((await round()).tried, [1, 2, 3]);
    assert.deepEqual(await round(), { tried: [4, 5, 6, 1], written: [6] });
    assert.deepEqual((await round()).tried, [2]);
    assert.deepEqual((await round()).tried, [3]);
  });
});
