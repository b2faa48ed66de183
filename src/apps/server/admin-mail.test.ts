import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestPool } from '../../../tests/support/field.ts';
import { commands, help } from './admin-commands.ts';

describe('npm run admin -- outbox', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  before(async () => {
    base = await openTestPool(1);
  });
  after(() => base?.close());

  it('prints the mail that waits with its links, oldest first, and says of each why it is here', async (t) => {
    assert.match(help(), /^ {2}outbox$/m);
    const print = t.mock.method(console, 'log', () => undefined);
    const printed = async (): Promise<string> => {
      await commands.outbox?.run(base.pool, {}, []);
      return String(print.mock.calls.at(-1)?.arguments[0]);
    };
    assert.equal(await printed(), 'No mail waits.');
    await base.pool.query(
      `insert into mail_outbox (to_address, language, subject, body_text, body_html, state, fault) values
         ('a@example.org', 'it', 'Primo', 'https://portal.example.org/one', '', 'kept', ''),
         ('b@example.org', 'it', 'Sent', '', '', 'sent', ''),
         ('c@example.org', 'en', 'Third', 'https://portal.example.org/three', '', 'failed', '550 no such user'),
         ('d@example.org', 'en', 'Fourth', 'https://portal.example.org/four', '', 'waiting', '')`,
    );
    const lines = (await printed()).split('\n');
    assert.match(
      lines[0] ?? '',
      /^Mail \d+ of \d{4}-\d\d-\d\dT[\d:.]+Z was kept, because no mail server is set$/,
    );
    assert.deepEqual(
      lines
        .filter((line) => /^(To|Subject|https|---|Mail)/.test(line))
        .map((line) => line.replace(/^Mail .*Z /, '')),
      [
        'was kept, because no mail server is set',
        'To: a@example.org',
        'Subject: Primo',
        'https://portal.example.org/one',
        '---',
        'could not be sent (550 no such user)',
        'To: c@example.org',
        'Subject: Third',
        'https://portal.example.org/three',
        '---',
        'waits to be sent',
        'To: d@example.org',
        'Subject: Fourth',
        'https://portal.example.org/four',
      ],
    );
  });
});
