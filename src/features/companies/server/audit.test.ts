import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makeKey,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import type { AuditAction } from '../../../shared/server/audit.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { inScope, type Scope, scopeOfPerson } from '../../../shared/server/tenancy.ts';
import english from '../../../shared/web/i18n/en.json' with { type: 'json' };
import type { AuditEntry } from '../audit.contract.ts';

interface Page {
  count: number;
  next: string | null;
  previous: string | null;
  results: AuditEntry[];
}

describe('the audit', () => {
  let test: TestApp;
  let company: Scope;
  let owner: TestUser;
  let rosa: TestUser;
  let headers: Headers;
  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Audited');
    owner = await makeUser(test, { company, roles: ['COMPANY_OWNER'] });
    rosa = await makeUser(test, { company, roles: ['WORKER'] });
    await rename(owner, 'Olga Proprietaria');
    await rename(rosa, '=cmd|"Rosa"; 100%_ok');
    headers = await signIn(test, owner, company);
  });
  after(() => test?.close());

  const rename = (user: TestUser, name: string) =>
    test.arrange('update user_account set name = $2 where id = $1', [user.id, name]);

  /** Writes an entry as the program would, at an instant. */
  async function record(
    scope: Scope,
    action: AuditAction,
    target: string | number,
    more: { detail?: object; at?: string } = {},
  ): Promise<void> {
    await inScope(test.pool, scope, (tx) => recordAudit(tx, action, String(target), { ...more.detail }));
    if (more.at === undefined) return;
    await test.arrange(
      'update audit set at = $2 where company_id = $1 and id = (select max(id) from audit where company_id = $1)',
      [scope.company_id, more.at],
    );
  }

  const by = (user: TestUser, address: string | null = null, where = company) =>
    scopeOfPerson(where.company_id, { user_id: user.id, address });

  async function list(query = '', as: Headers = headers): Promise<Page> {
    const answer = await test.app.inject({ url: `/api/v1/audit/${query}`, headers: as });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  }

  const save = (query: string, as: Headers = headers) =>
    test.app.inject({ url: `/api/v1/audit/export/${query}`, headers: as });

  async function rowsOf(query: string, separator: string): Promise<string[][]> {
    const answer = await save(query);
    assert.equal(answer.statusCode, 200, answer.body);
    return parse(answer.body, { delimiter: separator, bom: true }) as string[][];
  }

  it('names people, plants, devices and keys as they are called now', async () => {
    const plant_id = await makePlant(test.pool, company, 'SOLE-1');
    const device_id = await makeDevice(test.pool, company, plant_id, 'INV7', ['ac_power_kw']);
    const key = await makeKey(test, company, { name: 'Gateway di Forlì' });
    await record(by(owner, '203.0.113.9'), 'user.changed', rosa.id, { detail: { roles: ['VIEWER'] } });
    await record(company, 'plant.changed', 'SOLE-1');
    await record(company, 'device.created', device_id);
    await record(company, 'company.changed', company.company_id);
    await record(company, 'device.created', 999_999);
    await record(company, 'plant.created', 'GONE');
    const { results } = await list('?page_size=7');
    assert.deepEqual(
      results.map(({ action, target_name, actor_name, address }) => [
        action,
        target_name,
        actor_name,
        address,
      ]),
      [
        ['plant.created', null, null, null],
        ['device.created', null, null, null],
        ['company.changed', 'Audited', null, null],
        ['device.created', 'INV7', null, null],
        ['plant.changed', 'SOLE-1', null, null],
        ['user.changed', '=cmd|"Rosa"; 100%_ok', 'Olga Proprietaria', '203.0.113.9'],
        ['key.created', 'Gateway di Forlì', null, null],
      ],
    );
    assert.deepEqual(results[5]?.detail, { roles: ['VIEWER'] });
    assert.deepEqual([results[6]?.target, results[6]?.detail.name], [String(key.id), undefined]);
  });

  it('says what devices, variables and people in the details are called now, in the file too', async () => {
    const plant_id = await makePlant(test.pool, company, 'SOLE-2');
    const device_id = await makeDevice(test.pool, company, plant_id, 'INV8', ['ac_power_kw']);
    await record(company, 'calc_group.created', '1', {
      detail: { device_id, variable: 'ac_power_kw', inputs: 2, operation: 'sum' },
    });
    await record(company, 'user.joined', rosa.id, { detail: { given_by: owner.id, roles: [] } });
    const [joined, group] = (await list('?page_size=2')).results;
    assert.deepEqual(Object.keys(group?.names ?? {}), ['device_id', 'variable']);
    assert.equal(group?.names.device_id?.[device_id]?.it, 'INV8');
    assert.ok(!Object.values(group?.names.variable?.ac_power_kw ?? {}).includes('ac_power_kw'));
    assert.equal(joined?.names.given_by?.[owner.id]?.en, 'Olga Proprietaria');
    const file = await save('?language=it&action=calc_group');
    assert.match(file.body, /Dispositivo: INV8/);
  });

  it('says what a section and a category are called now, and leaves a number that nothing has any more', async () => {
    const plant_id = await makePlant(test.pool, company, 'SOLE-3');
    const [section] = await test.arrange<{ id: number }>(
      `insert into plant_section (company_id, plant_id, name) values ($1, $2, 'Campo est') returning id::int as id`,
      [company.company_id, plant_id],
    );
    const id = section?.id ?? 0;
    await record(company, 'device.changed', '1', {
      detail: { section_id_before: null, section_id: id, port_id_before: 999_999, port_id: null },
    });
    const [changed] = (await list('?page_size=1')).results;
    assert.deepEqual(changed?.names, { section_id: { [id]: { en: 'Campo est', it: 'Campo est' } } });
  });

  it('names a removed account no more, and keeps what it did', async () => {
    const gone = await makeUser(test, { company, roles: ['WORKER'] });
    await record(by(gone), 'plant.changed', 'SOLE-1');
    await record(by(owner), 'user.dismissed', gone.id);
    await test.arrange('update user_account set deleted_at = now() where id = $1', [gone.id]);
    const [dismissed, changed] = (await list('?page_size=2')).results;
    assert.deepEqual([dismissed?.target, dismissed?.target_name], [String(gone.id), null]);
    assert.deepEqual([changed?.actor_id, changed?.actor_name], [gone.id, null]);
  });

  it('is read in pages, newest first, with the neighbours of each', async () => {
    const other = await makeCompany(test.pool, 'Paged');
    const as = await signIn(test, await makeUser(test, { company: other, roles: ['MANAGEMENT_0'] }), other);
    for (let i = 1; i <= 5; i++) await record(other, 'plant.changed', `P${i}`);
    const first = await list('?page_size=2', as);
    assert.deepEqual(
      [first.count, first.previous, first.results.map(({ target }) => target)],
      [5, null, ['P5', 'P4']],
    );
    const second = await list(first.next?.replace('/api/v1/audit/', ''), as);
    assert.deepEqual(
      second.results.map(({ target }) => target),
      ['P3', 'P2'],
    );
    const beyond = await list('?page_size=2&page=9', as);
    assert.deepEqual([beyond.count, beyond.results, beyond.next], [5, [], null]);
  });

  describe('is searched', () => {
    let searched: Scope;
    let as: Headers;
    let boss: TestUser;
    before(async () => {
      searched = await makeCompany(test.pool, 'Searched');
      boss = await makeUser(test, { company: searched, roles: ['COMPANY_OWNER'] });
      await rename(boss, 'Bruno 50%_sicuro');
      as = await signIn(test, boss, searched);
      await makePlant(test.pool, searched, 'IDRO-9');
      await test.arrange(`update plant set name = 'Centrale Idro' where company_id = $1`, [
        searched.company_id,
      ]);
      await record(by(boss, null, searched), 'sign_in', boss.id, { at: '2026-01-10T10:00:00.000Z' });
      await record(by(boss, null, searched), 'sign_in.failed', boss.id, { at: '2026-01-11T10:00:00.000Z' });
      await record(searched, 'plant.changed', 'IDRO-9', { at: '2026-01-12T10:00:00.000Z' });
      await record(searched, 'plant.created', 'PCT%1', { at: '2026-01-13T10:00:00.000Z' });
      await record(searched, 'invitation.created', '77', { at: '2026-01-14T10:00:00.000Z' });
    });

    const cases: [what: string, query: () => Record<string, string>, actions: string[]][] = [
      ['by a part of the code', () => ({ search: 'n.cre' }), ['invitation.created']],
      ['by the words of the action in English', () => ({ search: 'invited SOME' }), ['invitation.created']],
      ['by the words of the action in Italian', () => ({ search: 'invito' }), ['invitation.created']],
      ['by the target', () => ({ search: 'idro-9' }), ['plant.changed']],
      ["by the target's name", () => ({ search: 'centrale' }), ['plant.changed']],
      ['by the name of who did it', () => ({ search: 'bruno' }), ['sign_in.failed', 'sign_in']],
      ['by signs that stand for themselves', () => ({ search: 't%1' }), ['plant.created']],
      ['by signs that stand nowhere', () => ({ search: 'idro_9' }), []],
      ['by group', () => ({ action: 'sign_in' }), ['sign_in.failed', 'sign_in']],
      ['by action', () => ({ action: 'sign_in.failed' }), ['sign_in.failed']],
      ['by a group that is a part of another name', () => ({ action: 'sign' }), []],
      ['by people alone', () => ({ by: 'people' }), ['sign_in.failed', 'sign_in']],
      [
        'by the program alone, oldest first',
        () => ({ by: 'program', order: 'oldest' }),
        ['plant.changed', 'plant.created', 'invitation.created'],
      ],
      ['by person', () => ({ actor_id: String(boss.id) }), ['sign_in.failed', 'sign_in']],
      [
        'by time, half-open',
        () => ({ start: '2026-01-11T10:00:00Z', end: '2026-01-13T10:00:00Z' }),
        ['plant.changed', 'sign_in.failed'],
      ],
      [
        'by several at once',
        () => ({ search: 'idro', action: 'plant', end: '2026-01-20T00:00:00Z' }),
        ['plant.changed'],
      ],
    ];
    for (const [what, query, actions] of cases) {
      it(what, async () => {
        const asked = new URLSearchParams(query());
        const { count, results } = await list(`?${asked}`, as);
        assert.deepEqual([count, results.map(({ action }) => action)], [actions.length, actions]);
        const saved = parse((await save(`?${asked}&language=en`, as)).body, { bom: true }) as string[][];
        assert.deepEqual(
          saved.slice(1).map((row) => row[5]),
          actions,
        );
      });
    }
  });

  it('shows nothing of another company, nor to who does not administer', async () => {
    const foreign = await makeCompany(test.pool, 'Foreign');
    const theirs = await makeUser(test, { company: foreign, roles: ['COMPANY_OWNER'] });
    await record(by(rosa, null, foreign), 'plant.created', 'SECRET-9');
    for (const query of ['', '?search=SECRET', `?actor_id=${rosa.id}`]) {
      assert.doesNotMatch(JSON.stringify((await list(query)).results), /SECRET-9/);
    }
    assert.doesNotMatch((await save('?language=en')).body, /SECRET-9/);
    assert.match(JSON.stringify((await list('', await signIn(test, theirs, foreign))).results), /SECRET-9/);
    for (const role of ['SUPER_ENGINEER_0', 'VIEWER', 'APP_0'] as const) {
      const user = await makeUser(test, { company, roles: [role] });
      const answer = await save('', await signIn(test, user, company));
      assert.equal(answer.statusCode, 403, role);
    }
  });

  describe('as a file', () => {
    it('says in each language what the page says, and keeps code and instant beside it', async () => {
      await record(by(owner, '2001:db8::7'), 'key.revoked', '5', {
        detail: {
          odds: 1.5,
          roles_before: ['VIEWER', 'WORKER'],
          roles: ['WORKER'],
          scopes: ['ingest', 'read'],
          proj_code: null,
          expires_at: '2099-07-31T22:00:00.000Z',
        },
        at: '2099-07-01T22:30:15.123Z',
      });
      const { roles } = english;
      const [inEnglish, italian] = await Promise.all([rowsOf('?language=en', ','), rowsOf('', ';')]);
      assert.deepEqual(inEnglish[0]?.slice(0, 6), [
        'When (Europe/Rome)',
        'Instant (UTC)',
        'Who',
        'User number',
        'What',
        'Code',
      ]);
      assert.deepEqual(inEnglish[1], [
        '02/07/2099 00:30',
        '2099-07-01T22:30:15.123Z',
        'Olga Proprietaria',
        String(owner.id),
        'Revoked a key',
        'key.revoked',
        '',
        '5',
        '2001:db8::7',
        `odds: 1.5 | Roles: ${roles.VIEWER}, ${roles.WORKER} → ${roles.WORKER} | Permissions: send, read | Expires: 01/08/2099 00:00`,
      ]);
      assert.deepEqual(italian[0]?.slice(0, 3), ['Quando (Europe/Rome)', 'Istante (UTC)', 'Chi']);
      assert.deepEqual(
        [italian[1]?.[4], italian[1]?.[9]],
        [
          'Chiave revocata',
          'odds: 1,5 | Ruoli: Osservatore, Operatore → Operatore | Permessi: inviare, leggere | Scade: 01/08/2099 00:00',
        ],
      );
    });

    it('is a download that nobody keeps', async () => {
      const answer = await save('?language=it');
      assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.match(
        String(answer.headers['content-disposition']),
        new RegExp(`^attachment; filename="audit-${company.company_id}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
      );
      assert.match(answer.body, /^\uFEFFQuando/);
    });

    it('is never worked out by a spreadsheet', async () => {
      await record(by(rosa), 'plant.created', '+SUM(A1)');
      const [, newest] = (await rowsOf('?language=en&search=SUM', ',')).slice(0, 2);
      assert.deepEqual([newest?.[2], newest?.[7]], [`'=cmd|"Rosa"; 100%_ok`, `'+SUM(A1)`]);
    });

    it('says who did it where nobody can be named', async () => {
      const rows = await rowsOf('?language=it&search=GONE', ';');
      assert.equal(rows[1]?.[2], 'Meridiana (sistema)');
      const gone = await rowsOf('?language=en&action=plant.changed', ',');
      assert.ok(gone.some((row) => row[2] === 'Deleted account'));
    });

    it('holds every entry once, however many there are, also those of one and the same instant', async () => {
      const large = await makeCompany(test.pool, 'Large');
      const as = await signIn(
        test,
        await makeUser(test, { company: large, roles: ['COMPANY_OWNER'] }),
        large,
      );
      await test.arrange(
        `insert into audit (company_id, at, action, target)
         select $1, '2026-02-01T00:00:00.000001Z'::timestamptz + (i / 700) * interval '1 microsecond', 'plant.changed', 'T' || i
         from generate_series(1, 3500) i`,
        [large.company_id],
      );
      const rows = parse((await save('?language=en', as)).body, { bom: true }) as string[][];
      const targets = rows.slice(1).map((row) => row[7]);
      assert.equal(targets.length, 3500);
      assert.equal(new Set(targets).size, 3500);
      assert.deepEqual(targets.slice(0, 2), ['T3500', 'T3499']);
    });
  });

  it('is refused as a problem when it is asked for wrongly', async () => {
    for (const query of [
      '?actor_id=x',
      '?start=yesterday',
      '?page=0',
      '?page_size=501',
      `?search=${'a'.repeat(201)}`,
    ]) {
      assert.equal(
        (await test.app.inject({ url: `/api/v1/audit/${query}`, headers })).statusCode,
        400,
        query,
      );
    }
    assert.equal((await save('?language=de')).statusCode, 400);
  });
});
