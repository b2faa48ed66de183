import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import { AppError, PartialFailure } from '../errors.ts';
import { handleErrors } from './problems.ts';

const failure = (code: string, syscall?: string): Error =>
  Object.assign(new Error('as the database driver puts it'), { code, ...(syscall ? { syscall } : {}) });

async function answerTo(error: Error) {
  const app = Fastify();
  handleErrors(app);
  app.get('/', () => Promise.reject(error));
  const answer = await app.inject('/');
  await app.close();
  return {
    status: answer.statusCode,
    code: answer.json<{ code: string }>().code,
    retry: answer.headers['retry-after'] !== undefined,
    text: answer.body,
  };
}

describe('what was thrown becomes an answer', () => {
  for (const [what, error] of [
    ['a socket that is not there', failure('ENOENT', 'connect')],
    ['a connection refused', failure('ECONNREFUSED', 'connect')],
    ['a connection lost', failure('ECONNRESET', 'read')],
    ['a server going down', failure('57P01')],
    ['a server that starts', failure('57P03')],
    ['no connection left', failure('53300')],
    ['a full disk', failure('53100')],
    ['a disk that fails', failure('58030')],
    ['a copy that only reads', failure('25006')],
    ['a name that is not found just now', failure('EAI_AGAIN', 'getaddrinfo')],
    ['a deadlock that came again', failure('40P01')],
    ['a client that was lost', new Error('Client has encountered a connection error and is not queryable')],
    ['a pool that was closed', new Error('Cannot use a pool after calling end on the pool')],
    ['work of which a part stands', new PartialFailure(failure('53100'), { lines: 7 })],
    ['a statement that took too long', failure('57014')],
    ['a lock that was not free in time', failure('55P03')],
  ] as const) {
    it(`503 and when to come back for ${what}`, async () => {
      const { status, code, retry, text } = await answerTo(error);
      assert.deepEqual([status, code, retry], [503, 'unavailable', true]);
      assert.ok(!text.includes('driver'));
    });
  }

  it('with what stands already where work was interrupted, whatever interrupted it', async () => {
    for (const cause of [failure('53100'), new AppError('limit', 'too much'), failure('XX000')]) {
      const { text } = await answerTo(new PartialFailure(cause, { lines: 7 }));
      assert.equal(JSON.parse(text).lines, 7);
      assert.ok(!text.includes('driver'));
    }
  });

  it('500 for a missing file, which says nothing about the database', async () => {
    const { status, code, text } = await answerTo(failure('ENOENT', 'open'));
    assert.deepEqual([status, code], [500, 'internal']);
    assert.ok(!text.includes('driver'));
  });

  it('409 for what somebody else stored at the same moment', async () => {
    const { status, code, text } = await answerTo(failure('23505'));
    assert.deepEqual([status, code], [409, 'conflict']);
    assert.ok(!text.includes('driver'));
  });
});
