import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Alarms, arrangeAlarms } from '../../../../tests/support/alarmed-company.ts';
import { makePlant } from '../../../../tests/support/app.ts';
import { untilWaiting } from '../../../../tests/support/waiting.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import type { Snooze } from '../snoozes.contract.ts';
import { endSnoozeEarly } from './snoozes.service.ts';

describe("snoozes of a plant's alarms", () => {
  let at: Alarms;
  let made = 0;
  before(async () => {
    at = await arrangeAlarms();
  });
  after(() => at?.close());

  const aPlant = async (time_zone = 'Europe/Rome'): Promise<string> => {
    made += 1;
    await makePlant(at.test.pool, at.company, `PLANT${made}`, { time_zone });
    return `PLANT${made}`;
  };
  const put = (proj_code: string, body: object, who = at.owner) =>
    at.ask('PUT', `/api/v1/alarms/${proj_code}/`, who.headers, body);
  const snooze = async (proj_code: string, body: object = {}): Promise<Snooze> => {
    const answer = await put(proj_code, { days: 3, snooze_message: 'Works', ...body });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.json().detail, 'Alarm snoozed successfully');
    return answer.json().snooze;
  };
  const list = (query: string, who = at.owner) =>
    at.page<Snooze>(`/api/v1/alarm-snoozes/?${query}`, who.headers);
  const end = (id: number, who = at.owner) => at.ask('DELETE', `/api/v1/alarm-snoozes/${id}/`, who.headers);
  const plantOf = async (proj_code: string) =>
    (
      await at.test.arrange<{ snooze_date: Date | null; snooze_message: string }>(
        'select snooze_date, snooze_message from plant where company_id = $1 and proj_code = $2',
        [at.company.company_id, proj_code],
      )
    )[0];

  it('begin at once and end after whole days of the clock of the plant, which its card says', async () => {
    const plant = await aPlant();
    await at.goTo(new Date('2026-10-24T20:00:00Z'));
    const { id: _, ...made } = await snooze(plant, { days: 1, snooze_message: '  Fuses ' });
    assert.deepEqual(made, {
      proj_code: plant,
      plant_name: plant,
      time_zone: 'Europe/Rome',
      kind: 'mute',
      days: 1,
      snooze_message: 'Fuses',
      starts_at: '2026-10-24T20:00:00.000Z',
      ends_at: '2026-10-25T21:00:00.000Z',
      state: 'active',
      ended_at: null,
      end_reason: null,
      created_by: { id: at.owner.id, name: 'Test User' },
      created_at: '2026-10-24T20:00:00.000Z',
      ended_by: null,
      muted: 0,
      version: 1,
    });
    assert.deepEqual(await plantOf(plant), {
      snooze_date: new Date('2026-10-25T21:00:00Z'),
      snooze_message: 'Fuses',
    });
  });

  // spec §5
  for (const [what, body, path] of [
    ['without days', { snooze_message: 'x' }, 'days'],
    ['without a message', { days: 1 }, 'snooze_message'],
    ['with a blank message', { days: 1, snooze_message: '  ' }, 'snooze_message'],
    ['for no days', { days: 0, snooze_message: 'x' }, 'days'],
    ['for half a day', { days: 0.5, snooze_message: 'x' }, 'days'],
    ['with nothing', { days: null, snooze_message: 'x' }, 'days'],
  ] as const) {
    it(`are not saved ${what}, and the field says so`, async () => {
      const plant = await aPlant();
      const answer = await put(plant, body);
      assert.equal(answer.statusCode, 400);
      const [fault] = answer.json().errors;
      assert.deepEqual([fault.path, fault.message], [path, 'Alarm not saved. Insert infos']);
      assert.equal((await plantOf(plant))?.snooze_date, null);
    });
  }

  it('are not saved for longer than a year, far ahead, or for a time that is over', async () => {
    const plant = await aPlant();
    const starting = (ms: number) => ({ starts_at: new Date(at.now.getTime() + ms).toISOString() });
    for (const [body, path] of [
      [{ days: 366 }, 'days'],
      [starting(367 * DAY_MS), 'starts_at'],
      [starting(-DAY_MS), 'starts_at'],
    ] as const) {
      const answer = await put(plant, { days: 1, snooze_message: 'x', ...body });
      assert.deepEqual([answer.statusCode, answer.json().errors[0].path], [400, path]);
    }
    assert.equal(
      (await snooze(plant, starting(-60_000))).state,
      'active',
      'now, as it was chosen a minute ago',
    );
  });

  it('can be planned, beside what is in force and not beside another planned one', async () => {
    const plant = await aPlant();
    const inForce = await snooze(plant, { days: 10 });
    const starts_at = new Date(at.now.getTime() + 2 * DAY_MS).toISOString();
    const planned = await snooze(plant, { days: 2, starts_at });
    assert.deepEqual([planned.state, planned.starts_at], ['planned', starts_at]);
    assert.equal((await plantOf(plant))?.snooze_date?.toISOString(), inForce.ends_at);
    const second = await put(plant, { days: 1, snooze_message: 'mine', starts_at });
    assert.equal(second.statusCode, 409);
    assert.deepEqual(
      [second.json().errors[0].path, second.json().errors[0].code, second.json().stored.id],
      ['starts_at', 'planned_already', planned.id],
    );
    await snooze(plant, { days: 1, starts_at: planned.ends_at });
    assert.equal((await list(`proj_code=${plant}&state=standing`)).count, 3);
    assert.deepEqual(
      (await list(`proj_code=${plant}&state=planned`)).results.map(({ days }) => days),
      [1, 2],
    );
  });

  it('replace the one in force, unless the person saw another', async () => {
    const plant = await aPlant();
    const first = await snooze(plant, { replaces: null });
    const late = await put(plant, { days: 1, snooze_message: 'late', replaces: null }, at.owner);
    assert.equal(late.statusCode, 409);
    assert.equal(late.json().stored.id, first.id);
    const second = await snooze(plant, { days: 5, replaces: first.id });
    const [newest, older] = (await list(`proj_code=${plant}`)).results;
    assert.equal(newest?.id, second.id);
    assert.deepEqual(
      [older?.state, older?.end_reason, older?.ended_by?.id],
      ['ended', 'replaced', at.owner.id],
    );
    assert.equal((await plantOf(plant))?.snooze_date?.toISOString(), second.ends_at);
  });

  it('of two at the same time leave one in force', async () => {
    const plant = await aPlant();
    const answers = await Promise.all(
      [1, 2, 3].map((days) => put(plant, { days, snooze_message: 'at once', replaces: null })),
    );
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409, 409]);
    assert.equal((await list(`proj_code=${plant}&state=active`)).count, 1);
  });

  it('are ended by one while another replaces them, who is told', async () => {
    const plant = await aPlant();
    const { id } = await snooze(plant);
    const { replacing } = await inScope(at.test.pool, at.company, async (tx) => {
      await endSnoozeEarly(tx, id, at.now);
      const replacing = put(plant, { days: 2, snooze_message: 'mine', replaces: id });
      await untilWaiting(at.test.pool);
      return { replacing };
    });
    const answer = await replacing;
    assert.deepEqual(
      [answer.statusCode, answer.json().errors[0].code, answer.json().stored],
      [409, 'other_in_force', null],
    );
    assert.equal((await list(`proj_code=${plant}&state=standing`)).count, 0);
  });

  it('end early once, and the second who ends one is told', async () => {
    const plant = await aPlant();
    const { id } = await snooze(plant);
    assert.equal((await end(id)).statusCode, 204);
    assert.equal((await plantOf(plant))?.snooze_date, null);
    const again = await end(id);
    assert.equal(again.statusCode, 409);
    assert.equal(again.json().stored.end_reason, 'early');
    const [kept] = (await list(`proj_code=${plant}`)).results;
    assert.deepEqual(
      [kept?.state, kept?.ended_by?.id, kept?.ended_at],
      ['ended', at.owner.id, at.now.toISOString()],
    );
  });

  it('are over when their time is, whether or not anybody has put that down', async () => {
    const plant = await aPlant();
    const { id, ends_at } = await snooze(plant, { days: 1 });
    const was = at.now;
    await at.goTo(new Date(Date.parse(ends_at) + 1));
    const [over] = (
      await at.page<Snooze>(`/api/v1/alarm-snoozes/?proj_code=${plant}&state=ended`, at.owner.headers)
    ).results;
    assert.deepEqual([over?.state, over?.end_reason, over?.ended_at], ['ended', 'expired', ends_at]);
    assert.equal((await end(id)).statusCode, 409);
    await at.goTo(was);
  });

  it('are told to the browsers at once, by their card and beside their alarms', async () => {
    const plant = await aPlant();
    const listener = await at.test.pool.connect();
    const messages: string[] = [];
    listener.on('notification', ({ payload = '' }) => {
      const { kind, codes } = JSON.parse(payload);
      if (codes?.includes(plant)) messages.push(kind);
    });
    await listener.query('listen live');
    const { id } = await snooze(plant);
    await end(id);
    // What was given before this one has arrived with its answer.
    await listener.query('select 1');
    listener.release(true);
    assert.deepEqual(messages, ['plants', 'alarms', 'plants', 'alarms']);
  });

  it('of planned work last until an instant, and the plant and its alarms say so', async () => {
    await at.goTo(new Date('2026-06-01T08:00:00Z'));
    const plant = await aPlant();
    const ends_at = '2026-06-01T14:00:00.000Z';
    const made = await snooze(plant, { kind: 'planned_work', days: undefined, ends_at });
    assert.deepEqual(
      [made.kind, made.days, made.ends_at, made.state],
      ['planned_work', 0.25, ends_at, 'active'],
    );
    const cards = await at.ask('GET', '/api/v1/plants-card-list/', at.owner.headers);
    const card = cards.json<{ code: string; snooze_kind: string }[]>().find(({ code }) => code === plant);
    assert.equal(card?.snooze_kind, 'planned_work');
    const kinds = await at.test.arrange<{ snooze_kind: string }>(
      'select snooze_kind from plant where company_id = $1 and proj_code = $2',
      [at.company.company_id, plant],
    );
    assert.deepEqual(kinds, [{ snooze_kind: 'planned_work' }]);
    await end(made.id);
    const back = await at.test.arrange<{ snooze_kind: string }>(
      'select snooze_kind from plant where company_id = $1 and proj_code = $2',
      [at.company.company_id, plant],
    );
    assert.deepEqual(back, [{ snooze_kind: 'mute' }]);
  });

  for (const [what, body, path] of [
    ['both days and an end', { days: 1, ends_at: '2026-06-01T14:00:00Z' }, 'ends_at'],
    ['an end before its start', { ends_at: '2026-06-01T07:00:00Z' }, 'ends_at'],
    ['an end years ahead', { ends_at: '2029-06-01T07:00:00Z' }, 'ends_at'],
  ] as const) {
    it(`with ${what} is not saved`, async () => {
      await at.goTo(new Date('2026-06-01T08:00:00Z'));
      const plant = await aPlant();
      const answer = await put(plant, { kind: 'planned_work', snooze_message: 'x', ...body });
      assert.equal(answer.statusCode, 400, answer.body);
      assert.equal(answer.json().errors[0].path, path);
      assert.equal((await plantOf(plant))?.snooze_date, null);
    });
  }

  it('stand in the audit, without their message', async () => {
    const plant = await aPlant();
    const { id, starts_at, ends_at } = await snooze(plant, { snooze_message: 'Signora Rossi' });
    await end(id);
    const rows = await at.test.arrange<{ action: string; detail: object }>(
      'select action, detail from audit where company_id = $1 and target = $2 order by id',
      [at.company.company_id, plant],
    );
    assert.deepEqual(
      rows.map(({ action, detail }) => [action, detail]),
      [
        ['snooze.created', { kind: 'mute', days: 3, starts_at, ends_at }],
        ['snooze.ended', { state: 'active', ends_at }],
      ],
    );
  });

  it('of plants that somebody is not named for are none of theirs', async () => {
    const { id } = await snooze('BETA');
    assert.equal((await put('BETA', { days: 1, snooze_message: 'x' }, at.worker)).statusCode, 404);
    assert.equal((await end(id, at.worker)).statusCode, 404);
    assert.deepEqual((await list('', at.worker)).results, []);
    assert.equal((await put('ALFA', { days: 1, snooze_message: 'x' }, at.viewer)).statusCode, 403);
    assert.equal((await put('ALFA', { days: 1, snooze_message: 'x' }, at.worker)).statusCode, 200);
  });
});
