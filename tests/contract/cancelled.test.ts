import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { urlOf } from '../../src/shared/contract/client.ts';
import { createTestApp, type Headers, type TestApp } from '../support/app.ts';
import { tryAll } from '../support/today.ts';
import { ask, originOf, send } from './support/ask.ts';
import { companyCalls, isStream } from './support/calls.ts';
import { plantCanaries } from './support/canaries.ts';
import { exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { callsOfToday } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

const CONNECTIONS = 200;
const ROUNDS = tryAll ? 6 : 3;

/** A reproducible sequence in [0, 1): the same requests are cancelled on every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Question {
  readonly world: World;
  readonly url: string;
  readonly headers: Headers;
}

describe('requests that are cancelled', () => {
  let test: TestApp;
  let worlds: readonly [World, World];
  let questions: readonly Question[];
  before(async () => {
    test = await createTestApp(forLoops);
    worlds = [await makeWorld(test), await makeWorld(test)];
    const reads = callsOfToday(companyCalls.filter(({ call }) => call.method === 'GET' && !isStream(call)));
    const all: Question[] = [];
    for (const world of worlds) {
      await plantCanaries(world);
      for (const declared of reads) {
        const given = await exampleOf(declared, world);
        all.push({
          world,
          url: urlOf(declared.call, given),
          headers: { ...world.headers, ...given.headers },
        });
      }
    }
    questions = all;
  });
  after(() => test?.close());

  const other = (world: World): World => (world === worlds[0] ? worlds[1] : worlds[0]);

  /** Asks on a connection of its own; undefined when it was cancelled on the way. */
  async function askOnce(origin: string, { url, headers }: Question, cancel: number | undefined) {
    return new Promise<{ status: number; text: string } | undefined>((resolve, reject) => {
      const asked = request(origin + url, { headers, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', () => resolve(undefined));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      });
      asked.on('error', (error) => (cancel === undefined ? reject(error) : resolve(undefined)));
      asked.end();
      if (cancel !== undefined) setTimeout(() => asked.destroy(), cancel);
    });
  }

  it('leave every other answer to its own company, on 200 connections of two companies', async () => {
    const origin = await originOf(test);
    const random = sequence(20_260_601);
    let [answered, cancelled] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const work = Array.from({ length: CONNECTIONS }, async () => {
        const question = questions[Math.floor(random() * questions.length)] ?? assert.fail('no question');
        const cancel = random() < 0.2 ? Math.floor(random() * 40) : undefined;
        const answer = await askOnce(origin, question, cancel);
        if (answer === undefined) return cancelled++;
        const { status, text } = answer;
        if (status < 300) answered++;
        // A pool that is busy for long may say so, and files take turns; neither answers somebody else's question.
        assert.ok(
          status < 300 || status === 503 || status === 429,
          `${question.url}: ${status} ${text.slice(0, 200)}`,
        );
        const { mark } = other(question.world);
        assert.ok(!text.includes(mark), `${question.url} answers another company: ${text.slice(0, 300)}`);
        return answered;
      });
      await Promise.all(work);
    }
    assert.ok(cancelled > CONNECTIONS / 10, `only ${cancelled} were cancelled`);
    assert.ok(answered > (CONNECTIONS * ROUNDS) / 2, `only ${answered} were answered`);
  });

  it('leave no connection of the pool in a transaction or in a company, and everybody is answered afterwards', async () => {
    const idle = await test.arrange<{ state: string }>(
      `select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    assert.deepEqual(idle, []);
    const clients = await Promise.all(Array.from({ length: 6 }, () => test.pool.connect()));
    try {
      for (const client of clients) {
        const { rows } = await client.query(
          `select coalesce(current_setting('app.company_id', true), '') as company, (select count(*)::int from plant) as plants`,
        );
        assert.deepEqual(rows, [{ company: '', plants: 0 }]);
      }
    } finally {
      for (const client of clients) client.release();
    }
    for (const { world, url, headers } of questions) {
      const { status, text } = await send(test, { url, headers });
      assert.ok(status < 300, `${url}: ${status}`);
      assert.ok(!text.includes(other(world).mark), url);
    }
  });

  it('of a person whose company changes on the way are answered for the company that each of them named', async () => {
    const [one, two] = worlds;
    const list = companyCalls.find(({ key }) => key === 'plants.list') ?? assert.fail('no list');
    await test.arrange(
      `insert into company_user (company_id, user_id, roles) values ($1, $2, '{COMPANY_OWNER,APP_0}')`,
      [two.scope.company_id, one.owner.id],
    );
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const world = i % 2 === 0 ? one : two;
        const headers = { ...one.headers, 'id-client': String(world.scope.company_id) };
        return { world, text: (await ask(test, list.call, {}, headers)).text };
      }),
    );
    for (const { world, text } of answers) {
      assert.ok(text.includes(world.mark) && !text.includes(other(world).mark), text.slice(0, 200));
    }
  });
});
