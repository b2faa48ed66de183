import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openTestPool } from '../../../../tests/support/field.ts';
import { headerOf, startSmtpPeer } from '../../../../tests/support/smtp-peer.ts';
import { inTransaction } from '../db.ts';
import { JobQueue } from '../jobs.ts';
import type { Mail } from './layout.ts';
import { createMailer, queueMail } from './outbox.ts';

const mail: Mail = {
  to: 'rosa@example.org',
  language: 'it',
  subject: 'Una nuova password',
  paragraphs: ['È stata chiesta una nuova password.'],
  link: { label: 'Apri', url: 'https://portal.example.org/recover?token=verysecrettoken' },
};

interface Row {
  state: string;
  body_text: string;
}

async function until(holds: () => boolean | Promise<boolean>, limit_s = 30): Promise<void> {
  for (let i = 0; i < 20 * limit_s; i++) {
    if (await holds()) return;
    await pause(50);
  }
  assert.fail('it never came');
}

const KEY = Buffer.alloc(32, 7);

describe('a mail whose worker is killed in the middle', () => {
  const here = new URL('.', import.meta.url);
  const quiet = { warn: () => undefined, error: () => undefined };
  const children: ChildProcess[] = [];
  let base: Awaited<ReturnType<typeof openTestPool>>;
  before(async () => {
    base = await openTestPool();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await base?.close();
  });

  /** A worker as the program has it, in a process of its own. */
  function startWorker(smtp: string): ChildProcess {
    const code = `
      const { createPool } = await import('${new URL('../db.ts', here)}');
      const { JobQueue } = await import('${new URL('../jobs.ts', here)}');
      const { MailWorker } = await import('${new URL('./mail-worker.ts', here)}');
      const { mailQueue } = await import('${new URL('./mail-queue.ts', here)}');
      const { createPost } = await import('${new URL('./post.ts', here)}');
      const { readSmtpUrl } = await import('${new URL('./smtp-server.ts', here)}');
      const log = { warn() {}, error() {} };
      const pool = createPool(JSON.parse(process.env.TARGET), { max: 4, name: 'mail worker' });
      const jobs = new JobQueue({ pool, log, works: true });
      await jobs.start();
      const post = createPost({ server: readSmtpUrl(process.env.SMTP), from: 'portal@example.com' });
      const worker = new MailWorker({ pool, log, post, demo: false, key: Buffer.alloc(32, 7) });
      await jobs.work(mailQueue, (job, attempt) => worker.perform(job, attempt));
      await worker.wake(jobs);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { PATH: process.env.PATH, SMTP: smtp, TARGET: JSON.stringify(base.database) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    return child;
  }

  it('is sent by the next one: never lost, at most twice', async () => {
    let stuck = true;
    const peer = await startSmtpPeer({
      onData: (_stream, _session, done) => {
        if (!stuck) done();
      },
    });
    const smtp = `smtp://127.0.0.1:${peer.port}`;
    try {
      const sender = new JobQueue({ pool: base.pool, log: quiet, works: false });
      await sender.start();
      await inTransaction(base.pool, (client) =>
        queueMail(createMailer(sender, { providerName: 'Meridiana', key: KEY }), client, mail),
      );
      await sender.close();
      const first = startWorker(smtp);
      // The whole text is there, and the server has not said yes: the worst moment.
      await until(() => peer.mail.length === 1);
      const died = once(first, 'exit');
      first.kill('SIGKILL');
      await died;
      stuck = false;
      startWorker(smtp);
      const stateOf = async () =>
        (await base.pool.query<Row>('select state, body_text from mail_outbox')).rows[0];
      await until(async () => (await stateOf())?.state === 'sent');
      assert.equal((await stateOf())?.body_text, '');
      assert.equal(peer.mail.length, 2);
      const [one, two] = peer.mail.map((each) => headerOf(each, 'Message-ID'));
      assert.equal(one, two, 'a mailbox can tell that it is the same');
    } finally {
      await peer.close();
    }
  });
});
