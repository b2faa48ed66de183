import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { makeCompany, openTestPool } from '../../../../tests/support/field.ts';
import {
  type Delivered,
  headerOf,
  partsOf,
  type SmtpPeer,
  startSmtpPeer,
} from '../../../../tests/support/smtp-peer.ts';
import { inTransaction } from '../db.ts';
import { AppError } from '../errors.ts';
import { JobQueue } from '../jobs.ts';
import { inScope, type Scope } from '../tenancy.ts';
import { UNANSWERED } from '../unanswered.ts';
import type { Mail } from './layout.ts';
import { type MailJob, mailQueue } from './mail-queue.ts';
import { MailWorker } from './mail-worker.ts';
import { removeOldMail } from './outbox.repository.ts';
import { createMailer, queueCountedMail, queueMail } from './outbox.ts';
import { createPost, type PostOptions, Undelivered } from './post.ts';
import { openLinks, type RestingMail } from './sealed-links.ts';
import { readSmtpUrl } from './smtp-server.ts';

const SECRET = 'https://portal.example.org/recover?token=verysecrettoken';
const mail: Mail = {
  to: 'rosa@example.org',
  language: 'it',
  subject: 'Così è: la città di Forlì ☀',
  paragraphs: ['Però l’università è già qui.'],
  link: { label: 'Apri', url: SECRET },
};
const KEY = randomBytes(32);
const FROM = 'Portale Energia <portal@example.com>';

interface Row extends RestingMail {
  state: string;
  attempts: number;
  fault: string;
  body_text: string;
  body_html: string;
  sent_at: Date | null;
}

async function until(holds: () => boolean | Promise<boolean>, limit_s = 30): Promise<void> {
  for (let i = 0; i < 20 * limit_s; i++) {
    if (await holds()) return;
    await pause(50);
  }
  assert.fail('it never came');
}

describe('mail', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let peers: SmtpPeer[] = [];
  const warned: unknown[][] = [];
  const log = { warn: (...said: unknown[]) => void warned.push(said), error: assert.fail };
  before(async () => {
    base = await openTestPool(6);
  });
  after(() => base?.close());
  afterEach(async () => {
    await Promise.all(peers.map((peer) => peer.close()));
    peers = [];
    warned.length = 0;
  });

  async function startPeer(options: SMTPServerOptions = {}, port = 0): Promise<SmtpPeer> {
    const peer = await startSmtpPeer(options, port);
    peers.push(peer);
    return peer;
  }

  const postTo = (url: string, more: Partial<PostOptions> = {}) => {
    const server = readSmtpUrl(url);
    assert.ok(server);
    return createPost({ server, from: FROM, ...more });
  };
  const workerOf = (post: ReturnType<typeof createPost> | undefined, demo = false) =>
    new MailWorker({ pool: base.pool, log, post, demo, key: KEY });

  /** A mail in the outbox, without a job. */
  async function put(given: Partial<Mail> = {}): Promise<number> {
    let id: number | undefined;
    const mailer = createMailer(
      {
        send: async (_tx, queue, data) => {
          assert.equal(queue.name, 'mail');
          id = (data as MailJob).id;
        },
      },
      { providerName: 'Meridiana', key: KEY },
    );
    await inTransaction(base.pool, (client) => queueMail(mailer, client, { ...mail, ...given }));
    assert.ok(id);
    return id;
  }

  async function rowOf(id: number): Promise<Row> {
    const { rows } = await base.pool.query<Row>('select * from mail_outbox where id = $1', [id]);
    assert.ok(rows[0]);
    assert.ok(!JSON.stringify(rows[0]).includes('verysecrettoken'), 'links rest sealed');
    return openLinks(KEY, rows[0]);
  }

  /** Sends one mail by one try; answers the fault that asks for another. */
  async function attempt(post: ReturnType<typeof createPost> | undefined, id: number, last = false) {
    try {
      await workerOf(post).perform({ id }, { last });
      return undefined;
    } catch (error) {
      assert.ok(error instanceof Undelivered);
      return error;
    }
  }

  async function delivered(options: SMTPServerOptions, given: Partial<Mail> = {}): Promise<Delivered> {
    const peer = await startPeer(options);
    const id = await put(given);
    assert.equal(await attempt(postTo(`smtp://127.0.0.1:${peer.port}`), id), undefined);
    assert.equal((await rowOf(id)).state, 'sent');
    const [one, more] = peer.mail;
    assert.ok(one && !more);
    return one;
  }

  it('arrives with its accents, plain and styled, and says that a program sent it', async () => {
    const one = await delivered({});
    assert.deepEqual([one.from, one.to], ['portal@example.com', ['rosa@example.org']]);
    assert.equal(headerOf(one, 'Subject'), mail.subject);
    assert.equal(headerOf(one, 'From'), FROM);
    assert.equal(headerOf(one, 'To'), 'rosa@example.org');
    assert.equal(headerOf(one, 'Auto-Submitted'), 'auto-generated');
    assert.equal(headerOf(one, 'Content-Language'), 'it');
    assert.match(headerOf(one, 'Message-ID') ?? '', /^<\d+\.\d+@example\.com>$/);
    assert.equal(headerOf(one, 'X-Mailer'), undefined);
    const { text, html } = partsOf(one);
    assert.match(text, /Però l’università è già qui\.\r?\n/);
    assert.ok(text.includes(SECRET) && html.includes(SECRET));
    assert.match(html, /Meridiana/);
  });

  it('keeps no text once it was sent: its link is a secret', async () => {
    const peer = await startPeer();
    const id = await put();
    assert.match((await rowOf(id)).body_text, /verysecrettoken/);
    await attempt(postTo(`smtp://127.0.0.1:${peer.port}`), id);
    const row = await rowOf(id);
    assert.deepEqual(
      [row.state, row.attempts, row.fault, row.body_text, row.body_html],
      ['sent', 1, '', '', ''],
    );
    assert.ok(row.sent_at);
    await attempt(postTo(`smtp://127.0.0.1:${peer.port}`), id);
    assert.equal(peer.mail.length, 1, 'what was sent is not sent again');
  });

  it('lets nothing that anybody typed into its head', async () => {
    const subject = 'Ciao\r\nBcc: all@example.net\r\n\r\n<b>body</b>\u2028X-Evil: 1\u0000';
    const one = await delivered({}, { subject });
    assert.equal(headerOf(one, 'Bcc'), undefined);
    assert.equal(headerOf(one, 'X-Evil'), undefined);
    assert.equal(headerOf(one, 'Subject'), 'Ciao Bcc: all@example.net <b>body</b> X-Evil: 1');
    assert.deepEqual(one.to, ['rosa@example.org']);
    const long = await delivered({}, { subject: '🌞'.repeat(5000) });
    assert.equal(headerOf(long, 'Subject'), '🌞'.repeat(200));
  });

  it('goes to one person only, whatever stands in the address', async () => {
    for (const to of [
      'a@example.org, b@example.org',
      'a@example.org\r\nBcc: b@example.org',
      'A <a@example.org>',
      'a@example.org;b@example.org',
      'a b@example.org',
      '"a@b"@example.org',
      'group:a@example.org;',
      'a@example.org\u0000',
      '',
    ]) {
      await assert.rejects(put({ to }), /needs the address of one person/, JSON.stringify(to));
    }
  });

  describe('and TLS', () => {
    const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) => {
      if (username === 'portal' && password === 'pa:ss') return done(null, { user: username });
      done(new Error(`Wrong: ${Buffer.from(`\0${username}\0${password}`).toString('base64')} ${password}`));
    };
    /** The peer as a server elsewhere would be: on this machine nobody asks for TLS. */
    function postElsewhere(peer: SmtpPeer, password: string | undefined, tls?: PostOptions['tls']) {
      const userinfo = password === undefined ? '' : `portal:${encodeURIComponent(password)}@`;
      const server = readSmtpUrl(`smtp://${userinfo}mail.example.com:${peer.port}`);
      assert.ok(server);
      return createPost({ server: { ...server, host: '127.0.0.1' }, from: FROM, ...(tls ? { tls } : {}) });
    }

    it('begins it by STARTTLS and signs in behind it', async () => {
      const peer = await startPeer({ onAuth, authOptional: false });
      const id = await put();
      assert.equal(await attempt(postElsewhere(peer, 'pa:ss', { ca: peer.ca }), id), undefined);
      assert.deepEqual([peer.mail[0]?.secure, peer.mail[0]?.user], [true, 'portal']);
    });

    it('speaks it from the first byte to smtps', async () => {
      const peer = await startPeer({ secure: true });
      const id = await put();
      assert.equal(
        await attempt(postTo(`smtps://127.0.0.1:${peer.port}`, { tls: { ca: peer.ca } }), id),
        undefined,
      );
      assert.equal(peer.mail[0]?.secure, true);
    });

    it('sends nothing to a server that is not the one it says', async () => {
      const peer = await startPeer({ onAuth });
      const id = await put();
      const fault = await attempt(postElsewhere(peer, 'pa:ss'), id);
      assert.match(fault?.message ?? '', /self-signed certificate/i);
      assert.equal(fault?.final, false, 'somebody may set it right');
      assert.equal(peer.mail.length, 0);
    });

    it('tells no password to a server that offers no TLS', async () => {
      let asked = 0;
      const peer = await startPeer({
        hideSTARTTLS: true,
        allowInsecureAuth: true,
        onAuth: (given, session, done) => {
          asked++;
          onAuth(given, session, done);
        },
      });
      assert.ok(await attempt(postElsewhere(peer, 'pa:ss'), await put()));
      assert.deepEqual([asked, peer.mail.length], [0, 0]);
    });

    it('repeats no password when the server refuses it', async () => {
      const peer = await startPeer({ onAuth });
      const id = await put();
      const fault = await attempt(postElsewhere(peer, 'wrong-one', { ca: peer.ca }), id);
      assert.match(fault?.message ?? '', /^535 /);
      for (const secret of ['wrong-one', Buffer.from('\0portal\0wrong-one').toString('base64')]) {
        assert.ok(!fault?.message.includes(secret));
        assert.ok(!(await rowOf(id)).fault.includes(secret));
      }
    });
  });

  it('is given up at once when the server does not know the address', async () => {
    const peer = await startPeer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('No such user here'), { responseCode: 550 })),
    });
    const id = await put();
    assert.equal(await attempt(postTo(`smtp://127.0.0.1:${peer.port}`), id), undefined);
    const row = await rowOf(id);
    assert.deepEqual([row.state, row.attempts], ['failed', 1]);
    assert.match(row.fault, /550.*No such user here/);
    assert.match(row.body_text, /verysecrettoken/, 'an administrator may still hand the link over');
    assert.match(JSON.stringify(warned), /npm run admin -- outbox/);
    assert.doesNotMatch(JSON.stringify(warned), /verysecrettoken|rosa@/);
  });

  it('is tried again when the server is busy, and given up at the last try with its words but no link', async () => {
    const peer = await startPeer({
      onData: (stream, _session, done) => {
        stream.resume();
        done(Object.assign(new Error(`Looks like spam: ${SECRET}\u0007`), { responseCode: 451 }));
      },
    });
    const post = postTo(`smtp://127.0.0.1:${peer.port}`);
    const id = await put();
    assert.match((await attempt(post, id))?.message ?? '', /451/);
    assert.deepEqual([(await rowOf(id)).state, (await rowOf(id)).attempts], ['waiting', 1]);
    assert.equal(warned.length, 0);
    assert.equal(await attempt(post, id, true), undefined);
    const row = await rowOf(id);
    assert.deepEqual([row.state, row.attempts], ['failed', 2]);
    assert.match(row.fault, /451.*Looks like spam: …/);
    assert.doesNotMatch(row.fault, /secret|\p{Cc}/u);
  });

  it('does not wait for ever for a server that says nothing', async () => {
    const peer = await startPeer({ onMailFrom: () => undefined });
    const id = await put();
    const fault = await attempt(postTo(`smtp://127.0.0.1:${peer.port}`, { within_ms: 300 }), id);
    assert.equal(fault?.message, 'the mail server did not answer in time');
    assert.equal(fault?.unanswered, false);
    assert.equal((await rowOf(id)).state, 'waiting');
  });

  it('waits for the answer of a server that looks through it, and comes twice at most where none comes', async () => {
    let answers = true;
    const peer = await startPeer({
      onData: (_stream, _session, done) => void (answers && setTimeout(done, 500)),
    });
    const post = postTo(`smtp://127.0.0.1:${peer.port}`, { within_ms: 300, answer_ms: 2000 });
    const slow = await put();
    assert.equal(await attempt(post, slow), undefined);
    assert.deepEqual([(await rowOf(slow)).state, peer.mail.length], ['sent', 1]);
    answers = false;
    const hasty = postTo(`smtp://127.0.0.1:${peer.port}`, { within_ms: 2000, answer_ms: 300 });
    const id = await put();
    assert.equal((await attempt(hasty, id))?.unanswered, true);
    assert.equal((await rowOf(id)).state, 'waiting');
    assert.equal(await attempt(hasty, id), undefined);
    const row = await rowOf(id);
    assert.deepEqual([row.state, row.attempts, row.fault, peer.mail.length], ['failed', 2, UNANSWERED, 3]);
    const ended = postTo(`smtp://127.0.0.1:${peer.port}`, { ending: AbortSignal.timeout(300) });
    assert.equal((await attempt(ended, await put()))?.unanswered, true, 'a worker that ends waits for none');
  });

  it('is kept where no mail server is set, which a real installation is warned of', async () => {
    const id = await put();
    await attempt(undefined, id);
    assert.equal((await rowOf(id)).state, 'kept');
    assert.match((await rowOf(id)).body_text, /verysecrettoken/);
    assert.match(JSON.stringify(warned), /npm run admin -- outbox/);
    assert.doesNotMatch(JSON.stringify(warned), /verysecrettoken|rosa@|Forlì/);
    warned.length = 0;
    await workerOf(undefined, true).perform({ id: await put() }, { last: false });
    assert.equal(warned.length, 0, 'the demonstration shows it');
  });

  it('is not sent twice by two workers with the same job', async () => {
    const peer = await startPeer();
    const id = await put();
    const post = postTo(`smtp://127.0.0.1:${peer.port}`);
    await Promise.all([attempt(post, id), attempt(post, id), attempt(post, id)]);
    assert.equal(peer.mail.length, 1);
  });

  it('is handed over by the job queue, with the action or not at all, as soon as a dead server is alive', async () => {
    const gone = await startPeer();
    const { port } = gone;
    await gone.close();
    peers = [];
    const jobs = new JobQueue({ pool: base.pool, log, works: true });
    await jobs.start();
    try {
      const worker = workerOf(postTo(`smtp://127.0.0.1:${port}`));
      await jobs.work(mailQueue, (job, given) => worker.perform(job, given));
      const mailer = createMailer(jobs, { providerName: 'Meridiana', key: KEY });
      const undone = inTransaction(base.pool, async (client) => {
        await queueMail(mailer, client, { ...mail, subject: 'undone' });
        throw new Error('thought better of it');
      });
      await assert.rejects(undone, /thought better/);
      await inTransaction(base.pool, (client) => queueMail(mailer, client, { ...mail, subject: 'done' }));
      const find = async () =>
        (await base.pool.query<Row>(`select * from mail_outbox where subject in ('done', 'undone')`)).rows;
      await until(async () => ((await find())[0]?.attempts ?? 0) > 0);
      assert.match((await find())[0]?.fault ?? '', /ECONNREFUSED/);
      const peer = await startPeer({}, port);
      await until(async () => (await find())[0]?.state === 'sent');
      assert.deepEqual(
        peer.mail.map((one) => headerOf(one, 'Subject')),
        ['done'],
      );
      assert.equal((await find()).length, 1);
    } finally {
      await jobs.close();
    }
  });

  it('is counted where people typed the address, and takes turns with that of other companies', async () => {
    const [one, other] = [await makeCompany(base.pool, 'One'), await makeCompany(base.pool, 'Other')];
    const turns: unknown[] = [];
    const mailer = createMailer(
      { send: async (_tx, _queue, _data, whose) => void turns.push(whose) },
      {
        providerName: 'Meridiana',
        key: KEY,
        limits: { mail: 3, sms: 0, to_address: 2 },
        now: () => new Date('2026-06-20T12:00:00Z'),
      },
    );
    const sending = async (scope: Scope, to: string, outside = true): Promise<unknown> => {
      try {
        return await inScope(base.pool, scope, async (tx) => {
          await queueCountedMail(mailer, tx, { ...mail, to }, { outside });
          return 'sent';
        });
      } catch (error) {
        assert.ok(error instanceof AppError);
        return [error.status, error.message.slice(0, 20), error.options.retryAfter_s];
      }
    };
    for (const to of ['a@example.org', 'A@example.org']) assert.equal(await sending(one, to), 'sent');
    // Until midnight by the clock of Rome there are ten hours.
    const address = [429, 'One address is sent ', 36_000];
    assert.deepEqual(await sending(one, 'a@example.org'), address);
    assert.equal(await sending(one, 'b@example.org'), 'sent');
    assert.deepEqual(await sending(one, 'c@example.org'), [429, 'A company sends 3 ma', 36_000]);
    // A colleague is no address outside, and is sent no more than anybody.
    for (const _ of [1, 2]) assert.equal(await sending(one, 'd@example.org', false), 'sent');
    assert.deepEqual(await sending(one, 'd@example.org', false), address);
    // What the portal tells accounts is not counted, and no company is another's limit.
    await inScope(base.pool, one, (tx) => queueMail(mailer, tx, { ...mail, to: 'a@example.org' }, tx.scope));
    assert.equal(await sending(other, 'a@example.org'), 'sent');
    assert.deepEqual(
      turns.map((whose) => (whose as Scope).company_id),
      [...Array(6).fill(one.company_id), other.company_id],
    );
    const { rows } = await base.pool.query(
      `select count(*)::int as mails from mail_outbox where to_address in ('c@example.org', 'd@example.org')`,
    );
    assert.deepEqual(rows, [{ mails: 2 }]);
  });

  it('is removed after a week, and after a day when it was sent', async () => {
    await base.pool.query('delete from mail_outbox');
    await base.pool.query(
      `insert into mail_outbox (to_address, language, subject, body_text, body_html, state, created_at, sent_at) values
         ('a@example.org', 'it', 'waits', '', '', 'kept', now() - interval '6 days 23 hours', null),
         ('a@example.org', 'it', 'waited', '', '', 'kept', now() - interval '7 days 1 hour', null),
         ('a@example.org', 'it', 'sent', '', '', 'sent', now() - interval '2 days', now() - interval '25 hours'),
         ('a@example.org', 'it', 'just sent', '', '', 'sent', now() - interval '2 days', now() - interval '23 hours')`,
    );
    await removeOldMail(base.pool);
    const { rows } = await base.pool.query<{ subject: string }>(
      'select subject from mail_outbox order by id',
    );
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      ['waits', 'just sent'],
    );
  });

  it('that an older program left with its links in clear is sealed when a worker starts, and sent whole', async () => {
    await base.pool.query('delete from mail_outbox');
    const stop = 'https://portal.example.org/unsubscribe?token=verysecrettoken2&x=1';
    const html = `<a href="${stop.replace('&', '&amp;')}">${SECRET}</a>`;
    const text = `${SECRET}\n\n${stop}\nhttps://portal.example.org/`;
    await base.pool.query(
      `insert into mail_outbox (to_address, language, subject, body_text, body_html, unsubscribe_url)
       values ('a@example.org', 'it', 'old', $1, $2, $3)`,
      [text, html, stop],
    );
    await workerOf(undefined).wake({ send: async () => undefined });
    const [{ id } = { id: 0 }] = (await base.pool.query<{ id: number }>('select id from mail_outbox')).rows;
    const row = await rowOf(id);
    assert.deepEqual([row.body_text, row.unsubscribe_url, row.body_html], [text, stop, html]);
  });

  it('whose links were sealed with another key is not sent, and says so', async () => {
    const peer = await startPeer();
    const id = await put();
    const post = postTo(`smtp://127.0.0.1:${peer.port}`);
    const worker = new MailWorker({ pool: base.pool, log, post, demo: false, key: randomBytes(32) });
    await worker.perform({ id }, { last: false });
    assert.deepEqual([(await rowOf(id)).state, peer.mail.length], ['failed', 0]);
    assert.match((await rowOf(id)).fault, /SECRET_KEY/);
  });
});
