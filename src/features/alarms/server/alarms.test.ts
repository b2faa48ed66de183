import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Alarms, arrangeAlarms } from '../../../../tests/support/alarmed-company.ts';
import { makeCompany, makeUser, signIn } from '../../../../tests/support/app.ts';
import { makeDevice, makePlant } from '../../../../tests/support/field.ts';
import type { Alarm, AlarmDetail } from '../alarms.contract.ts';

describe('alarms', () => {
  let at: Alarms;
  before(async () => {
    at = await arrangeAlarms();
  });
  after(() => at?.close());

  const codes = async (query: string, headers = at.owner.headers): Promise<string[]> =>
    (await at.page<Alarm>(`/api/v1/alarms/?page_size=500&${query}`, headers)).results.map(({ id }) =>
      at.nameOf(id),
    );

  describe('are found', () => {
    const all = ['weak', 'follows', 'box', 'silent', 'gone', 'old'];
    const cases: [what: string, query: () => string, found: string[]][] = [
      ['newest first, with what follows from another', () => '', all],
      ['the same where that is said', () => 'consequences=true', all],
      [
        'without what follows from another',
        () => 'consequences=false',
        ['weak', 'box', 'silent', 'gone', 'old'],
      ],
      ['when they are open, all of them', () => 'closed=false', ['weak', 'follows', 'box', 'silent']],
      [
        'when they are open, without what follows from another',
        () => 'closed=false&consequences=false',
        ['weak', 'box', 'silent'],
      ],
      [
        'open, errors before warnings',
        () => 'closed=false&consequences=false&order=severity',
        ['box', 'weak', 'silent'],
      ],
      ['when they have ended', () => 'closed=true', ['gone', 'old']],
      ['by plant', () => 'proj_code=BETA', ['follows', 'box']],
      ['by device', () => `device_id=${at.ids.device}`, ['weak', 'silent', 'gone']],
      ['by type', () => 'type=W', ['weak', 'follows', 'silent', 'old']],
      ['by code', () => 'code=string_weak', ['weak', 'old']],
      ['by who has them', () => `assigned=${at.colleague.id}`, ['silent']],
      ['mine', () => 'assigned=me', []],
      ['of nobody', () => 'assigned=nobody&closed=false&consequences=false', ['weak', 'box']],
      ['acknowledged', () => 'acknowledged=true', ['box']],
      ['not acknowledged', () => 'acknowledged=false&closed=false&consequences=false', ['weak', 'silent']],
      ['by a part of the plant code', () => 'search=bet', ['follows', 'box']],
      ['by the plant name', () => 'search=Solare%20ALFA', ['weak', 'silent', 'gone', 'old']],
      ['by the device name', () => 'search=inv_7', ['weak', 'silent', 'gone']],
      ['by the words of the message in English', () => 'search=STRING%20CURRENT', ['weak', 'old']],
      ['by the words of the message in Italian', () => 'search=corrente%20di', ['weak', 'old']],
      ['by signs that stand for themselves', () => 'search=%25', []],
      ['by blanks alone', () => 'search=%20%20', all],
      ['by time: what was open then', () => 'start=2026-05-01T00:00:00Z&end=2026-05-03T00:00:00Z', ['old']],
      ['by several at once', () => 'type=W&closed=false&consequences=false&search=alfa', ['weak', 'silent']],
    ];
    for (const [what, query, found] of cases) {
      it(what, async () => {
        assert.deepEqual(await codes(query()), found);
      });
    }
  });

  it('are told whole: names, counts, the snooze of their plant, the message in the language of the reader', async () => {
    const url = '/api/v1/alarms/?proj_code=BETA&consequences=false';
    const [box] = (await at.page<Alarm>(url, at.owner.headers)).results;
    assert.equal(box?.message, 'Connection alarm threshold exceeded');
    assert.deepEqual(
      [box?.consequences, box?.snoozed_until, box?.acknowledged_by, box?.assigned_to, box?.device_id],
      [1, '2099-01-01T00:00:00.000Z', { id: at.owner.id, name: 'Test User' }, null, null],
    );
    const italian = await at.page<Alarm>(url, {
      ...at.owner.headers,
      'accept-language': 'it-IT',
    });
    assert.equal(italian.results[0]?.message, 'Soglia di allarme di connessione superata');
  });

  it('are snoozed with their plant where they were open during the snooze, not where they ended before', async () => {
    const plant = await makePlant(at.test.pool, at.company, 'WORKS');
    await at.test.arrange(
      `with snoozed as (update plant set snooze_date = now() + interval '4 hours', snooze_kind = 'planned_work' where id = $2),
         snooze as (insert into alarm_snooze (company_id, plant_id, starts_at, ends_at, message, created_at, kind)
           values ($1, $2, now() - interval '1 hour', now() + interval '4 hours', 'works', now(), 'planned_work'))
       insert into alarm (company_id, plant_id, code, type, date, opened_at, end_date)
       select $1, $2, u.code, 'W', now() - interval '3 days', now() - interval '3 days', now() - u.ago
       from (values ('no_data', null), ('string_weak', interval '30 minutes'), ('device_silent', interval '1 day')) u (code, ago)`,
      [at.company.company_id, plant],
    );
    const { results } = await at.page<Alarm>('/api/v1/alarms/?proj_code=WORKS', at.owner.headers);
    assert.deepEqual(
      results
        .map(({ code, snoozed_until, snooze_kind }) => [code, snoozed_until !== null, snooze_kind])
        .sort(),
      [
        ['device_silent', false, null],
        ['no_data', true, 'planned_work'],
        ['string_weak', true, 'planned_work'],
      ],
    );
    await at.test.arrange('delete from alarm where plant_id = $1', [plant]);
  });

  it('where none is open, how many devices are silent is told beside', async () => {
    const plant = await makePlant(at.test.pool, at.company, 'CALM');
    const device = await makeDevice(at.test.pool, at.company, plant, 'METER', ['ac_power_kw'], {
      category: 'production_meter',
    });
    const silentOf = async (query: string) =>
      (await at.ask('GET', `/api/v1/alarms/?${query}`, at.owner.headers)).json<{ silent: number | null }>()
        .silent;
    assert.equal(await silentOf('proj_code=CALM&closed=false'), 0);
    await at.test.arrange(
      `insert into device_health (company_id, device_id, state, since, seen_at) values ($1, $2, 'silent', now(), now())`,
      [at.company.company_id, device],
    );
    assert.equal(await silentOf('proj_code=CALM&closed=false'), 1);
    assert.equal(await silentOf('closed=false'), null);
    assert.equal(await silentOf('proj_code=CALM&closed=true'), null);
  });

  it('are paged, to the ends and beyond', async () => {
    const url = '/api/v1/alarms/?consequences=true&page_size=4';
    const first = await at.page<Alarm>(url, at.owner.headers);
    assert.deepEqual([first.count, first.results.length, first.previous], [6, 4, null]);
    const second = await at.page<Alarm>(first.next ?? '', at.owner.headers);
    assert.deepEqual(
      second.results.map(({ id }) => at.nameOf(id)),
      ['gone', 'old'],
    );
    assert.equal(second.next, null);
    const beyond = await at.page<Alarm>(`${url}&page=99`, at.owner.headers);
    assert.deepEqual([beyond.count, beyond.results], [6, []]);
    assert.equal((await at.ask('GET', `${url}&page_size=501`, at.owner.headers)).statusCode, 400);
  });

  it('are seen in the bin when they have ended, newest end first', async () => {
    const bin = await at.page<Alarm>('/api/v1/alarms-bin/', at.owner.headers);
    assert.deepEqual(
      bin.results.map(({ id }) => at.nameOf(id)),
      ['gone', 'old'],
    );
    assert.equal((await at.page<Alarm>('/api/v1/alarms-bin/?search=inv_7', at.owner.headers)).count, 1);
  });

  it('of plants that somebody is not named for are unseen, and answer as if they were not', async () => {
    assert.deepEqual(await codes('', at.worker.headers), ['weak', 'silent', 'gone', 'old']);
    for (const [method, url, body] of [
      ['GET', `/api/v1/alarm/${at.ids.box}/`, undefined],
      ['PUT', `/api/v1/alarm/${at.ids.box}/`, { acknowledged: true }],
      ['POST', `/api/v1/alarm/${at.ids.box}/comments/`, { note: 'x' }],
      ['GET', '/api/v1/alarms/?proj_code=BETA', undefined],
    ] as const) {
      assert.equal((await at.ask(method, url, at.worker.headers, body)).statusCode, 404, url);
    }
  });

  describe('are worked on', () => {
    const change = (id: number, body: object, headers = at.worker.headers) =>
      at.ask('PUT', `/api/v1/alarm/${id}/`, headers, body);
    const audited = async (id: number) =>
      (
        await at.test.arrange<{ action: string; actor_id: number; detail: object }>(
          'select action, actor_id::int, detail from audit where company_id = $1 and target = $2 and action like $3 order by id',
          [at.company.company_id, String(id), 'alarm.%'],
        )
      ).map(({ action, actor_id, detail }) => [action, actor_id, detail]);

    it('acknowledged, given to a colleague, and taken back, each with its event and its row of the audit', async () => {
      const id = await at.alarm({ code: 'no_production' });
      const given = await change(id, { acknowledged: true, assigned_to: at.colleague.id, version: 1 });
      assert.equal(given.statusCode, 200, given.body);
      const { alarm, history } = given.json<AlarmDetail>();
      assert.deepEqual(
        [alarm.assigned_to, alarm.acknowledged_by?.id, alarm.acknowledged_at, alarm.version],
        [{ id: at.colleague.id, name: 'Test User' }, at.worker.id, at.now.toISOString(), 2],
      );
      const back = (await change(id, { acknowledged: false, assigned_to: null })).json<AlarmDetail>();
      assert.deepEqual([back.alarm.assigned_to, back.alarm.acknowledged_at], [null, null]);
      assert.deepEqual(
        back.history.map(({ kind, actor }) => [kind, actor?.id]),
        ['acknowledged', 'assigned', 'unacknowledged', 'unassigned'].map((kind) => [kind, at.worker.id]),
      );
      assert.deepEqual(history[1]?.detail.assigned_to, { id: at.colleague.id, name: 'Test User' });
      const on = { proj_code: 'ALFA', alarm: 'no_production' };
      assert.deepEqual(await audited(id), [
        ['alarm.acknowledged', at.worker.id, on],
        ['alarm.assigned', at.worker.id, { ...on, assigned_to: at.colleague.id, assigned_to_before: null }],
        ['alarm.unacknowledged', at.worker.id, on],
        ['alarm.assigned', at.worker.id, { ...on, assigned_to: null, assigned_to_before: at.colleague.id }],
      ]);
    });

    it('without an event where nothing changes: who acknowledged first stays', async () => {
      const id = await at.alarm({ code: 'no_data' });
      await change(id, { acknowledged: true }, at.owner.headers);
      const again = (await change(id, { acknowledged: true })).json<AlarmDetail>();
      assert.deepEqual(
        [again.alarm.acknowledged_by?.id, again.history.length, again.alarm.version],
        [at.owner.id, 1, 2],
      );
    });

    it('of two who do so at once the second is told what stands by then', async () => {
      const id = await at.alarm({ code: 'meter_mismatch' });
      await change(id, { acknowledged: true, version: 1 });
      const late = await change(id, { assigned_to: at.colleague.id, version: 1 }, at.owner.headers);
      assert.equal(late.statusCode, 409);
      assert.equal(late.json().stored.acknowledged_by.id, at.worker.id);
    });

    it('given only to who may read alarms here and sees the plant; the fault names the field', async () => {
      const elsewhere = await makeUser(at.test, {
        company: await makeCompany(at.test.pool, 'Elsewhere'),
        roles: ['WORKER', 'APP_0'],
      });
      const closedOut = await makeUser(at.test, {
        company: at.company,
        roles: ['WORKER'],
        plants: [at.ids.alfa],
      });
      const blind = await makeUser(at.test, { company: at.company, roles: ['WORKER', 'APP_0'] });
      for (const somebody of [elsewhere.id, closedOut.id, blind.id, 8_000_000_000_000]) {
        const answer = await change(at.ids.weak, { assigned_to: somebody });
        assert.equal(answer.statusCode, 400, String(somebody));
        assert.deepEqual(
          answer.json().errors.map(({ path, code }: { path: string; code: string }) => [path, code]),
          [['assigned_to', 'no_such_colleague']],
        );
      }
      assert.deepEqual(await audited(at.ids.weak), []);
    });

    it('commented on, in lines, with its author, until they remove their account', async () => {
      const passing = await makeUser(at.test, {
        company: at.company,
        roles: ['WORKER', 'APP_0'],
        plants: [at.ids.alfa],
      });
      const id = await at.alarm({ code: 'production_unread' });
      const say = (body: object) =>
        signIn(at.test, passing, at.company).then((headers) =>
          at.ask('POST', `/api/v1/alarm/${id}/comments/`, headers, body),
        );
      const answer = await say({ note: '  Fuse blown.\nOrdered a new one – =1+1  ' });
      assert.equal(answer.statusCode, 201, answer.body);
      const [comment] = answer.json<AlarmDetail>().history;
      assert.deepEqual(
        [comment?.kind, comment?.note, comment?.actor],
        ['commented', 'Fuse blown.\nOrdered a new one – =1+1', { id: passing.id, name: 'Test User' }],
      );
      for (const note of ['', '   ', 'x'.repeat(2001), 'bell\u0007', 7]) {
        assert.equal((await say({ note })).statusCode, 400, String(note));
      }
      assert.deepEqual(await audited(id), [
        ['alarm.commented', passing.id, { proj_code: 'ALFA', alarm: 'production_unread' }],
      ]);
      await at.test.arrange('delete from company_user_plant where user_id = $1', [passing.id]);
      await at.test.arrange('delete from company_user where user_id = $1', [passing.id]);
      await at.test.arrange('update user_account set deleted_at = now() where id = $1', [passing.id]);
      const { history } = (await at.ask('GET', `/api/v1/alarm/${id}/`, at.owner.headers)).json<AlarmDetail>();
      assert.deepEqual([history[0]?.actor, history[0]?.note.length], [null, 36]);
    });

    it('by nobody who may only read', async () => {
      assert.equal((await change(at.ids.weak, { acknowledged: true }, at.viewer.headers)).statusCode, 403);
    });

    it('several at once, each with its row of the audit; one that moved on meanwhile is left, and named', async () => {
      const first = await at.alarm({ code: 'connection_lost' });
      const second = await at.alarm({ code: 'under_expectation' });
      const versions = new Map<number, number>();
      const look = async (...ids: number[]) => {
        for (const { id, version } of await at.test.arrange<{ id: number; version: number }>(
          'select id, version from alarm where id = any($1)',
          [ids],
        ))
          versions.set(Number(id), version);
      };
      const many = (ids: number[], body: object) =>
        at.ask('PUT', '/api/v1/alarms-work/', at.worker.headers, {
          alarms: ids.map((id) => ({ id, version: versions.get(id) })),
          ...body,
        });
      await change(first, { acknowledged: true }, at.owner.headers);
      const work = { acknowledged: true, assigned_to: at.colleague.id };
      await look(first, second, at.ids.box);
      assert.equal(
        (await many([first, second, at.ids.box], work)).statusCode,
        404,
        'one is of a hidden plant',
      );
      assert.equal((await many([first, second], { assigned_to: 8_000_000_000_000 })).statusCode, 400);
      assert.deepEqual(await audited(second), []);
      assert.deepEqual((await many([first, second, second], work)).json(), { changed: 2, left: [] });
      assert.deepEqual(
        (await many([first, second], work)).json(),
        { changed: 0, left: [] },
        'it is so already',
      );
      const one = async () =>
        (await at.ask('GET', `/api/v1/alarm/${first}/`, at.owner.headers)).json<AlarmDetail>().alarm;
      assert.equal((await one()).acknowledged_by?.id, at.owner.id, 'whoever saw it first stays');
      // The first comes again between the look and the click: what was acknowledged is not what stands there.
      await look(first, second);
      const again = 'update alarm set acknowledged_at = null, version = version + 1 where id = $1';
      await at.test.arrange(again, [first]);
      const back = { acknowledged: true, assigned_to: null };
      assert.deepEqual((await many([first, second], back)).json(), { changed: 1, left: [first] });
      assert.equal(
        (await at.ask('PUT', '/api/v1/alarms-work/', at.worker.headers, { alarms: [{ id: first }], ...back }))
          .statusCode,
        400,
      );
      const { acknowledged_at, assigned_to } = await one();
      assert.deepEqual([acknowledged_at, assigned_to?.id], [null, at.colleague.id]);
      const actions = async (id: number) => (await audited(id)).map(([action]) => action);
      assert.deepEqual(await actions(first), ['alarm.acknowledged', 'alarm.assigned']);
      assert.deepEqual(await actions(second), ['alarm.acknowledged', 'alarm.assigned', 'alarm.assigned']);
    });
  });

  it('are opened with their evidence, their cause and what follows from them', async () => {
    const one = async (id: number) =>
      (await at.ask('GET', `/api/v1/alarm/${id}/`, at.owner.headers)).json<AlarmDetail>();
    const box = await one(at.ids.box);
    assert.deepEqual(
      [box.cause, box.consequences.map(({ id }) => at.nameOf(id)), box.evidence],
      [null, ['follows'], null],
    );
    const follows = await one(at.ids.follows);
    assert.deepEqual([follows.cause?.id, follows.consequences], [at.ids.box, []]);
    assert.equal(follows.evidence?.figures[0]?.value, 3);
    const [power, gone] = follows.evidence?.readings ?? [];
    assert.deepEqual(
      [power?.words?.label_it, power?.words?.quantity, gone?.words],
      ['Potenza AC', 'ac_power_kw', null],
    );
    assert.equal((await at.ask('GET', '/api/v1/alarm/8000000000000/', at.owner.headers)).statusCode, 404);
  });
});
