import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestApp, type TestAppOptions } from '../../../../tests/support/app.ts';
import type { KeptMail } from '../../contract/mail.contract.ts';

describe("the demonstration's mail", () => {
  /** What the call answers where three mails lie, the third of them sent. */
  async function outboxOf(options: TestAppOptions, mails = 3): Promise<{ status: number; mail: KeptMail[] }> {
    const test = await createTestApp(options);
    try {
      await test.arrange(
        `insert into mail_outbox (to_address, language, subject, body_text, body_html, state)
         select 'rosa@example.org', 'it', 'mail ' || i, 'text ' || i, '', case when i = 3 then 'sent' else 'kept' end
         from generate_series(1, $1::int) i`,
        [mails],
      );
      const answer = await test.app.inject('/user/v1/outbox/');
      return { status: answer.statusCode, mail: answer.statusCode === 200 ? answer.json() : [] };
    } finally {
      await test.close();
    }
  }

  it('is shown to this machine, newest first', async () => {
    const { status, mail } = await outboxOf({ demo: true });
    assert.equal(status, 200);
    assert.deepEqual(
      mail.map(({ subject, body_text, state }) => [subject, body_text, state]),
      [
        ['mail 3', 'text 3', 'sent'],
        ['mail 2', 'text 2', 'kept'],
        ['mail 1', 'text 1', 'kept'],
      ],
    );
  });

  it('is cut at the latest hundred', async () => {
    const { mail } = await outboxOf({ demo: true, host: '::1' }, 120);
    assert.deepEqual([mail.length, mail[0]?.subject], [100, 'mail 120']);
  });

  it('is no call in a real installation, nor in a demonstration that others can reach', async () => {
    for (const options of [{}, { demo: true, host: '0.0.0.0' }, { demo: true, host: '192.0.2.7' }]) {
      assert.equal((await outboxOf(options)).status, 404, JSON.stringify(options));
    }
  });
});
