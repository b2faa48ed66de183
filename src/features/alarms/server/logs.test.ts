import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Alarms, arrangeAlarms } from '../../../../tests/support/alarmed-company.ts';
import { makePlant } from '../../../../tests/support/field.ts';
import type { Log, LogEntry } from '../logs.contract.ts';

describe('logs', () => {
  let at: Alarms;
  before(async () => {
    at = await arrangeAlarms();
    const { company_id } = at.company;
    const { weak, follows, box, device, alfa } = at.ids;
    // In Rome the first two stand on 8 June, although their days in UTC differ.
    await at.test.arrange(
      `insert into alarm_event (company_id, alarm_id, at, kind, actor_id, note) values
         ($1, $2, '2026-06-07T22:30:00Z', 'opened', null, ''), ($1, $2, '2026-06-08T10:00:00Z', 'commented', $3, 'Seen'),
         ($1, $4, '2026-06-08T11:00:00Z', 'opened', null, ''), ($1, $5, '2026-06-08T11:01:00Z', 'followed', null, ''),
         ($1, $2, '2026-06-09T23:30:00Z', 'repeated', null, '')`,
      [company_id, weak, at.owner.id, box, follows],
    );
    await at.test.arrange(
      `insert into device_log (company_id, device_id, at, kind, detail) values
         ($1, $2, '2026-06-08T12:00:00Z', 'silent', '{"reason":{"code":"refused_address","address":"10.0.0.7","port":502}}'),
         ($1, $2, '2026-06-08T12:00:01Z', 'exchange', '{"request":"00"}')`,
      [company_id, device],
    );
    await at.test.arrange(
      `insert into configuration_version (company_id, device_id, number, made_at, user_id, action, snapshot)
       values ($1, $2, 1, '2026-06-08T13:00:00Z', $3, 'device.changed', '{}')`,
      [company_id, device, at.owner.id],
    );
    await at.test.arrange(
      `insert into alarm_snooze (company_id, plant_id, starts_at, ends_at, message, created_by, created_at, ended_at, ended_by, end_reason)
       values ($1, $2, '2026-06-08T06:00:00Z', '2026-06-10T06:00:00Z', 'Fuses', $3, '2026-06-06T06:00:00Z', '2026-06-09T06:00:00Z', $3, 'early')`,
      [company_id, alfa, at.owner.id],
    );
  });
  after(() => at?.close());

  const logs = (query: string, who = at.owner) => at.page<Log>(`/api/v1/logs-list/?${query}`, who.headers);
  const entries = (query: string, who = at.owner) =>
    at.page<LogEntry>(`/api/v1/logs-detail/?${query}`, who.headers);
  const kinds = async (query: string) =>
    (await entries(query)).results.map(({ source, kind }) => `${source} ${kind}`);

  it('hold what one person did, and leave out the usual course of things where that is asked', async () => {
    const day = 'start=2026-06-06T00:00:00Z&end=2026-06-12T00:00:00Z';
    assert.deepEqual(await kinds(`${day}&actor_id=${at.owner.id}`), [
      'snooze ended',
      'configuration device.changed',
      'alarm commented',
      'snooze created',
    ]);
    const all = await kinds(day);
    assert.ok(all.includes('alarm followed'));
    assert.deepEqual(
      await kinds(`${day}&routine=false`),
      all.filter((kind) => kind !== 'alarm followed'),
    );
  });

  it('are listed by device and local day, newest day first, with their counts', async () => {
    const found = await logs('proj_code=ALFA');
    assert.deepEqual(
      found.results.map((log) => [log.day, log.short_name, log.entries, log.errors, log.warnings]),
      [
        ['2026-06-10', 'INV_7', 1, 0, 1],
        ['2026-06-09', null, 1, 0, 0],
        ['2026-06-08', null, 1, 0, 0],
        ['2026-06-08', 'INV_7', 4, 0, 1],
        ['2026-06-06', null, 1, 0, 0],
      ],
    );
    assert.deepEqual(
      [found.results[3]?.start, found.results[3]?.end, found.results[3]?.first],
      ['2026-06-07T22:00:00.000Z', '2026-06-08T22:00:00.000Z', '2026-06-07T22:30:00.000Z'],
    );
    const [box] = (await logs('proj_code=BETA')).results;
    assert.deepEqual([box?.entries, box?.errors, box?.warnings], [2, 1, 0]);
  });

  it('are opened by device and day, newest first, each entry with what it says', async () => {
    const [, , , log] = (await logs('proj_code=ALFA')).results;
    const of = `device_id=${log?.device_id}&start=${log?.start}&end=${log?.end}`;
    assert.deepEqual(await kinds(of), [
      'configuration device.changed',
      'device silent',
      'alarm commented',
      'alarm opened',
    ]);
    const [version, silent, comment] = (await entries(of)).results;
    assert.deepEqual([version?.actor?.id, version?.detail], [at.owner.id, { number: 1 }]);
    assert.deepEqual(silent?.detail, { reason: { code: 'refused_address', address: '10.0.0.7', port: 502 } });
    assert.deepEqual(
      [comment?.note, comment?.actor?.id, comment?.alarm_id, comment?.detail],
      ['Seen', at.owner.id, at.ids.weak, { code: 'string_weak', type: 'W', params: {} }],
    );
    const [hidden] = (await entries(`${of}&source=device`, at.viewer)).results;
    assert.deepEqual(
      hidden?.detail,
      { reason: { code: 'refused_address' } },
      'addresses are for who configures',
    );
  });

  it('of a plant itself are its snoozes and alarms without a device', async () => {
    assert.deepEqual(await kinds('proj_code=ALFA&itself=true'), [
      'snooze ended',
      'snooze started',
      'snooze created',
    ]);
    const [ended, , created] = (await entries('proj_code=ALFA&itself=true')).results;
    assert.deepEqual(
      [created?.note, ended?.detail.reason, ended?.actor?.id],
      ['Fuses', 'early', at.owner.id],
    );
  });

  it('are narrowed by source and paged to the ends', async () => {
    assert.deepEqual(await kinds('source=configuration'), ['configuration device.changed']);
    const first = await entries('page_size=3');
    assert.deepEqual([first.count, first.results.length, first.previous], [10, 3, null]);
    const beyond = await entries('page_size=3&page=9');
    assert.deepEqual([beyond.count, beyond.results, beyond.next], [10, [], null]);
    assert.deepEqual(
      [(await logs('page_size=2&page=9')).count, (await logs('page_size=2')).results.length],
      [6, 2],
    );
  });

  it('page by page give what one page gives, each plant by its own clock', async () => {
    const { company_id } = at.company;
    const far = await makePlant(at.test.pool, at.company, 'FAR', { time_zone: 'America/New_York' });
    await at.test.arrange(
      `with a as (insert into alarm (company_id, plant_id, type, code, date) values ($1, $2, 'E', 'no_data', '2026-06-08T00:00:00Z') returning id)
       insert into alarm_event (company_id, alarm_id, at, kind)
       select $1, a.id, u.at, 'commented' from a, unnest(array['2026-06-09T03:59:59Z', '2026-06-09T04:00:00Z']::timestamptz[]) u (at)`,
      [company_id, far],
    );
    const whole = (await logs('')).results;
    assert.deepEqual(
      whole.filter(({ proj_code }) => proj_code === 'FAR').map(({ day, first }) => [day, first]),
      [
        ['2026-06-09', '2026-06-09T04:00:00.000Z'],
        ['2026-06-08', '2026-06-09T03:59:59.000Z'],
      ],
    );
    for (const size of [1, 3]) {
      const pages: Log[] = [];
      for (let page = 1; pages.length < whole.length; page++)
        pages.push(...(await logs(`page_size=${size}&page=${page}`)).results);
      assert.deepEqual(pages, whole, `${size} a page`);
    }
    await at.test.arrange('delete from alarm where plant_id = $1', [far]);
    await at.test.arrange('delete from plant where id = $1', [far]);
  });

  it('reach over a window that has an end', async () => {
    assert.deepEqual(await kinds('start=2026-06-09T00:00:00Z&end=2026-06-09T23:30:00Z'), ['snooze ended']);
    for (const query of [
      'start=2026-01-01T00:00:00Z&end=2026-06-01T00:00:00Z',
      'start=2026-06-09T00:00:00Z&end=2026-06-09T00:00:00Z',
      'start=yesterday',
      'source=other',
    ]) {
      const answer = await at.ask('GET', `/api/v1/logs-list/?${query}`, at.owner.headers);
      assert.equal(answer.statusCode, 400, query);
    }
    const months = await at.ask(
      'GET',
      '/api/v1/logs-detail/?start=2026-10-01T00:00:00%2B02:00&end=2026-11-01T00:00:00%2B01:00',
      at.owner.headers,
    );
    assert.equal(months.statusCode, 200, 'a month of 31 days and an hour');
  });

  it('of plants that somebody is not named for are unseen', async () => {
    assert.deepEqual(
      [...new Set((await logs('', at.worker)).results.map(({ proj_code }) => proj_code))],
      ['ALFA'],
    );
    assert.ok((await entries('', at.worker)).results.every(({ proj_code }) => proj_code === 'ALFA'));
    assert.equal(
      (await at.ask('GET', '/api/v1/logs-list/?proj_code=BETA', at.worker.headers)).statusCode,
      404,
    );
  });
});
