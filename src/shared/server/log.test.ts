import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from './log.ts';

describe('the log', () => {
  it('blanks secrets wherever a request or a setting carries them', () => {
    const lines: string[] = [];
    const log = createLog('info', 'test', { write: (line) => void lines.push(line) });
    const headers = { authorization: 'Bearer t0k', cookie: 'c00k', 'set-cookie': 's3t' };
    log.info({ password: 'p4ss', req: { headers } }, 'x');
    log.info({ config: { secretKey: 'k3y', host: 'seen' }, body: { refresh: 'r3f' } }, 'y');
    const written = lines.join('');
    for (const secret of ['p4ss', 't0k', 'c00k', 's3t', 'k3y', 'r3f'])
      assert.ok(!written.includes(secret), secret);
    assert.match(written, /"part":"test".*\n.*seen/);
  });

  it('is silent below its level', () => {
    const lines: string[] = [];
    createLog('warn', 'test', { write: (line) => void lines.push(line) }).info('not said');
    assert.deepEqual(lines, []);
  });
});
