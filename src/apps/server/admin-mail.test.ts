import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestPool } from '../../../tests/support/field.ts';
import { inTransaction } from '../../shared/server/db.ts';
import { createMailer, queueMail } from '../../shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../shared/server/mail/sealed-links.ts';
import { deriveKey } from '../../shared/server/secret-key.ts';
import { commands, help } from './admin-commands.ts';

const SECRET = 'any secret of an installation';

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
      await commands.outbox?.run(base.pool, {}, [], { secretKey: SECRET });
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

  it('opens the links of mail that rests sealed, and says where the key is another one', async (t) => {
    await base.pool.query('delete from mail_outbox');
    const url = 'https://portal.example.org/recover?token=verysecrettoken';
    const mailer = createMailer(
      { send: async () => undefined },
      { providerName: 'Meridiana', key: deriveKey(SECRET, MAIL_KEY) },
    );
    const mail = { to: 'a@example.org', language: 'it', subject: 'Scegli', paragraphs: [] } as const;
    await inTransaction(base.pool, (client) =>
      queueMail(mailer, client, { ...mail, link: { label: 'Scegli', url } }),
    );
    const { rows } = await base.pool.query('select m::text from mail_outbox m');
    assert.ok(!JSON.stringify(rows).includes('verysecrettoken'));
    const print = t.mock.method(console, 'log', () => undefined);
    for (const secretKey of [SECRET, 'another one'])
      await commands.outbox?.run(base.pool, {}, [], { secretKey });
    const [opened, shut] = print.mock.calls.map((call) => String(call.arguments[0]));
    assert.ok(opened?.includes(`\n${url}\n`), opened);
    assert.match(shut ?? '', /\n\(this link cannot be opened: was SECRET_KEY changed\?\)\n/);
  });
});
