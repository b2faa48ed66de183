import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { canonicalJson } from '../../../shared/units/canonical-json.ts';
import { createPlant } from '../../plants/server/plants.service.ts';
import type { Community } from '../community.contract.ts';
import { POD } from '../community.model.ts';
import type { MeasuredHours, MeasuredPlants } from '../measured.contract.ts';
import type { Payments } from '../payments.contract.ts';
import { withNames } from '../statement-names.model.ts';
import type { Statement, StatementContent, StatementRow, StatementTrial } from '../statements.contract.ts';
import { eraseHomeFromCommunities } from './erase-home.public.ts';

const STATEMENTS = '/cer/v1/community-statements/';
const [ROOF, ANNA, BRUNO] = ['IT001E99999999', 'IT001E00000001', 'IT001E00000002'];
const HOURS = 743;

describe('statements of a community', () => {
  let test: TestApp;
  let company: Scope;
  let owner: Headers;
  let manager: Headers;
  let engineer: Headers;
  let community: number;

  const person = async (role: 'COMPANY_OWNER' | 'MANAGEMENT_0' | 'ENGINEER_0') =>
    signIn(test, await makeUser(test, { company, roles: [role, 'APP_0'] }), company);

  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Sun together');
    owner = await person('COMPANY_OWNER');
    manager = await person('MANAGEMENT_0');
    engineer = await person('ENGINEER_0');
    await inScope(test.pool, company, (tx) =>
      createPlant(tx, { proj_code: 'ROOF', name: 'Roof', potenza_nominale: 100, latitude: 45, longitude: 9 }),
    );
    await test.arrange(
      `insert into plant_master_data (company_id, plant_id, pod, entered_operation_on)
       select company_id, id, $2, '2024-05-01' from plant where company_id = $1`,
      [company.company_id, ROOF],
    );
    const member = (name: string, role: string, pod: string) => ({
      name,
      role,
      pods: [{ pod, from_on: '2025-01-01' }],
    });
    const body = {
      name: 'Valley',
      plants: [{ proj_code: 'ROOF', from_on: '2025-01-01' }],
      members: [member('Anna', 'prosumer', ANNA), member('Bruno', 'consumer', BRUNO)],
    };
    const made = await ask<{ id: number }>('POST', '/cer/v1/communities/', { body, status: 201 });
    community = made.id;
    await test.arrange(
      `insert into market_price (zone, start_at, eur_mwh, imported_at)
       select 'NORD', t, 140, now() from generate_series('2025-02-28T23:00:00Z'::timestamptz, '2025-03-31T21:00:00Z', '1 hour') t`,
    );
    await measured(ROOF, 'injected', 2);
    await measured(ANNA, 'withdrawn', 1);
  });
  after(() => test.close());

  interface Sent {
    readonly body?: object;
    readonly status?: number;
    readonly as?: Headers;
  }
  async function ask<T>(
    method: string,
    url: string,
    { body, status = 200, as = owner }: Sent = {},
  ): Promise<T> {
    const headers = { ...as, 'accept-language': 'en' };
    const answer = await test.app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(body && { payload: body }),
    });
    assert.equal(answer.statusCode, status, `${method} ${url}: ${answer.body.slice(0, 500)}`);
    return (answer.body === '' ? undefined : answer.json()) as T;
  }
  const measured = (pod: string, direction: string, kwh: number) =>
    test.arrange(
      `insert into community_hours (company_id, community_id, pod, direction, month, hours, imported_at)
       values ($1, $2, $3, $4, '2025-03-01', array_fill($5::float8, array[${HOURS}]), now())
       on conflict (company_id, community_id, month, pod, direction) do update set hours = excluded.hours`,
      [company.company_id, community, pod, direction, kwh],
    );
  const closing = (more: object = {}) => ({ community, month: '2025-03', replaces: null, ...more });
  const refused = async (body: object) =>
    (await ask<{ errors: { path: string; code: string }[] }>('POST', STATEMENTS, { body, status: 400 }))
      .errors[0];
  const page = (more = '') =>
    ask<{ count: number; next: string | null; results: StatementRow[] }>(
      'GET',
      `${STATEMENTS}?community=${community}${more}`,
    );
  const list = async () => (await page()).results;

  it('are closed only when the month is over, with exactly the hours that are known to lack', async () => {
    const { now, last, is_over } = await ask<StatementTrial>('POST', `${STATEMENTS}trial/`, {
      body: { community, month: '2025-03' },
    });
    assert.deepEqual([last, is_over, now.missing_hours], [null, true, HOURS]);
    assert.deepEqual(now.missing, [{ name: 'Bruno', pod: BRUNO, direction: 'withdrawn', hours: HOURS }]);
    assert.deepEqual(await refused(closing()), {
      path: 'missing_hours',
      code: 'hours_missing',
      message: 'Hours are not known: look at them, and close with exactly these',
    });
    assert.equal((await refused(closing({ month: '2099-12' })))?.code, 'month_not_over');
    await ask('POST', STATEMENTS, { body: closing(), status: 403, as: engineer });
    assert.deepEqual(await list(), []);
  });

  it('stand on hours that can be opened: energy, price and each part of the tariff, and gaps as gaps', async () => {
    const results = '/cer/v1/results-data/';
    const of = `?community=${community}&month=2025-03`;
    const { plants } = await ask<MeasuredPlants>('GET', `${results}plants/${of}`);
    // Of whom no plant is named sees none, and is told that it is not the whole.
    const unseen = await ask<MeasuredPlants>('GET', `${results}plants/${of}`, { as: engineer });
    assert.deepEqual([unseen.plants, unseen.partial], [[], true]);
    const { hours, rules, plant } = await ask<MeasuredHours>('GET', `${results}hours/${of}&plant=ROOF`);
    const { now } = await ask<StatementTrial>('POST', `${STATEMENTS}trial/`, {
      body: { community, month: '2025-03' },
    });
    // Anna draws 1 of the 2 kWh of each hour: min(120, 80 + 180 − 140) + 10 = 130 EUR/MWh, and 10.57 of the network.
    const [first] = hours;
    assert.deepEqual(
      [hours.length, first?.own_kwh, first?.substation_withdrawn_kwh, first?.own_shared_kwh],
      [HOURS, 2, 1, 1],
    );
    assert.deepEqual(
      [first?.base, first?.variable, first?.correction, first?.tip, first?.incentive_eur],
      [80, 40, 10, 130, 0.13],
    );
    assert.equal(first?.valorisation_eur, 0.01057);
    // Bruno's POD has no reading, which every hour says.
    assert.deepEqual([...new Set(hours.map(({ unknown_pods }) => unknown_pods))], [1]);
    const cents = (eur: number | null | undefined) => Math.round((eur ?? Number.NaN) * 100);
    const incentive = hours.reduce((sum, { incentive_eur }) => sum + (incentive_eur ?? Number.NaN), 0);
    assert.deepEqual([cents(incentive), cents(plant?.incentive_eur)], [9659, 9659]);
    assert.deepEqual(plants, [plant]);
    assert.equal(now.money.incentive_cents + now.money.surplus_cents, cents(incentive));
    assert.equal(now.money.valorisation_cents, cents(plant?.valorisation_eur));
    assert.deepEqual(rules[0], {
      version: 'TIP-2024',
      from: '2024-01-24',
      assumption: false,
      source: rules[0]?.source,
    });
    const bruno = now.members.find(({ name }) => name === 'Bruno')?.id;
    const his = await ask<MeasuredHours>('GET', `${results}hours/${of}&member=${bruno}`);
    assert.deepEqual([his.member?.missing_hours, his.member?.shared_kwh], [HOURS, null]);
    assert.ok(his.hours.every(({ own_kwh, own_shared_kwh }) => own_kwh === null && own_shared_kwh === null));
    const file = await test.app.inject({
      method: 'GET',
      url: `${results}hours/file/${of}&plant=ROOF&language=it`,
      headers: owner,
    });
    const [head, line, ...others] = file.body.trim().split('\r\n');
    assert.match(head ?? '', /^Ora \(Europe\/Rome\);UTC;Immessa dall'impianto \(kWh\)/);
    assert.match(line ?? '', /^01\/03\/2025 00:00;2025-02-28T23:00:00.000Z;2;File;2;1;1;1;1;140;80;40;10;/);
    assert.equal(others.length, HOURS - 1);
    await ask('GET', `${results}hours/${of}`, { status: 400 });
    await ask('GET', `${results}hours/${of}&member=999999`, { status: 404 });
  });

  it('are not made while two plants of the month stand at one POD, which would be paid twice', async () => {
    await inScope(test.pool, company, (tx) => createPlant(tx, { proj_code: 'SHED', name: 'Shed' }));
    const linked = (from_on: string, until_on: string | null) =>
      test.arrange(
        `insert into community_plant (company_id, community_id, plant_id, from_on, until_on)
         select company_id, $2, id, $3, $4 from plant where company_id = $1 and proj_code = 'SHED'
         on conflict (company_id, community_id, plant_id) do update set from_on = excluded.from_on, until_on = excluded.until_on`,
        [company.company_id, community, from_on, until_on],
      );
    await linked('2025-03-20', null);
    // Its POD became that of the other one in its own data, which no community is asked of.
    await test.arrange(
      `insert into plant_master_data (company_id, plant_id, pod)
       select company_id, id, $2 from plant where company_id = $1 and proj_code = 'SHED'`,
      [company.company_id, ROOF],
    );
    const twice = await refused(closing({ missing_hours: HOURS }));
    assert.deepEqual([twice?.path, twice?.code], ['month', 'plants_at_pod']);
    // Of a month that it does not belong to it is no obstacle.
    await linked('2025-01-01', '2025-03-01');
    assert.equal((await refused(closing()))?.code, 'hours_missing');
    await test.arrange(
      `delete from community_plant l using plant p where l.company_id = $1 and p.company_id = $1
         and p.id = l.plant_id and p.proj_code = 'SHED'`,
      [company.company_id],
    );
  });

  it('come once when two managers close a month at one time: the second is shown what the first closed', async () => {
    const answers = await Promise.all(
      [owner, manager].map((headers) =>
        test.app.inject({
          method: 'POST',
          url: STATEMENTS,
          headers,
          payload: closing({ missing_hours: HOURS }),
        }),
      ),
    );
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 409]);
    const made: Statement | undefined = answers.find(({ statusCode }) => statusCode === 201)?.json();
    assert.deepEqual(answers.find(({ statusCode }) => statusCode === 409)?.json().stored, made);
    assert.deepEqual([made?.number, made?.revision, made?.is_last], [1, 0, true]);
    assert.equal((await list()).length, 1);
  });

  it('are corrected by further ones that hold the difference, twice, and never changed', async () => {
    const [first] = await list();
    assert.equal(
      (await refused(closing({ replaces: first?.id, missing_hours: HOURS })))?.code,
      'nothing_changed',
    );
    const seen = await ask<StatementTrial>('POST', `${STATEMENTS}trial/`, {
      body: { community, month: '2025-03' },
    });
    await measured(BRUNO, 'withdrawn', 0.5);
    const moved = await ask<{ errors: { code: string }[] }>('POST', STATEMENTS, {
      body: closing({ replaces: first?.id, seen: seen.digest }),
      status: 409,
    });
    assert.equal(moved.errors[0]?.code, 'month_moved');
    const second = await ask<Statement>('POST', STATEMENTS, {
      body: closing({ replaces: first?.id }),
      status: 201,
    });
    const third = await ask<Statement>('POST', STATEMENTS, {
      body: closing({ replaces: second.id, advance_cents: 9000 }),
      status: 201,
    });
    await ask('POST', STATEMENTS, { body: closing({ replaces: first?.id }), status: 409 });
    const sums = await list();
    assert.deepEqual(
      sums.map(({ revision, number, corrects }) => [revision, number, corrects]),
      [
        [2, 3, second.id],
        [1, 2, first?.id],
        [0, 1, null],
      ],
    );
    const second_page = await page('&page=2&page_size=2');
    assert.deepEqual([second_page.count, second_page.results.map(({ id }) => id)], [3, [first?.id]]);
    assert.equal((await page('&month=2025-02')).count, 0);
    // What was ever stated of the month comes to what it is due in the end.
    assert.equal(
      sums.reduce((sum, { change_cents }) => sum + change_cents, 0),
      third.sealed.content.total.due.cents,
    );
    assert.equal((await ask<Statement>('GET', `${STATEMENTS}${first?.id}/`)).is_last, false);
    for (const statement of ['update community_statement set number = 9', 'delete from community_statement'])
      await assert.rejects(
        inScope(test.pool, company, (tx) => tx.query(statement)),
        /permission denied/,
      );
  });

  it('are sealed by a chain of hashes that whoever is given them can follow', async () => {
    const rows = (await list()).reverse();
    let before: string | null = null;
    for (const { id } of rows) {
      const { sealed, hash } = await ask<Statement>('GET', `${STATEMENTS}${id}/`);
      assert.equal(createHash('sha256').update(canonicalJson(sealed)).digest('hex'), hash);
      assert.equal(sealed.previous_hash, before);
      before = hash;
    }
    const answer = await ask<{ errors: { code: string }[] }>('DELETE', `/cer/v1/communities/${community}/`, {
      status: 400,
    });
    assert.equal(answer.errors[0]?.code, 'has_statements');
  });

  it('are taken along line by line, and printed for each member', async () => {
    const [last] = await list();
    const file = await test.app.inject({
      method: 'GET',
      url: `${STATEMENTS}${last?.id}/lines/?language=it`,
      headers: owner,
    });
    const [head, ...lines] = file.body
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
    assert.deepEqual(head?.slice(-4), [
      'Spettante (€)',
      'Di cui acconto (€)',
      'Conguaglio (€)',
      'Variazione (€)',
    ]);
    const sum = (column: number) =>
      lines.reduce((all, cells) => all + Math.round(Number(cells.at(column)?.replace(',', '.')) * 100), 0);
    assert.deepEqual([sum(-4), sum(-3), sum(-3) + sum(-2)], [last?.due_cents, 9000, last?.due_cents]);
    const { sealed } = await ask<Statement>('GET', `${STATEMENTS}${last?.id}/`);
    const document = (member: number | undefined) =>
      test.app.inject({
        method: 'GET',
        url: `${STATEMENTS}${last?.id}/members/${member}/document/`,
        headers: owner,
      });
    const printed = await document(sealed.content.members[0]?.id);
    assert.deepEqual([printed.statusCode, printed.rawPayload.subarray(0, 5).toString()], [200, '%PDF-']);
    assert.equal((await document(9_999_999)).statusCode, 404);
  });

  it('show before they are closed what other rules would come to, and keep nothing of it', async () => {
    const before = await list();
    const [anna] = (await ask<Statement>('GET', `${STATEMENTS}${before[0]?.id}/`)).sealed.content.members;
    const rules = {
      management_percent: 0,
      producers_percent: 0,
      consumers_percent: 100,
      equidistribution: false,
      surplus_to: 'consumers',
      levels: [{ member_id: anna?.id, level: 2 }],
    };
    await measured(BRUNO, 'withdrawn', 1.5);
    const body = { community, month: '2025-03', rules };
    const { now, tried } = await ask<StatementTrial>('POST', `${STATEMENTS}trial/`, { body });
    // Bruno is served first: 1.5 of the 2 kWh of each hour, and Anna the rest.
    assert.deepEqual(
      tried?.members.map(({ shared_kwh }) => shared_kwh),
      [0.5 * HOURS, 1.5 * HOURS],
    );
    assert.equal(tried?.total.due.cents, now.total.due.cents);
    assert.equal(tried?.lines[0]?.due.cents, 0);
    const wrong = { ...body, rules: { ...rules, management_percent: 1 } };
    await ask('POST', `${STATEMENTS}trial/`, { body: wrong, status: 400 });
    assert.deepEqual(await list(), before);
  });

  it("are corrected by the agreement with which they were closed, unless today's is asked for", async () => {
    const url = `/cer/v1/communities/${community}/`;
    const [last] = await list();
    const { content } = (await ask<Statement>('GET', `${STATEMENTS}${last?.id}/`)).sealed;
    const before = await ask<Community>('GET', url);
    const others = before.members.map(({ id: _, iban: __, account_holder: ___, ...member }, index) => ({
      ...member,
      level: 1 + index,
    }));
    await ask('PUT', url, {
      body: { management_percent: 50, consumers_percent: 10, equidistribution: true, members: others },
    });
    const asked = (agreement: string) =>
      ask<StatementTrial>('POST', `${STATEMENTS}trial/`, {
        body: { community, month: '2025-03', agreement },
      });
    const [closed, today] = [await asked('as_closed'), await asked('today')];
    assert.deepEqual([closed.agreed_anew, today.agreed_anew], [true, true]);
    assert.deepEqual(
      [closed.now.rule, closed.now.switches, closed.now.members.map(({ level }) => level)],
      [content.rule, content.switches, [1, 1]],
    );
    // Half of what is not surplus instead of a tenth is the management's.
    const share = ({ now }: StatementTrial) =>
      (now.lines[0]?.due.cents ?? 0) / (now.money.incentive_cents + now.money.valorisation_cents);
    assert.deepEqual([share(closed).toFixed(3), share(today).toFixed(3)], ['0.100', '0.500']);
    assert.deepEqual(
      today.now.members.map(({ level }) => level),
      [1, 2],
    );
    const members = before.members.map(({ id: _, iban: __, account_holder: ___, ...member }) => member);
    await ask('PUT', url, {
      body: { management_percent: 10, consumers_percent: 50, equidistribution: false, members },
    });
    assert.equal((await asked('today')).agreed_anew, false);
  });

  it('are paid by a file of those whose account is known, which engineers see in part and do not change', async () => {
    const url = `/cer/v1/communities/${community}/`;
    const [iban, own] = ['DE89370400440532013000', 'IT60X0542811101000000123456'];
    const { members, version } = await ask<Community>('GET', url);
    const given = members.map(({ id: _, iban: __, account_holder: ___, ...member }) => member);
    const account = { iban: own, holder: '', bic: '', cuc: '' };
    const [anna, ...others] = given;
    const wrong = [{ ...anna, iban: 'DE88370400440532013000' }, ...others];
    await ask('PUT', url, { body: { members: wrong }, status: 400 });
    const paidTo = [{ ...anna, iban: 'de89 3704 0044 0532 0130 00' }, ...others];
    await ask('PUT', url, { body: { members: paidTo, account }, status: 400, as: engineer });
    await ask('PUT', url, { body: { members: paidTo, account, version } });
    const seen = await ask<Community>('GET', url, { as: engineer });
    assert.deepEqual([seen.members[0]?.iban, seen.account.iban], ['DE•• •••• 3000', 'IT•• •••• 3456']);
    // Whoever may not see them leaves them out, and they stay.
    await ask('PUT', url, { body: { members: given }, as: engineer });
    assert.equal((await ask<Community>('GET', url)).members[0]?.iban, iban);
    // So does who sends back what was answered, with something else changed; another account is still refused.
    const echoed = { ...(await ask<Community>('GET', url, { as: engineer })), description: 'Echoed' };
    const kept = await ask<Community>('PUT', url, { body: echoed, as: engineer });
    assert.equal(kept.description, 'Echoed');
    const after = await ask<Community>('GET', url);
    assert.deepEqual([after.members[0]?.iban, after.account], [iban, account]);
    const foreign = { ...seen.account, iban: 'IT•• •••• 0000' };
    await ask('PUT', url, { body: { account: foreign }, status: 400, as: engineer });

    const first = (await list()).at(-1);
    const path = `${STATEMENTS}${first?.id}/payments/`;
    await ask('GET', path, { status: 403, as: engineer });
    const { paid, left_out, ...sums } = await ask<Payments>('GET', path);
    assert.deepEqual([paid.map(({ name }) => name), sums.total_cents], [['Anna'], first?.change_cents]);
    assert.equal(sums.paid_cents + sums.left_out_cents, sums.total_cents);
    assert.ok(left_out.some(({ reason }) => reason === 'kept'));
    const file = (on: string, members: number[] | null = null) =>
      test.app.inject({
        method: 'POST',
        url: `${path}file/`,
        headers: owner,
        payload: { on, version: '09', members },
      });
    assert.equal((await file('2020-01-01')).statusCode, 400);
    // Bruno's account is not known: a file for him alone, and one for both of them, are none.
    const [one, bruno] = [
      paid[0]?.member_id ?? 0,
      seen.members.find(({ name }) => name === 'Bruno')?.id ?? 0,
    ];
    assert.deepEqual(
      [
        (await file('2099-01-05', [one, bruno])).statusCode,
        (await file('2099-01-05', [9_999_999])).statusCode,
      ],
      [400, 404],
    );
    assert.equal((await file('2099-01-05', [one])).statusCode, 200);
    const xml = await file('2099-01-05');
    assert.equal(xml.headers['content-type'], 'application/xml');
    assert.ok(xml.body.includes(`<IBAN>${iban}</IBAN>`) && xml.body.includes(`<IBAN>${own}</IBAN>`));
    const taken = await test.arrange<{ detail: object }>(
      `select detail from audit where company_id = $1 and action = 'community.payments_taken' order by at, id`,
      [company.company_id],
    );
    const told = { statement: first?.id, transfers: 1, transfers_eur: sums.paid_cents / 100 };
    assert.deepEqual(
      taken.map(({ detail }) => ({ ...detail, message: '' })),
      [told, told].map((detail) => ({ ...detail, message: '' })),
    );
  });

  it('keep energy and euros under a pseudonym when a home is erased, and their seals hold', async () => {
    const digest = (value: object) => createHash('sha256').update(canonicalJson(value)).digest('hex');
    const statements = async () => {
      const rows = await list();
      return Promise.all(rows.map(({ id }) => ask<Statement>('GET', `${STATEMENTS}${id}/`)));
    };
    const [, , first] = await statements();
    assert.ok(first);
    // As it was closed before names stood apart.
    const named = { ...first.sealed, content: withNames(first.sealed.content, first.names) };
    await test.arrange(
      'update community_statement set names_in_hash = true, hash = $3 where company_id = $1 and id = $2',
      [company.company_id, first.id, digest(named)],
    );
    const old = await ask<Statement>('GET', `${STATEMENTS}${first.id}/`);
    assert.deepEqual([old.names, old.hash], [[], digest(old.sealed)]);
    const asked = { body: { community, month: '2025-03' } };
    const before = await ask<StatementTrial>('POST', `${STATEMENTS}trial/`, asked);

    // Another plant is called like the home: its code is known, and it stays.
    await test.arrange(
      `insert into community_statement_name (company_id, statement_id, kind, ref, text, salt, seal)
       select $1, $2, 'plant', r.ref, 'Casa Bru', 's', '~' || repeat(r.sign, 32) from (values ('OTHER', 'a'), ('', 'b')) r (ref, sign)`,
      [company.company_id, first.id],
    );
    const home = {
      plant: { proj_code: 'CASA', name: 'Casa Bru' },
      pods: [BRUNO, ''],
      pseudonym: 'Home 12ab',
    };
    const erased = await inScope(test.pool, company, (tx) =>
      eraseHomeFromCommunities(tx, home, new Date('2026-06-01T10:00:00Z')),
    );
    assert.deepEqual([erased.members, erased.statements], [1, 3]);
    const pod = erased.pods.get(BRUNO) ?? assert.fail('no pseudonym of the POD');
    assert.match(pod, POD);
    const after = await statements();
    for (const { sealed, names, hash, resealed } of after) {
      const content = withNames(sealed.content, names);
      assert.deepEqual(
        content.members.map(({ name, pods }) => [name, pods]),
        [
          ['Anna', [ANNA]],
          ['Home 12ab', [pod]],
        ],
      );
      // What Anna is called is proved by the salt.
      const anna = names.find(({ text }) => text === 'Anna') ?? assert.fail('no name');
      const proof = createHash('sha256').update(`${anna.salt}Anna`).digest('hex');
      assert.equal(anna.seal, `~${proof.slice(0, 32)}`);
      assert.equal(digest(sealed), hash);
      assert.deepEqual([resealed?.at, sealed.previous_hash], ['2026-06-01T10:00:00.000Z', null]);
    }
    // Whoever supposes a name could try it against the first hash, and against all that follow it in the chain.
    const kept = await test.arrange<{ hash: string }>(
      'select hash from community_statement where company_id = $1',
      [company.company_id],
    );
    const told = JSON.stringify([after, await list()]);
    assert.deepEqual(
      kept.filter(({ hash }) => told.includes(hash)),
      [],
    );
    assert.deepEqual(
      after
        .flatMap(({ names }) => names)
        .filter(({ seal }) => /a{32}|b{32}/.test(seal))
        .map(({ text }) => text),
      ['Casa Bru', 'Home 12ab'],
    );
    const [left] = await test.arrange<{ rows: number }>(
      `select count(*)::int as rows from (
         select to_jsonb(s)::text as t from community_statement s where company_id = $1
         union all select to_jsonb(n)::text from community_statement_name n where company_id = $1
         union all select to_jsonb(m)::text from community_member m where company_id = $1
         union all select to_jsonb(p)::text from community_pod p where company_id = $1
         union all select pod from community_hours where company_id = $1) x
       where strpos(t, 'Bruno') + strpos(t, $2) > 0`,
      [company.company_id, BRUNO],
    );
    assert.equal(left?.rows, 0);
    // What was measured at its POD still counts in the month.
    const { now } = await ask<StatementTrial>('POST', `${STATEMENTS}trial/`, asked);
    const energies = ({ members }: StatementContent) =>
      members.map(({ name: _, pods: __, ...energy }) => energy).toSorted((a, b) => a.id - b.id);
    assert.deepEqual(energies(now), energies(before.now));
    // What is closed next follows what is told.
    const next = await ask<Statement>('POST', STATEMENTS, {
      body: closing({ replaces: after[0]?.id, advance_cents: 9000 }),
      status: 201,
    });
    assert.deepEqual(
      [next.sealed.previous_hash, next.resealed, digest(next.sealed)],
      [after[0]?.hash, null, next.hash],
    );
  });
});
