import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { makeCompany, openTestPool } from '../../../../tests/support/field.ts';
import { publicReach } from '../endpoints/public-reach.ts';
import { AppError } from '../errors.ts';
import { createMailer } from '../mail/outbox.ts';
import { readOutbound } from '../network-settings.ts';
import { inScope, type Scope } from '../tenancy.ts';
import { UNANSWERED } from '../unanswered.ts';
import { listUnsentSms, removeOldSms } from './sms-outbox.repository.ts';
import { openText, queueSms } from './sms-outbox.ts';
import { type SmsPort, SmsUndelivered } from './sms-provider.ts';
import { SmsWorker } from './sms-worker.ts';
import { twilio } from './twilio.ts';

const SMS = {
  to_number: '+390212345678',
  text: 'R-0007 Inverter è fermo: https://portal.example.org/r/1.2.abc',
};
const ACCOUNT = 'AC0123456789abcdef0123456789abcdef';
const KEY = 'f00df00df00df00df00df00df00df00d';

// As Twilio's documentation shows them, shortened to what is read.
const RECORDED = {
  taken: [201, { sid: 'SM1', status: 'queued', error_code: null, to: SMS.to_number }],
  wrongNumber: [
    400,
    {
      code: 21211,
      message: "The 'To' number +390 is not a valid phone number.",
      more_info: 'https://x/21211',
      status: 400,
    },
  ],
  notSignedIn: [401, { code: 20003, message: `Authenticate ${KEY}`, status: 401 }],
  tooMany: [429, { code: 20429, message: 'Too Many Requests', status: 429 }],
  away: [503, '<html>'],
} as const;

describe('text messages by Twilio', () => {
  let answer: readonly [number, unknown] = RECORDED.taken;
  let asked: { request: IncomingMessage; body: string } | undefined;
  const server = createServer(async (request, reply) => {
    asked = { request, body: await textOf(request) };
    reply.writeHead(answer[0], { 'content-type': 'application/json' });
    reply.end(JSON.stringify(answer[1]));
  });
  let send: SmsPort;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const reach = publicReach(readOutbound(`127.0.0.1:${port}`, assert.fail));
    const settings = { url: `http://127.0.0.1:${port}`, account: ACCOUNT, key: KEY, sender: 'Meridiana' };
    send = twilio({ settings, reach });
  });
  after(() => server.close());

  it('are posted as its documentation says', async () => {
    answer = RECORDED.taken;
    await send(SMS);
    assert.equal(asked?.request.method, 'POST');
    assert.equal(asked?.request.url, `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`);
    const basic = Buffer.from(`${ACCOUNT}:${KEY}`).toString('base64');
    assert.equal(asked?.request.headers.authorization, `Basic ${basic}`);
    const form = Object.fromEntries(new URLSearchParams(asked?.body));
    assert.deepEqual(form, { To: SMS.to_number, From: 'Meridiana', Body: SMS.text });
  });

  it('are given up where the number is wrong, else tried again; no secret is repeated', async () => {
    const faultOf = async (recorded: readonly [number, unknown]) => {
      answer = recorded;
      const fault = await send(SMS).catch((error: unknown) => error);
      assert.ok(fault instanceof SmsUndelivered);
      return [fault.final, fault.message];
    };
    assert.deepEqual(await faultOf(RECORDED.wrongNumber), [
      true,
      "400 (21211) The 'To' number +390 is not a valid phone number.",
    ]);
    assert.deepEqual(await faultOf(RECORDED.notSignedIn), [false, '401 (20003) Authenticate …']);
    assert.deepEqual(await faultOf(RECORDED.tooMany), [false, '429 (20429) Too Many Requests']);
    assert.deepEqual(await faultOf(RECORDED.away), [false, '503']);
  });

  it('may have been sent where the whole was asked for and no answer came', async () => {
    const hanging = createServer(() => undefined);
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    const { port } = hanging.address() as AddressInfo;
    const reach = publicReach(readOutbound(`127.0.0.1:${port}`, assert.fail));
    const settings = { url: `http://127.0.0.1:${port}`, account: ACCOUNT, key: KEY, sender: 'Meridiana' };
    const faultOf = async () =>
      twilio({ settings, reach, within_ms: 300 })(SMS).catch((error: SmsUndelivered) => error);
    const fault = await faultOf();
    assert.deepEqual([fault?.message, fault?.unanswered], ['timeout', true]);
    hanging.closeAllConnections();
    await new Promise((resolve) => hanging.close(resolve));
    assert.equal((await faultOf())?.unanswered, false, 'nobody was asked');
  });

  it('reach nothing inside that the installation does not list', async () => {
    const settings = { url: 'http://127.0.0.1:9', account: ACCOUNT, key: KEY, sender: 'Meridiana' };
    await assert.rejects(twilio({ settings, reach: publicReach([]) })(SMS), /not_allowed/);
  });
});

describe('the outbox of text messages', () => {
  const key = Buffer.alloc(32, 7);
  const warned: unknown[] = [];
  const log = { warn: (...told: unknown[]) => void warned.push(told) };
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let queued: number;
  /** Whose jobs were asked for. */
  let turns: unknown[];
  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Firms');
  });
  after(() => base?.close());
  beforeEach(async () => {
    await base.pool.query('delete from sms_outbox');
    warned.length = 0;
    await inScope(base.pool, scope, (tx) => tx.query('delete from messages_of_day'));
    turns = [];
    queued = await inScope(base.pool, scope, (tx) => queueSms(sender(), tx, SMS));
  });

  const sender = (limits = { mail: 9, sms: 9, to_address: 9 }) =>
    createMailer(
      { send: async (_tx, _queue, _data, whose) => void turns.push(whose) },
      { providerName: 'M', key, limits },
    );
  const worker = (port: SmsPort | undefined) => new SmsWorker({ pool: base.pool, log, port, key });
  const stored = async () => (await base.pool.query('select * from sms_outbox')).rows[0];

  it('keeps texts sealed, and their number in clear', async () => {
    const [row] = await listUnsentSms(base.pool, 10);
    assert.equal(row?.to_number, SMS.to_number);
    assert.ok(!row?.sealed_text?.includes('portal.example.org'));
    assert.equal(row && openText(key, row), SMS.text);
    assert.throws(() => row && openText(key, { ...row, to_number: '+390000000000' }));
  });

  it('takes no more of a company, and none more for a number, than a day may have', async () => {
    assert.deepEqual(turns, [scope], 'they take turns with those of other companies');
    const sending = (limits: Parameters<typeof sender>[0], to_number = '+390212345679') =>
      inScope(base.pool, scope, (tx) => queueSms(sender(limits), tx, { ...SMS, to_number })).then(
        () => 'sent',
        (error: unknown) => (error instanceof AppError ? error.message : String(error)),
      );
    const few = { mail: 9, sms: 9, to_address: 2 };
    assert.equal(await sending(few), 'sent');
    assert.equal(await sending(few), 'sent');
    assert.match(await sending(few), /^One number is sent 2 text messages a day/);
    const all = { mail: 9, sms: 3, to_address: 9 };
    assert.match(await sending(all, '+390212345670'), /^A company sends 3 text messages a day/);
    const other = await makeCompany(base.pool, 'Others');
    await inScope(base.pool, other, (tx) => queueSms(sender(all), tx, SMS));
  });

  it('hands a message over once, and keeps no text of it', async () => {
    const sent: unknown[] = [];
    const port: SmsPort = async (sms) => void sent.push(sms);
    await worker(port).perform({ id: queued }, { last: false });
    await worker(port).perform({ id: queued }, { last: false });
    assert.deepEqual(sent, [SMS]);
    const { state, sealed_text } = await stored();
    assert.deepEqual([state, sealed_text], ['sent', null]);
  });

  it('lets one wait that nobody could take, until the last try; what is refused is not tried again', async () => {
    const away: SmsPort = () => Promise.reject(new SmsUndelivered('503', false));
    await assert.rejects(worker(away).perform({ id: queued }, { last: false }), /503/);
    assert.equal((await stored()).state, 'waiting');
    await worker(away).perform({ id: queued }, { last: true });
    const { state, fault } = await stored();
    assert.deepEqual([state, fault, warned.length], ['failed', '503', 1]);
  });

  it('tries one that may have been sent once more at most, and says so', async () => {
    const away: SmsPort = () => Promise.reject(new SmsUndelivered('503', false));
    const silent: SmsPort = () => Promise.reject(new SmsUndelivered('timeout', false, true));
    for (const port of [silent, away])
      await assert.rejects(worker(port).perform({ id: queued }, { last: false }));
    assert.deepEqual(
      [(await stored()).state, (await stored()).fault],
      ['waiting', `${UNANSWERED}; then: 503`],
    );
    await worker(silent).perform({ id: queued }, { last: false });
    assert.deepEqual([(await stored()).state, (await stored()).fault], ['failed', UNANSWERED]);
  });

  it('keeps messages where nobody sends them, for a week', async () => {
    await worker(undefined).perform({ id: queued }, { last: false });
    assert.equal((await stored()).state, 'kept');
    await base.pool.query(`update sms_outbox set created_at = now() - interval '8 days'`);
    await removeOldSms(base.pool);
    assert.equal(await stored(), undefined);
  });
});
