import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { auditRegister } from '../../src/apps/server/audit-register.ts';
import { ALARM_RULES } from '../../src/features/alarms/alarm-rules.model.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { createTestApp, makeCompany, makeUser, type TestApp } from '../support/app.ts';
import { ask } from './support/ask.ts';
import { calls } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { callsOfToday } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

const READINGS = 'readings by the thousand: each is kept with its time, and the key with its last use';
/** Calls that are no GET and leave no row of their own, each with the reason. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  'measurements.createImport': 'a file that waits is no reading yet: the import is what is audited',
  'measurements.previewImport': 'it reads the file and changes nothing',
  'cameras.order': 'how a wall looks to oneself',
  'calculations.preview': 'it calculates and keeps nothing',
  'lightingMunicipalities.preview': 'it calculates and keeps nothing',
  'alarmRules.preview': 'it looks at stored readings and keeps nothing',
  'templates.preview': 'it compares and changes nothing',
  'fieldTools.giveUp': 'asking is audited; what is not asked any more is none',
  'reports.k451': 'it reads: the specification has it so',
  'statements.trial': 'it calculates and keeps nothing',
  'whatIf.whatIf': 'it calculates and keeps nothing',
  'whatIf.sizing': 'it calculates and keeps nothing',
  'rgi.preview': 'it calculates and keeps nothing',
  'weather.weatherPlants': 'it reads: more codes than an address holds',
  'overview.exportCards': 'it reads: more codes than an address holds',
  'files.createUpload': 'an address to send a file to: the file that came is what is audited',
  'measurements.ingest': READINGS,
  'measurements.ingestLines': READINGS,
  'measurements.ingestNdjson': READINGS,
  'measurements.writeInflux': READINGS,
  'companies.findInvitation': 'it reads, with the token where no log of addresses keeps it',
  'identity.refresh': 'the session that was opened, and audited, goes on',
  'identity.register': 'whoever has just registered belongs to no company: joining one is audited',
  'identity.recover': 'anybody may ask for a link to any address: the password that came of it is audited',
  // Changed addresses and passwords leave their rows: identity.account.test.ts.
  'identity.findRecovery': 'it reads, with the token where no log of addresses keeps it',
  'identity.confirmEmail': 'the address stays the one it was',
  'identity.sendConfirmation': 'a mail to oneself',
  'identity.updateUser': "how the portal looks to oneself, and one's own name",
  'identity.putAvatar': "a person's own picture",
  'identity.removeAvatar': "a person's own picture",
  'choices.saveChoice': 'what one is mailed oneself',
  'choices.testMail': 'a mail to oneself',
  'choices.findMailStop': 'it reads, with the token where no log of addresses keeps it',
  'choices.stopMail': 'what one is mailed oneself',
  'choices.stopMailByProgram': 'what one is mailed oneself',
  'listLayouts.save': 'how a list looks to oneself',
  'listViews.create': 'how a list looks to oneself: sharing it is audited',
  'listViews.update': 'how a list looks to oneself: a change of a shared one is audited',
  'listViews.remove': 'how a list looks to oneself: a shared one that goes is audited',
  'notifications.markRead': 'what one has read oneself',
  'notifications.saveKind': 'what one is notified of oneself',
  'identity.beginSecondFactor': 'a secret that opens nothing yet: switching it on is audited',
};

/** What a body that changes something may name, which the audit then tells as changed; but what only asks for the change. */
const NOT_TOLD = new Set(['change', 'from_device', 'password', 'remove', 'replace', 'revision', 'version']);
function changeable(): string[] {
  const bodies = calls.filter(({ key, call }) => call.method === 'PATCH' && !(key in NOT_AUDITED));
  return bodies.flatMap(({ call }) => {
    const body: unknown = call.body;
    return body instanceof z.ZodObject ? Object.keys(body.shape).filter((name) => !NOT_TOLD.has(name)) : [];
  });
}

interface Entry {
  readonly actor_id: number | null;
  readonly address: string | null;
  readonly action: string;
  readonly target: string;
  readonly detail: Record<string, unknown>;
}

describe('who did what, and from where', () => {
  let test: TestApp;
  let world: World;
  let home: Scope;
  before(async () => {
    test = await createTestApp(forLoops);
    world = await makeWorld(test);
    home = await makeCompany(test.pool, 'Home');
  });
  after(() => test?.close());

  const FROM = '198.51.100.77';

  /** In whichever company: the founder's new one, the one that was joined, each of a person's own. */
  const entriesBeside = (known: readonly string[]) =>
    test.arrange<Entry>(
      `select actor_id, host(address) as address, action, target, detail from audit
       where not company_id || '/' || id = any($1) order by at, id`,
      [known],
    );
  /** Each row that is there. */
  async function listKnown(): Promise<string[]> {
    const rows = await test.arrange<{ row: string }>(`select company_id || '/' || id as row from audit`);
    return rows.map(({ row }) => row);
  }

  /** What an example's own requests write down after their answers is written. */
  async function calm(): Promise<void> {
    const { pool } = test;
    do await pause(5);
    while (pool.idleCount < pool.totalCount || pool.waitingCount > 0);
  }

  /** Whoever belongs nowhere belongs somewhere from now on: what they do to their account is told there. */
  async function placeEverybody(): Promise<void> {
    // Accounts and memberships lie on different machines of a distributed database: each is asked for by itself.
    const members = await test.arrange<{ user_id: string }>('select user_id from company_user');
    const placed = members.map(({ user_id }) => user_id);
    const rows = await test.arrange<{ id: string }>(
      'select id from user_account where id <> all($1::bigint[])',
      [placed],
    );
    for (const { id } of rows)
      await test.arrange(
        `insert into company_user (company_id, user_id, first_name, last_name, roles) values ($1, $2, '', '', '{VIEWER}')`,
        [home.company_id, id],
      );
  }

  const writes = callsOfToday(calls.filter(({ call }) => call.method !== 'GET'));
  for (const declared of writes) {
    const { key, call } = declared;
    const reason = NOT_AUDITED[key];
    it(`${key} ${reason ? `leaves no row: ${reason}` : 'leaves a row with who and from where'}`, async () => {
      const given = await exampleOf(declared, world);
      await calm();
      await placeEverybody();
      const before = await listKnown();
      const headers = { ...world.headers, ...given.headers, 'x-forwarded-for': FROM };
      const answer = await ask(test, call, given, headers);
      assert.equal(answer.status, call.status, answer.text.slice(0, 300));
      const entries = await entriesBeside(before);
      if (reason) return assert.deepEqual(entries, [], `${key} is audited: take it off the list`);
      assert.ok(
        entries.length > 0,
        `${key} leaves no row: call recordAudit in its transaction, or say why not here`,
      );
      for (const { actor_id, address, action, detail } of entries) {
        // Whoever holds a signed link has no account.
        assert.ok(actor_id !== null || 'link' in detail, `${key} ${action} has no actor`);
        assert.equal(address, FROM, `${key} ${action} says it came from elsewhere`);
        assert.ok(action in auditRegister.words.en.actions, `${key} names its action`);
      }
    });
  }

  it('leaves out the names and addresses of people, which could not be taken back', async () => {
    const people = await test.arrange<{ name: string; email: string }>(
      `select name, email from user_account where name <> '' and name <> $1
       union select first_name || ' ' || last_name, email from invitation`,
      // The plant's own mark: the example of registering lends it to a person, and its code may be told.
      [world.plant.mark],
    );
    assert.ok(people.length > 0);
    const entries = await entriesBeside([]);
    assert.ok(entries.length > writes.length / 2);
    for (const { action, target, detail } of entries) {
      const result = JSON.stringify([target, detail]).toLowerCase();
      for (const { name, email } of people) {
        assert.ok(!result.includes(email.toLowerCase()), `${action} holds an address: ${result}`);
        assert.ok(!result.includes(name.toLowerCase()), `${action} holds a name: ${result}`);
      }
      assert.ok(!/@|argon2|bearer/.test(result), `${action} holds what it should not: ${result}`);
    }
  });

  it('is said in words of both languages, whatever was done', async () => {
    const rows = await test.arrange<Pick<Entry, 'action' | 'detail'>>('select action, detail from audit');
    const stored = rows.flatMap(({ detail }) =>
      Object.keys(detail).map((key) => key.replace(/_before$/, '')),
    );
    const named = rows.flatMap(({ detail: { fields } }) => (Array.isArray(fields) ? fields.map(String) : []));
    const params = Object.values(ALARM_RULES).flatMap((rule) => Object.keys(rule));
    const fields = new Set([...stored, ...named, ...params, ...changeable()]);
    for (const [language, words] of Object.entries(auditRegister.words)) {
      const without = (keys: Iterable<string>, said: object) => [...keys].filter((key) => !(key in said));
      const actions = new Set(rows.map(({ action }) => action));
      assert.deepEqual(without(actions, words.actions), [], `${language} has no words for these actions`);
      assert.deepEqual(without(fields, words.fields), [], `${language} has no words for these keys`);
    }
  });

  it('is not written by a refused call', async () => {
    const idle = await makeUser(test, { company: world.scope, roles: [] });
    assert.ok(idle.id);
    const before = await listKnown();
    for (const declared of writes) {
      const params = Object.fromEntries(
        [...declared.call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']),
      );
      await ask(test, declared.call, { params }, { authorization: 'Bearer x' });
    }
    assert.deepEqual(await entriesBeside(before), []);
  });

  it('has a reason for each exception, and no exception that is no call', () => {
    for (const key of Object.keys(NOT_AUDITED))
      assert.ok(
        calls.some((one) => one.key === key),
        key,
      );
  });
});
