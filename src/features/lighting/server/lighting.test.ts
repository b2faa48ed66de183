import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Body, callsBelow } from '../../../../tests/support/api-calls.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { SIX_LINES } from '../io-profile.model.ts';
import { boxClaims } from './claims.public.ts';
import { noteEnergy } from './energy.public.ts';
import { makeSums } from './sums.service.ts';

const AT = Date.parse('2026-06-20T20:00:00Z');

describe('public lighting of a company', () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  let engineer: Headers;
  let viewer: Headers;
  let device: number;
  let plant: number;
  let padova: number;
  let now = AT;
  before(async () => {
    test = await createTestApp({ now: () => new Date(now) });
    scope = await makeCompany(test.pool, 'Lit');
    const as = async (role: 'COMPANY_OWNER' | 'ENGINEER_0' | 'VIEWER') =>
      signIn(test, await makeUser(test, { company: scope, roles: [role], plants: [] }), scope);
    [owner, engineer, viewer] = [await as('COMPANY_OWNER'), await as('ENGINEER_0'), await as('VIEWER')];
    plant = await makePlant(test.pool, scope, 'LIGHTS');
    device = await makeDevice(test.pool, scope, plant, 'CTRL', [], { category: 'other' });
    await test.arrange(
      `with o as (insert into port (company_id, plant_id, name, host) values ($1, $2, 'Cabinets', '127.0.0.1') returning id)
       update device set port_id = (select id from o), unit_id = 1 where company_id = $1 and id = $3`,
      [scope.company_id, plant, device],
    );
  });
  after(() => test?.close());

  const { call, done, refused } = callsBelow('/api/v1/ill-pub/', { app: () => test.app, usual: () => owner });
  /** A box as a claim makes it, with a controller where a device is given. */
  async function box(serial: string, of: { comune?: number; device?: number } = {}): Promise<number> {
    const [row] = await test.arrange<{ id: number }>(
      `with b as (insert into lighting_box (company_id, municipality_id, serial, reg_number) values ($1, $3, $2, 'R' || $2) returning id)
       , l as (insert into power_line (company_id, box_id, line) select $1, id, n from b, generate_series(1, 6) n)
       select id from b`,
      [scope.company_id, serial, of.comune ?? null],
    );
    const id = Number(row?.id);
    if (of.device) {
      const asked = { box_id: id, device_id: of.device, profile: SIX_LINES };
      await refused(409, 'device_not_claimed', 'POST', 'io-controller/', asked);
      await test.arrange(
        `insert into box_claim (company_id, device_id, user_id, serial, reg_number, code, profile, state, place)
         values ($1, $2, 1, $3, $3, '1234', '{}', 'matched', '127.0.0.1:502/1')`,
        [scope.company_id, of.device, serial],
      );
      await done('POST', 'io-controller/', asked);
    }
    return id;
  }

  it('adds a municipality of Italy with its place and default settings, once, by who may', async () => {
    const [found] = (await call('GET', 'comuni/?search=padova')).list;
    assert.deepEqual([found?.istat_code, found?.name, found?.province], ['028060', 'Padova', 'PD']);
    assert.equal((await call('GET', 'comuni/?search=028060')).list[0]?.name, 'Padova');
    assert.deepEqual((await call('GET', 'comuni/?search=nowhere-at-all')).list, []);
    assert.equal((await call('POST', 'comune/', { istat_code: '028060' }, engineer)).status, 403);
    await refused(400, 'no_such_municipality', 'POST', 'comune/', { istat_code: '999999' });
    const made = await done('POST', 'comune/', { istat_code: '028060' });
    padova = Number(made.id);
    assert.ok(Math.abs(Number(made.latitude) - 45.41) < 0.05, 'its town is proposed');
    await refused(409, 'municipality_there', 'POST', 'comune/', { istat_code: '028060' });
    const settings = await done('GET', `comune-settings/?comune_id=${padova}`);
    // spec §4, §9
    const { turn_on_date, turn_on_auto, turn_off_date, turn_off_auto, comune } = settings;
    assert.deepEqual(
      [turn_on_date, turn_on_auto, turn_off_date, turn_off_auto, comune],
      ['17:00', true, '07:00', true, padova],
    );
  });

  it('says which time acts tonight and why, and refuses what would never be lit', async () => {
    const { id, version, tonight } = await done('GET', `comune-settings/?comune_id=${padova}`);
    type Line = { stretches: { from: string; to: string }[]; on_why: { by: string } };
    const [line] = (tonight as { lines: Line[] }).lines;
    assert.equal(line?.on_why.by, 'sun');
    assert.ok(line?.stretches[0]?.from.startsWith('2026-06-20T19:'), JSON.stringify(line));
    const set = { turn_on_auto: false, turn_off_auto: false };
    await refused(400, 'same_minute', 'PUT', `comune-settings/${id}/`, {
      settings: { ...set, turn_on_date: '07:00' },
    });
    // A night has noon at both its ends: off would come before on, or end the night before.
    for (const [on, off] of [
      ['07:00', '18:00'],
      ['17:00', '12:00'],
      ['07:00', '05:00'],
    ])
      await refused(400, 'over_noon', 'PUT', `comune-settings/${id}/`, {
        settings: { ...set, turn_on_date: on, turn_off_date: off },
      });
    const pause = { lines: [3], off: '23:00', on: '01:00' };
    // From five in the morning to eleven in the evening: no night has that.
    await refused(400, 'pause_backwards', 'PUT', `comune-settings/${id}/`, {
      settings: { half_night: [{ ...pause, off: '05:00', on: '23:00' }] },
      version,
    });
    await refused(400, 'line_twice', 'PUT', `comune-settings/${id}/`, {
      settings: { half_night: [pause, { ...pause, off: '03:00', on: '05:00' }] },
      version,
    });
    const exceptions = [
      {
        name: 'Feast',
        from_day: '2026-06-20',
        to_day: '2026-06-20',
        every_year: false,
        lines: [],
        kind: 'dark',
        turn_on_date: null,
        turn_off_date: null,
      },
    ];
    await refused(400, 'times_missing', 'PUT', `comune-settings/${id}/`, {
      settings: { exceptions: exceptions.map((one) => ({ ...one, kind: 'times' })) },
    });
    const day = { ...exceptions[0], kind: 'times', turn_on_date: '08:00' };
    for (const turn_off_date of ['20:00', '12:00'])
      await refused(400, 'over_noon', 'PUT', `comune-settings/${id}/`, {
        settings: { exceptions: [{ ...day, turn_off_date }] },
      });
    // Where off is as the settings have it, at 07:00: only a set time is known to come before.
    const partly = { settings: { ...set, exceptions: [day] } };
    await refused(400, 'over_noon', 'PUT', `comune-settings/${id}/`, partly);
    const saved = await done('PUT', `comune-settings/${id}/`, {
      settings: { turn_on_date: '18:00', exceptions, patron_day: '2026-06-13' },
      version,
    });
    const [dark] = (saved.tonight as { lines: Line[] }).lines;
    assert.deepEqual([dark?.stretches, dark?.on_why.by], [[], 'exception']);
    assert.equal(saved.patron_day, '2026-06-13');
    const stale = await call('PUT', `comune-settings/${id}/`, {
      settings: { turn_on_date: '19:00' },
      version,
    });
    assert.equal(stale.status, 409);
    await done('PUT', `comune-settings/${id}/`, { settings: { exceptions: [] } });
    // As they are answered, with their fields at the top.
    const answered = await done('GET', `comune-settings/?comune_id=${padova}`);
    const put = await done('PUT', `comune-settings/${id}/`, { ...answered, turn_on_date: '18:30' });
    assert.equal(put.turn_on_date, '18:30');
    const anew = await done('POST', 'comune-settings/', { comune: padova });
    assert.equal(anew.turn_on_date, '17:00');
  });

  it('shows beforehand what a year of other times comes to, in hours, kWh and euros where a price is known', async () => {
    const id = await box('PREVIEW', { comune: padova });
    await test.arrange(`update lighting_box set pod = 'IT001E1' where id = $1`, [id]);
    await test.arrange(`update power_line set load_nominal_kw = 2 where box_id = $1 and line = 1`, [id]);
    const asked = {
      turn_on_auto: false,
      turn_on_date: '22:00',
      turn_off_auto: false,
      turn_off_date: '02:00',
    };
    const preview = async (more = {}) =>
      (await done(
        'POST',
        `comune/${padova}/preview/`,
        { settings: { ...asked, ...more } },
        viewer,
      )) as unknown as {
        asked: { kwh: number; eur: number | null; hours: number };
        exceptions: { name: string; nights: number }[];
        odd_nights: { kind: string }[];
        energy_left_out: string | null;
      };
    const first = await preview();
    // Each night four hours by the clock, one hour more and one less in the nights of the change.
    assert.deepEqual([first.asked.hours, first.asked.kwh, first.asked.eur], [1460, 2920, null]);
    assert.ok(first.odd_nights.filter(({ kind }) => kind === 'too_dark').length >= 365);
    await test.arrange(
      `insert into pod_price (company_id, pod, from_day, eur_kwh) values ($1, 'IT001E1', '2026-01-01', 0.25)`,
      [scope.company_id],
    );
    assert.ok(Math.abs(Number((await preview()).asked.eur) - 730) < 1e-6);
    // Thirteen public holidays and the patron's day: fourteen nights of four hours less.
    const holidays = {
      name: 'Holidays',
      from_day: '2026-01-01',
      to_day: '2026-12-31',
      every_year: true,
      lines: [],
      only_holidays: true,
      kind: 'dark',
      turn_on_date: null,
      turn_off_date: null,
    };
    const without = await preview({ exceptions: [holidays], patron_day: '2026-06-13' });
    assert.deepEqual([without.asked.hours, without.exceptions], [1404, [{ name: 'Holidays', nights: 14 }]]);
    // A box with its own 23:00 uses 3 kWh a night where it takes 1 kW; one that is switched by hand alone follows nothing.
    const own = await box('PREVIEW-OWN', { comune: padova });
    const byHand = await box('PREVIEW-HAND', { comune: padova });
    await test.arrange(`update power_line set load_nominal_kw = 1 where box_id = any($1) and line = 1`, [
      [own, byHand],
    ]);
    await test.arrange(`update lighting_box set turn_on_auto = false, turn_on_date = '23:00' where id = $1`, [
      own,
    ]);
    await test.arrange('update lighting_box set auto_mode = false where id = $1', [byHand]);
    assert.deepEqual(await preview().then(({ asked: { hours, kwh } }) => [hours, kwh]), [1460, 2920 + 1095]);
    // More different times than are gone through: hours alone, and why.
    await test.arrange(
      `insert into lighting_box (company_id, municipality_id, serial, reg_number, turn_on_auto, turn_on_date)
       select $1, $2, 'MANY-' || n, 'M', false, to_char(make_time(20 + n / 60, n % 60, 0), 'HH24:MI') from generate_series(0, 100) n`,
      [scope.company_id, padova],
    );
    const many = await preview();
    assert.deepEqual(
      [many.asked.hours, many.asked.kwh, many.energy_left_out],
      [1460, null, 'too_many_times'],
    );
    await test.arrange(`delete from lighting_box where id = any($1) or serial like 'MANY-%'`, [
      [own, byHand],
    ]);
  });

  it('keeps unpaired boxes apart, until they are assigned, many at once and all or none', async () => {
    const [one, two] = [await box('U1'), await box('U2')];
    const unpaired = async () => (await done('GET', 'box/?unassigned=true', undefined, viewer)).count;
    assert.equal(await unpaired(), 2);
    assert.equal(
      (await call('PUT', `assign-box/?municipality=${padova}`, { boxes: [one, 999_999] })).status,
      404,
    );
    assert.equal(await unpaired(), 2);
    const { assigned } = await done(
      'PUT',
      `assign-box/?municipality=${padova}`,
      { boxes: [one, two, two] },
      engineer,
    );
    assert.deepEqual([assigned, await unpaired()], [2, 0]);
    assert.equal((await done('GET', `box/${one}/`)).state, 'silent', 'nobody has heard it yet');
    // Own times and the municipality's together may never meet, whichever of them is changed.
    const seven = { turn_on_auto: false, turn_on_date: '07:00' };
    await done('PUT', `box/${one}/`, seven);
    const { id: settings } = await done('GET', `comune-settings/?comune_id=${padova}`);
    const put = [`PUT`, `comune-settings/${settings}/`] as const;
    await refused(400, 'box_same_minute', ...put, { settings: { turn_off_auto: false } });
    await refused(400, 'over_noon', 'PUT', `box/${one}/`, { turn_off_auto: false, turn_off_date: '06:00' });
    // Times that an older program took keep nobody from changing something else.
    await test.arrange(
      `update lighting_box set turn_off_auto = false, turn_off_date = '18:00' where id = $1`,
      [one],
    );
    await done('PUT', `box/${one}/`, { name: 'Via Roma' });
    await done('PUT', `box/${one}/`, { turn_off_auto: false, turn_off_date: '08:00' });
    await done(...put, { settings: { turn_off_auto: false } });
    await refused(400, 'same_minute', 'PUT', `box/${one}/`, { turn_off_auto: null, turn_off_date: null });
    await test.arrange('update lighting_box set municipality_id = null where id = $1', [two]);
    await done('PUT', `box/${two}/`, seven);
    await refused(400, 'box_same_minute', 'PUT', `assign-box/?municipality=${padova}`, { boxes: [two] });
    await test.arrange(
      `update lighting_box set municipality_id = $2, turn_on_auto = null, turn_on_date = null, turn_off_auto = null,
         turn_off_date = null where id = any($1)`,
      [[one, two], padova],
    );
    await done('POST', 'comune-settings/', { comune: padova });
    await refused(409, 'has_boxes', 'DELETE', `comune/${padova}/`);
  });

  it('records a command before it is sent, once for a key, for who may, and where something can be switched', async () => {
    const id = await box('B1', { comune: padova, device });
    const by = { serial: 'B1', reg_number: 'RB1' };
    assert.equal((await call('POST', 'switch-box/', { ...by, on: true }, viewer)).status, 403);
    assert.equal((await call('POST', 'switch-box/', { ...by, reg_number: 'other', on: true })).status, 404);
    assert.equal((await call('POST', 'switch-box/', { ...by, on: true, lines: [7] })).status, 400, 'line 7');
    assert.equal((await call('POST', 'switch-box/', { ...by, on: true, line: 7 })).status, 400, 'line 7');
    const lone = await box('B2', { comune: padova });
    await refused(409, 'no_controller', 'POST', 'switch-box/', { serial: 'B2', reg_number: 'RB2', on: true });
    await refused(409, 'device_taken', 'POST', 'io-controller/', {
      box_id: lone,
      device_id: device,
      profile: SIX_LINES,
    });
    const loose = await box('B3');
    await refused(409, 'box_unpaired', 'POST', 'switch-box/', { serial: 'B3', reg_number: 'RB3', on: true });
    const first = await done('POST', 'switch-box/', {
      ...by,
      on: true,
      lines: [2, 1],
      reason: 'Feast',
      key: 'k1',
    });
    assert.deepEqual(
      [first.state, first.lines, first.on, first.reason, first.sent_at],
      ['queued', [1, 2], true, 'Feast', null],
    );
    const again = await done('POST', 'switch-box/', {
      ...by,
      on: true,
      lines: [1, 2],
      reason: 'Feast',
      key: 'k1',
    });
    assert.equal(again.id, first.id);
    // What was asked counts, not what came of it: other lines, or another end, are something else.
    const until = new Date(now + 3_600_000).toISOString();
    for (const other of [{ on: false, lines: [1, 2] }, { on: true }, { on: true, lines: [1, 2], until }])
      await refused(409, 'key_used', 'POST', 'switch-box/', { ...by, ...other, key: 'k1' });
    // The newer word stands; what was not sent yet is sent no more.
    const off = await done('POST', 'switch-box/', { ...by, on: false, line: 1, key: 'k2' }, engineer);
    const commands = (await done('GET', `commands/?box_id=${id}`)).results as Body[];
    assert.deepEqual(
      commands.map((one) => [one.id, one.state]),
      [
        [off.id, 'queued'],
        [first.id, 'superseded'],
      ],
    );
    const [audit] = await test.arrange<{ count: number }>(
      `select count(*)::int as count from audit where company_id = $1 and action = 'lighting_box.switched'`,
      [scope.company_id],
    );
    assert.equal(audit?.count, 2);
    const updates = [1, 2].map((line) => ({ box_id: id, line, on: line === 1 }));
    const both = (await call('POST', 'io-controller/multiupdate/', { updates, key: 'k3' })).list;
    assert.deepEqual(
      both.map(({ lines, on }) => [lines, on]),
      [
        [[1], true],
        [[2], false],
      ],
      'two updates of one box',
    );
    // A box with fewer lines, or that takes no command, keeps no other back: each has an outcome of its own.
    await test.arrange('update power_line set enabled = false where box_id = $1 and line > 4', [id]);
    const many = async (lines?: number[]) => {
      const updates = [id, lone, loose].map((box_id) => ({ box_id, lines, on: true }));
      const body = { updates, key: lines ? 'k5' : 'k4' };
      const commands = (await call('POST', 'io-controller/multiupdate/', body)).list;
      return commands.map(({ state, lines, fault }) => [state, lines, fault]);
    };
    const all = [1, 2, 3, 4, 5, 6];
    assert.deepEqual(await many(), [
      ['queued', [1, 2, 3, 4], ''],
      ['failed', all, 'no_controller'],
      ['failed', all, 'unpaired'],
    ]);
    assert.deepEqual((await many([4, 5]))[0], ['queued', [4], '']);
    const none = { updates: [{ box_id: id, lines: [6], on: true }], key: 'k6' };
    const [unused] = (await call('POST', 'io-controller/multiupdate/', none)).list;
    assert.deepEqual([unused?.state, unused?.lines, unused?.fault], ['failed', [6], 'no_lines']);
    // Who means one box alone is told at once.
    const named = await call('POST', 'switch-box/', { ...by, on: true, lines: [4, 5], key: 'k7' });
    const [fault] = named.body.errors as { code: string; params?: object }[];
    assert.deepEqual(
      [named.status, fault?.code, fault?.params],
      [409, 'line_off', { serial: 'B1', line: 5 }],
    );
    // More than a hundred are one entry of the audit, with how many and their key.
    const hundred = Array.from({ length: 101 }, () => ({ box_id: id, lines: [1], on: true }));
    await call('POST', 'io-controller/multiupdate/', { updates: hundred, reason: 'Feast', key: 'k8' });
    const [entry] = await test.arrange<{ detail: object }>(
      `select detail from audit where company_id = $1 and action = 'lighting_box.switched_many'`,
      [scope.company_id],
    );
    assert.deepEqual(entry?.detail, { boxes: 1, on: true, reason: 'Feast', command_key: 'k8' });
    await test.arrange('update power_line set enabled = true where box_id = $1', [id]);
    // What stood in its way is gone: the same request answers as it did before, and one that means something else does not.
    const [same] = (await call('POST', 'io-controller/multiupdate/', none)).list;
    assert.deepEqual([same?.id, same?.state, same?.fault], [unused?.id, 'failed', 'no_lines']);
    const other = { ...none, updates: [{ box_id: id, lines: [6], on: false }] };
    await refused(409, 'key_used', 'POST', 'io-controller/multiupdate/', other);
    // Nothing joins what stands under a key, also where it is of a time before requests were kept.
    const more = { ...none, updates: [...none.updates, { box_id: id, lines: [5], on: true }] };
    await refused(409, 'key_used', 'POST', 'io-controller/multiupdate/', more);
    await test.arrange('update lighting_command set asked_digest = null where company_id = $1', [
      scope.company_id,
    ]);
    await refused(409, 'key_used', 'POST', 'io-controller/multiupdate/', more);
    const [older] = (await call('POST', 'io-controller/multiupdate/', none)).list;
    assert.equal(older?.id, unused?.id);
  });

  it('lets an override end by itself, at the latest in seven days', async () => {
    const by = { serial: 'B1', reg_number: 'RB1', on: true };
    const night = await done('GET', `comune-settings/?comune_id=${padova}`);
    const stretches = (night.tonight as { lines: { stretches: { to: string }[] }[] }).lines[0]?.stretches;
    const free = await done('POST', 'switch-box/', by);
    assert.equal(free.override_until, stretches?.[0]?.to, 'at the next switch of its schedule');
    const until = new Date(now + 3_600_000).toISOString();
    const held = await done('POST', 'switch-box/', { ...by, until });
    assert.equal(held.override_until, until);
    const soon = new Date(now + 1000).toISOString();
    assert.equal((await done('POST', 'switch-box/', { ...by, until: soon })).expires_at, soon, 'not later');
    for (const ms of [-1000, 8 * 86_400_000])
      await refused(400, 'until_past', 'POST', 'switch-box/', {
        ...by,
        until: new Date(now + ms).toISOString(),
      });
  });

  it('switches by GET as the specification has it, absolutely, and never for a HEAD', async () => {
    const url = 'switch-box/?serial=B1&reg_number=RB1&on=false';
    const count = async () => Number((await done('GET', 'commands/')).count);
    const before = await count();
    const head = await test.app.inject({ method: 'HEAD', url: `/api/v1/ill-pub/${url}`, headers: owner });
    assert.ok(head.statusCode >= 400, String(head.statusCode));
    const { 'id-client': _, ...stranger } = owner as Record<string, string>;
    assert.equal((await call('GET', url, undefined, stranger as Headers)).status, 400);
    assert.equal(await count(), before);
    const answer = await test.app.inject({ method: 'GET', url: `/api/v1/ill-pub/${url}`, headers: owner });
    assert.deepEqual([answer.statusCode, answer.headers['cache-control']], [202, 'no-store']);
    assert.equal(await count(), before + 1);
    assert.equal((await call('GET', url.replace('false', 'toggle'))).status, 400);
  });

  it('waits for a second person where the company asks for it', async () => {
    await test.arrange(
      'insert into lighting_caution (company_id, many_boxes, dark_at_night) values ($1, 2, true)',
      [scope.company_id],
    );
    const by = { serial: 'B1', reg_number: 'RB1' };
    assert.equal(
      (await done('POST', 'switch-box/', { ...by, on: true })).state,
      'queued',
      'light needs nobody',
    );
    const dark = await done('POST', 'switch-box/', { ...by, on: false });
    assert.equal(dark.state, 'proposed', 'it is night there');
    // By day what counts is whether it will be night before the schedule acts again; nothing acts again out of automatic.
    now = Date.parse('2026-06-20T13:00:00Z');
    const off = async (hours?: number) => {
      const until = hours === undefined ? undefined : new Date(now + hours * 3_600_000).toISOString();
      return (await done('POST', 'switch-box/', { ...by, on: false, until })).state;
    };
    assert.deepEqual([await off(), await off(1), await off(24)], ['queued', 'queued', 'proposed']);
    await test.arrange('update lighting_box set auto_mode = false where id = $1', [dark.box_id]);
    assert.deepEqual([await off(1), await off(24), await off()], ['queued', 'proposed', 'proposed']);
    await test.arrange('update lighting_box set auto_mode = true where id = $1', [dark.box_id]);
    await test.arrange(`update lighting_command set state = 'superseded' where id > $1`, [dark.id]);
    await test.arrange(`update lighting_command set state = 'proposed' where id = $1`, [dark.id]);
    now = AT;
    await refused(409, 'own_word', 'POST', `commands/${dark.id}/decision/`, { accept: true });
    assert.equal((await call('POST', `commands/${dark.id}/decision/`, { accept: true }, viewer)).status, 403);
    assert.equal(
      (await done('POST', `commands/${dark.id}/decision/`, { accept: true }, engineer)).state,
      'queued',
    );
    await refused(409, 'not_waiting', 'POST', `commands/${dark.id}/decision/`, { accept: false }, engineer);
    // Of what was asked for together all is accepted at once, each with an outcome of its own.
    const updates = [1, 2].map((line) => ({ box_id: dark.box_id, lines: [line], on: true }));
    const [first, second] = (await call('POST', 'io-controller/multiupdate/', { updates })).list;
    const [batch] = (await call('GET', 'command-batches/', undefined, viewer)).list;
    assert.deepEqual(
      [batch?.id, batch?.boxes, batch?.lines, batch?.on, batch?.serials],
      [first?.id, 1, 2, true, ['B1']],
    );
    const decision = `command-batches/${second?.id}/decision/`;
    await refused(409, 'own_word', 'POST', decision, { accept: true, commands: 2 });
    await refused(409, 'others_wait', 'POST', decision, { accept: true, commands: 1 }, engineer);
    assert.deepEqual(
      (await call('POST', decision, { accept: true, commands: 2 }, engineer)).list.map(({ id, state }) => [
        id,
        state,
      ]),
      [
        [first?.id, 'queued'],
        [second?.id, 'queued'],
      ],
    );
    await refused(409, 'not_waiting', 'POST', decision, { accept: true, commands: 2 }, engineer);
    // Those of which one is decided by itself stay the same request, of one less.
    const three = [1, 2, 3].map((line) => ({ box_id: dark.box_id, lines: [line], on: true }));
    const asked = (await call('POST', 'io-controller/multiupdate/', { updates: three })).list;
    await done('POST', `commands/${asked[0]?.id}/decision/`, { accept: false }, engineer);
    const [rest] = (await call('GET', 'command-batches/', undefined, viewer)).list;
    assert.deepEqual([rest?.id, rest?.commands, rest?.lines], [asked[0]?.id, 2, 2]);
    const least = `command-batches/${rest?.id}/decision/`;
    await refused(409, 'others_wait', 'POST', least, { accept: true, commands: 3 }, engineer);
    assert.equal((await call('POST', least, { accept: false, commands: 2 })).list.length, 2);
    // More than a hundred boxes are one entry of the audit: 101 boxes of two lines each.
    const [first101] = await test.arrange<{ id: number }>(
      `with b as (insert into lighting_box (company_id, serial, reg_number)
                  select $1, 'M' || n, 'R' from generate_series(1, 101) n returning id)
       , k as (insert into lighting_command (company_id, box_id, lines, turn_on, key, origin, user_id, state, expires_at)
               select $1, id, '{1,2}', true, 'feast/' || row_number() over (), 'person', 1, 'proposed', $2 from b returning id)
       select min(id) as id from k`,
      [scope.company_id, new Date(now + 60_000)],
    );
    const all = { accept: false, commands: 101 };
    await call('POST', `command-batches/${first101?.id}/decision/`, all, engineer);
    const [entry] = await test.arrange<{ detail: object }>(
      `select detail from audit where company_id = $1 and action = 'lighting_box.decided_many'`,
      [scope.company_id],
    );
    assert.deepEqual(entry?.detail, { boxes: 101, lines: 202, accepted: false, command_key: 'feast' });
    await test.arrange(`delete from lighting_box where company_id = $1 and serial like 'M%'`, [
      scope.company_id,
    ]);
    const late = await done('POST', 'switch-box/', { ...by, on: false });
    now += 31 * 60_000;
    await refused(409, 'not_waiting', 'POST', `commands/${late.id}/decision/`, { accept: true }, engineer);
    now = AT;
    await test.arrange('delete from lighting_caution', []);
  });

  it('tells three states of a line apart, shows the inputs, and what the box should be doing', async () => {
    const [{ id } = { id: 0 }] = await test.arrange<{ id: number }>(
      `select id from lighting_box where serial = 'B1'`,
    );
    await test.arrange(
      `update power_line set target = true, target_at = $2, feedback = false, feedback_at = $2, measured_kw = 0.4, measured_at = $2
       where box_id = $1 and line = 1`,
      [id, new Date(now)],
    );
    await test.arrange(
      `update io_controller set heard_at = $2, inputs = '{"manual": false, "door_open": true}' where box_id = $1`,
      [id, new Date(now)],
    );
    const status = await done('GET', `box-status/?box_id=${id}&digital_inputs=true`, undefined, viewer);
    const [line] = status.lines as Body[];
    assert.deepEqual(
      [line?.target, line?.feedback, line?.measured_kw, line?.should_be_on],
      [true, false, 0.4, true],
    );
    assert.deepEqual(status.digital_inputs, {
      manual: false,
      door_open: true,
      supply_ok: null,
      leakage: null,
    });
    assert.equal((await done('GET', `box-status/?box_id=${id}`)).digital_inputs, null);
    // What burns is put out of use by nobody, until it was asked to go out.
    const line_id = ((await done('GET', `power_line/?box_id=${id}`)).results as Body[])[0]?.id;
    const lit = (target: boolean) =>
      test.arrange('update power_line set feedback = true, target = $2 where id = $1', [line_id, target]);
    await lit(true);
    await refused(409, 'still_lit', 'PUT', `box/${id}/`, { enabled: false });
    await refused(409, 'still_lit', 'PUT', `power_line/${line_id}/`, { enabled: false });
    await lit(false);
    await done('PUT', `power_line/${line_id}/`, { enabled: false });
    await done('PUT', `power_line/${line_id}/`, { enabled: true });
    await test.arrange('update power_line set feedback = false where id = $1', [line_id]);
    assert.equal((await done('GET', `energy-meter-power-computed/?box_id=${id}`)).power_kw, 0.4);
    assert.deepEqual(
      (await call('GET', `box-devices/?box_id=${id}`, undefined, viewer)).list.map((one) => [
        one.kind,
        one.state,
      ]),
      [['controller', 'answers']],
    );
    for (const bad of ['x', '1.5', ''])
      assert.equal((await call('GET', `box-status/?box_id=${bad}`)).status, 400, 'spec §5: integers');
  });

  it('sums what boxes used, beside the same of last year, with euros only where there is a price', async () => {
    const [{ id } = { id: 0 }] = await test.arrange<{ id: number }>(
      `select id from lighting_box where serial = 'PREVIEW'`,
    );
    await inScope(test.pool, scopeOfWork(scope.company_id), async (tx) => {
      for (const from of ['2026-06-10T20:45:00Z', '2025-06-10T20:45:00Z', '2025-06-25T20:45:00Z'])
        await noteEnergy(tx, [
          {
            box_id: id,
            previous: { at_ms: Date.parse(from), power_kw: 2 },
            next: { at_ms: Date.parse(from) + 1_800_000, power_kw: 4 },
          },
        ]);
    });
    const [first] = (await call('GET', 'plants/', undefined, viewer)).list;
    assert.deepEqual(
      [first?.name, first?.month_kwh, first?.month_eur, first?.last_year_kwh, first?.last_year_eur],
      ['Padova', 1.5, 0.375, 1.5, null],
    );
    // What was added up holds until a price is another one.
    await inScope(test.pool, scopeOfWork(scope.company_id), (tx) => makeSums(tx, new Date(now)));
    await test.arrange('update box_day set kwh = 9 where company_id = $1', [scope.company_id]);
    const kwh = async () => (await call('GET', 'plants/')).list[0]?.month_kwh;
    assert.equal(await kwh(), 1.5);
    await done('POST', 'pod-price/', { pod: 'IT001E1', from_day: '2026-06-15', eur_kwh: 0.3 });
    assert.equal(await kwh(), 9);
    const results = await done(
      'GET',
      `result_data/?box_id=${id}&start=2026-06-10T20:00:00Z&end=2026-06-10T23:00:00Z`,
    );
    const [energy] = results.series as { values: (number | null)[] }[];
    assert.deepEqual(energy?.values, [0.75, 0.75, null]);
  });

  it('is claimed by the code that its controller shows; wrong ones are counted', async () => {
    const fresh = await makeDevice(test.pool, scope, plant, 'NEW', [], { category: 'other' });
    const body = { device_id: fresh, serial: 'C1', reg_number: 'RC1', code: '123456' };
    await refused(409, 'device_no_port', 'POST', 'box-claims/', body);
    assert.equal((await call('POST', 'box-claims/', { ...body, code: '0000' })).status, 400, 'not yet set');
    await test.arrange(
      `update device set port_id = (select port_id from device where id = $1), unit_id = 9 where id = $2`,
      [device, fresh],
    );
    const read = (id: number, outcome: 'matched' | 'wrong', place = '127.0.0.1:502/9') =>
      inScope(test.pool, scopeOfWork(scope.company_id), (tx) =>
        boxClaims.finish(tx, { id, outcome, place, now: new Date(now) }),
      );
    for (let tried = 0; tried < 5; tried++)
      await read(Number((await done('POST', 'box-claims/', body)).id), 'wrong');
    await refused(429, 'too_many_codes', 'POST', 'box-claims/', body);
    now += 61 * 60_000;
    // By whichever registers it has; without that of its code it cannot be claimed.
    const profile = { ...SIX_LINES, pairing: { address: 40 }, clock: null };
    const nowhere = { ...body, profile: { ...profile, pairing: null } };
    assert.equal((await call('POST', 'box-claims/', nowhere)).status, 400);
    const { id } = await done('POST', 'box-claims/', { ...body, profile });
    assert.equal((await done('GET', 'box/?search=C1')).count, 0, 'nobody sees it before');
    await read(Number(id), 'matched');
    const { state, box_id } = await done('GET', `box-claims/${id}/`);
    assert.equal(state, 'matched');
    const made = await done('GET', `box/${box_id}/`);
    assert.deepEqual([made.serial, made.state, made.comune_id], ['C1', 'unpaired', null]);
    const controller = await done('GET', `io-controller/?box_id=${box_id}`);
    assert.deepEqual([(controller.lines as unknown[]).length, controller.profile], [6, profile]);
    assert.deepEqual(
      (await call('GET', 'register-maps/')).list.filter(({ serial }) => serial === 'C1'),
      [{ profile, boxes: 1, serial: 'C1' }],
    );
    await refused(409, 'device_taken', 'POST', 'box-claims/', { ...body, serial: 'C2' });

    // One controller is never two boxes, by whichever device it is reached.
    const twin = await makeDevice(test.pool, scope, plant, 'TWIN', [], { category: 'other' });
    const place = 'port_id = (select port_id from device where id = $1)';
    await test.arrange(`update device set ${place}, unit_id = 9 where id = $2`, [device, twin]);
    await refused(409, 'place_taken', 'POST', 'box-claims/', { ...body, device_id: twin, serial: 'C2' });

    // A device that is pointed elsewhere is no controller until its code is read there.
    const fault = async () => (await done('GET', `io-controller-status/?box_id=${box_id}`)).fault;
    assert.equal(await fault(), '');
    await test.arrange('update device set unit_id = 10 where id = $1', [fresh]);
    assert.equal(await fault(), 'moved');
    const again = await done('POST', 'box-claims/', body);
    await read(Number(again.id), 'matched', '127.0.0.1:502/10');
    assert.equal((await done('GET', `box-claims/${again.id}/`)).box_id, box_id, 'the same box');
    assert.equal(await fault(), '');
    assert.equal((await call('POST', 'box-claims/', { ...body, device_id: twin, serial: 'C2' })).status, 202);
  });

  it('writes by maps that a manager stands for, to nothing that makes or measures energy', async () => {
    const behind = async (name: string, unit: number, category = 'other') => {
      const id = await makeDevice(test.pool, scope, plant, name, [], { category });
      await test.arrange(
        `update device set port_id = (select port_id from device where id = $1), unit_id = $2 where id = $3`,
        [device, unit, id],
      );
      return id;
    };
    // An engineer is shown the plants named for them.
    const someone = await makeUser(test, { company: scope, roles: ['ENGINEER_0'], plants: [plant] });
    const theirs = await signIn(test, someone, scope);
    const read = (id: number, unit: number) =>
      inScope(test.pool, scopeOfWork(scope.company_id), (tx) =>
        boxClaims.finish(tx, { id, outcome: 'matched', place: `127.0.0.1:502/${unit}`, now: new Date(now) }),
      );
    const of = (device_id: number, serial: string) => ({
      device_id,
      serial,
      reg_number: 'R',
      code: '1400204883',
    });
    const inverter = await behind('INV', 21, 'inverter');
    await refused(409, 'device_no_controller', 'POST', 'box-claims/', of(inverter, 'M0'));
    const free = (await call('GET', 'free-devices/?search=INV')).list;
    assert.deepEqual(
      free.map(({ has_port, can_switch }) => [has_port, can_switch]),
      [[true, false]],
    );

    // A map of their own: the code would be read anywhere, and anything written to.
    const one = await behind('MAP-1', 22);
    const typed = { ...SIX_LINES, pairing: { address: 40_000 }, clock: { address: 40_100 } };
    const claim = { ...of(one, 'M1'), profile: typed };
    await refused(403, 'map_of_managers', 'POST', 'box-claims/', claim, theirs);
    const usual = await done('POST', 'box-claims/', of(one, 'M1'), theirs);
    await read(Number(usual.id), 22);
    const { box_id } = await done('GET', `box-claims/${usual.id}/`, undefined, theirs);
    const set = { box_id, device_id: one, poll_s: 60 };
    for (const changed of [
      { coils: [7, 1, 2, 3, 4, 5] },
      { clock: { address: 40_100 } },
      { timetable: { address: 110, days: 31 } },
      { pairing: { address: 40_000 } },
    ])
      await refused(
        403,
        'map_of_managers',
        'POST',
        'io-controller/',
        { ...set, profile: { ...SIX_LINES, ...changed }, version: 1 },
        theirs,
      );
    const inputs = { ...SIX_LINES, door: null };
    await done('POST', 'io-controller/', { ...set, profile: inputs, version: 1 }, theirs);
    // Nor is a claim by one map a way to another.
    const two = await behind('MAP-2', 23);
    const second = await done('POST', 'box-claims/', of(two, 'M2'), theirs);
    await read(Number(second.id), 23);
    const other = { ...set, device_id: two, profile: typed, version: 2 };
    await test.arrange('delete from io_controller where company_id = $1 and device_id = $2', [
      scope.company_id,
      two,
    ]);
    await refused(403, 'map_of_managers', 'POST', 'io-controller/', other, theirs);
    assert.ok(!(await call('GET', 'register-maps/', undefined, theirs)).text.includes('40100'));
    await done('POST', 'io-controller/', other);

    // What a manager has saved is the company's.
    const known = (await call('GET', 'register-maps/', undefined, theirs)).list;
    assert.ok(
      known.some(({ serial, profile }) => serial === 'M1' && JSON.stringify(profile).includes('40100')),
    );
    const three = await behind('MAP-3', 24);
    await done('POST', 'box-claims/', { ...of(three, 'M3'), profile: typed }, theirs);
  });
});
