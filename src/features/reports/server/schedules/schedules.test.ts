import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { makePlant, makeUser, signIn } from '../../../../../tests/support/app.ts';
import { linesOfPdf } from '../../../../../tests/support/pdf-text.ts';
import { NOW, StoppedPlant } from '../../../../../tests/support/stopped-plant.ts';
import type { DayLimits } from '../../../../shared/server/mail/day-limits.ts';
import { createMailer, type Mailer } from '../../../../shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../../../shared/server/mail/sealed-links.ts';
import { inScope, scopeOfWork } from '../../../../shared/server/tenancy.ts';
import type { ReportSchedule } from '../../report-schedules.contract.ts';
import type { ReportMailJob } from './report-mail-queue.ts';
import { queueDue, sendScheduled } from './send-scheduled.ts';

interface Sent {
  to_address: string;
  subject: string;
  attachment: Buffer | null;
}

describe('reports that are sent by mail', () => {
  let world: StoppedPlant;
  let author: Awaited<ReturnType<typeof makeUser>>;
  before(async () => {
    world = await StoppedPlant.make([]);
    await makePlant(world.test.pool, world.company, 'HIDDEN', {});
    author = await makeUser(world.test, { company: world.company, roles: ['COMPANY_OWNER', 'APP_0'] });
    for (const proj_code of ['SUNNY', 'HIDDEN'])
      await world.ask('POST', 'tariffs/', {
        body: {
          proj_code,
          kind: 'fee',
          name: 'Fee',
          steps: [{ from_on: '2026-01-01', to_on: null, rate: 365 }],
        },
        status: 201,
      });
  });
  after(() => world?.test.close());
  beforeEach(() => world.test.arrange('delete from mail_outbox'));

  const daily = { name: 'For the bank', kind: 'k451', every: 'day', hour: 7 };
  const create = async (body: object): Promise<ReportSchedule> => {
    const as = await signIn(world.test, author, world.company, new Date(NOW));
    return world.ask('POST', 'report-schedules/', { body: { ...daily, ...body }, as, status: 201 });
  };
  const sent = () =>
    world.test.arrange<Sent>(
      'select to_address, subject, attachment from mail_outbox order by to_address, id',
    );
  /** @param sending what happens with each mail, and @param told with each question for the time */
  const deps = (sending = async () => undefined as unknown, told: () => void = () => undefined) => ({
    pool: world.test.pool,
    mailer: createMailer(
      { send: async () => void (await sending()) },
      { providerName: 'M', key: world.test.keyFor(MAIL_KEY) },
    ),
    now() {
      told();
      return new Date(NOW);
    },
    ending: new AbortController().signal,
  });
  const work = () => scopeOfWork(world.company.company_id);
  /** The jobs of what is due at an instant. */
  async function due(at: Date): Promise<ReportMailJob[]> {
    const jobs: ReportMailJob[] = [];
    const queue = {
      send: async (_tx: unknown, _queue: unknown, job: object) => void jobs.push(job as ReportMailJob),
    };
    await inScope(world.test.pool, work(), (tx) => queueDue(tx, queue, at));
    return jobs;
  }

  it('go once to each, with plants that author and recipient both see, and to an outsider what the author sees', async () => {
    const engineer = await makeUser(world.test, {
      company: world.company,
      roles: ['ENGINEER_0', 'APP_0'],
      plants: [world.plant_id],
    });
    // More plants than are worked out at once come in one file all the same.
    const many = Array.from({ length: 31 }, (_, i) => `M${i + 10}`);
    const plants: number[] = [];
    for (const code of many) plants.push(await makePlant(world.test.pool, world.company, code, {}));
    const fee = JSON.stringify([{ from_on: '2026-01-01', to_on: null, rate: 365 }]);
    await world.test.arrange(
      `insert into tariff (company_id, plant_id, kind, name, steps)
       select $1, id, 'fee', 'Fee', '${fee}' from unnest($2::bigint[]) id`,
      [world.company.company_id, plants],
    );
    // Somebody of the company who is named as an outsider, too, is one addressee, and sees as its member.
    const addresses = ['bank@example.org', 'BANK@example.org', engineer.email.toUpperCase()];
    const { next_at, members } = await create({ members: [engineer.id], addresses });
    assert.equal(members.length, 1);
    // Noon of 20 June by the clock of Rome: it is due at seven of the next day, in summer 5 UTC.
    assert.equal(next_at, '2026-06-21T05:00:00.000Z');
    assert.deepEqual(await due(new Date('2026-06-21T04:59:00Z')), []);
    const [job, ...more] = await due(new Date('2026-06-21T05:01:00Z'));
    assert.ok(job && more.length === 0);
    assert.equal(job.due_on, '2026-06-21');
    // After a restart nothing is due again, and a job that is done again sends nothing more.
    assert.deepEqual(await due(new Date('2026-06-21T06:00:00Z')), []);
    await sendScheduled(deps(), job);
    await sendScheduled(deps(), job);
    const mail = await sent();
    assert.deepEqual(
      mail.map(({ to_address }) => to_address),
      ['bank@example.org', engineer.email].sort(),
    );
    for (const { to_address, attachment, subject } of mail) {
      assert.match(subject, /K451 2026-06-20 – 2026-06-20/);
      const text = linesOfPdf(attachment ?? Buffer.alloc(0)).join('\n');
      assert.ok(text.includes('SUNNY'), text);
      for (const code of ['HIDDEN', ...many])
        assert.equal(text.includes(code), to_address === 'bank@example.org', code);
    }
    await world.test.arrange(`delete from plant where proj_code like 'M__'`);
    // A try before had sent the first of two files when its other plants went: what is left comes as the second.
    const arranged = await create({ addresses: ['insurer@example.org'] });
    await world.test.arrange(
      `insert into report_delivery (company_id, schedule_id, due_on, recipient, part, told_of, sent_at)
       values ($1, $2, $3, 'insurer@example.org', 0, $4::bigint[], now())`,
      [world.company.company_id, arranged.id, job.due_on, [world.plant_id]],
    );
    for (let tries = 0; tries < 2; tries++) await sendScheduled(deps(), { ...job, schedule_id: arranged.id });
    const [left, ...twice] = (await sent()).filter(({ to_address }) => to_address === 'insurer@example.org');
    const lines = linesOfPdf(left?.attachment ?? Buffer.alloc(0)).join('\n');
    assert.deepEqual(
      [left?.subject.includes('(2 of 2)'), lines.includes('HIDDEN'), lines.includes('SUNNY'), twice],
      [true, true, false, []],
    );
    await world.ask('DELETE', `report-schedules/${arranged.id}/`, { status: 204 });
    // A home is sent where it is named.
    await world.test.arrange(`update plant set kind = 'residential' where proj_code = 'HIDDEN'`);
    const [home] = await world.test.arrange<{ id: number }>(
      `select id from plant where proj_code = 'HIDDEN'`,
    );
    const viewer = await makeUser(world.test, {
      company: world.company,
      roles: ['VIEWER', 'APP_0'],
      plants: [Number(home?.id)],
    });
    const { id: schedule_id } = await create({
      codes: ['HIDDEN'],
      addresses: ['home@example.org'],
      members: [viewer.id],
    });
    await sendScheduled(deps(), { ...job, schedule_id });
    const told = (await sent()).find(({ to_address }) => to_address === 'home@example.org');
    assert.ok(linesOfPdf(told?.attachment ?? Buffer.alloc(0)).some((line) => line.includes('HIDDEN')));
    // Whoever may not read a single home is sent none, though they are named for it.
    assert.ok(!(await sent()).some(({ to_address }) => to_address === viewer.email));
    await world.ask('DELETE', `report-schedules/${schedule_id}/`, { status: 204 });
    await world.test.arrange(`update plant set kind = 'asset' where proj_code = 'HIDDEN'`);
  });

  it('go on where a killed worker was, and none comes twice', async () => {
    const addresses = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.org`);
    const { id } = await create({ addresses });
    const job = { company_id: world.company.company_id, schedule_id: id, due_on: '2026-06-20' };
    const here = new URL('.', import.meta.url);
    const shared = (name: string) => new URL(`../../../../shared/server/${name}`, here).href;
    // The third mail hangs in its transaction, noted and in the outbox, when the worker is killed.
    const code = `
      const { createPool } = await import('${shared('db.ts')}');
      const { createMailer } = await import('${shared('mail/outbox.ts')}');
      const { sendScheduled } = await import('${new URL('./send-scheduled.ts', here).href}');
      let mails = 0;
      const jobs = { send: async () => {
        if (++mails < 3) return;
        process.stdout.write('third');
        await new Promise((never) => setTimeout(never, 600_000));
      } };
      const pool = createPool(JSON.parse(process.env.TARGET), { max: 2, name: 'reports' });
      const mailer = createMailer(jobs, { providerName: 'M', key: Buffer.alloc(32, 7) });
      const ending = new AbortController().signal;
      await sendScheduled({ pool, mailer, now: () => new Date(${NOW}), ending }, ${JSON.stringify(job)});`;
    // A file of its own: threads that print would be given the flags of a text that is run.
    const folder = await mkdtemp(join(tmpdir(), 'reports-'));
    await writeFile(join(folder, 'worker.mjs'), code);
    const child = spawn(process.execPath, [join(folder, 'worker.mjs')], {
      env: { PATH: process.env.PATH, TARGET: JSON.stringify(world.test.database) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await Promise.race([once(child.stdout, 'data'), exited.then(() => assert.fail('it ended by itself'))]);
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true });
    await sendScheduled(deps(), job);
    assert.deepEqual(
      (await sent()).map(({ to_address }) => to_address),
      addresses,
    );
  });

  it('wait for the next day where as many mails went out as a day may have, and it is said', async () => {
    const addresses = ['first@example.org', 'second@example.org'];
    const { id: schedule_id } = await create({ addresses, name: 'See www.evil.example' });
    const job = { company_id: world.company.company_id, schedule_id, due_on: '2026-06-18' };
    const later: { data: object; at: Date }[] = [];
    const full = (limits: DayLimits) => {
      const given = deps();
      const send: Mailer['send'] = async (_tx, _queue, data, _whose, at) =>
        void (at && later.push({ data, at }));
      return { ...given, mailer: { ...given.mailer, limits, send } };
    };
    const listed = async () =>
      (await world.ask<ReportSchedule[]>('GET', 'report-schedules/?kind=k451')).find(
        ({ id }) => id === schedule_id,
      );
    await world.test.arrange('delete from messages_of_day');
    await sendScheduled(full({ mail: 1, sms: 1, to_address: 9 }), job);
    assert.deepEqual(
      (await sent()).map(({ to_address, subject }) => [to_address, subject.includes('www.')]),
      [['first@example.org', false]],
    );
    assert.deepEqual(
      later.map(({ data }) => data),
      [job],
    );
    assert.equal((await listed())?.put_off_until, later[0]?.at.toISOString());
    await world.test.arrange('update report_schedule set put_off_until = now() where id = $1', [schedule_id]);
    await sendScheduled(full({ mail: 2, sms: 1, to_address: 9 }), job);
    assert.deepEqual(
      (await sent()).map(({ to_address }) => to_address),
      addresses,
    );
    assert.equal((await listed())?.put_off_until, null);
    await world.ask('DELETE', `report-schedules/${schedule_id}/`, { status: 204 });
  });

  it('are refused without anybody to send them to, to strangers, and on an eighth day of the week', async () => {
    for (const [body, path] of [
      [{}, 'members'],
      [{ members: [9_999_999] }, 'members'],
      [{ every: 'week', on_day: 8, addresses: ['a@example.org'] }, 'on_day'],
    ] as const) {
      const { errors } = await world.ask<{ errors: { path: string }[] }>('POST', 'report-schedules/', {
        body: { ...daily, ...body },
        status: 400,
      });
      assert.equal(errors[0]?.path, path);
    }
  });

  it('are changed by who is their author from then on, and whoever comes second is told of it', async () => {
    const made = await create({ addresses: ['bank@example.org'] });
    const { name, codes, every, on_day, hour, version } = made;
    const body = { name, codes, every, on_day, hour, addresses: ['bank@example.org'], version };
    const change = <T = ReportSchedule>(more: object, status = 200) =>
      world.ask<T>('PUT', `report-schedules/${made.id}/`, { body: { ...body, ...more }, status });
    const changed = await change({ hour: 9, addresses: ['insurer@example.org'] });
    const [kept] = await world.test.arrange<{ created_by: number }>(
      'select created_by from report_schedule where id = $1',
      [made.id],
    );
    assert.notEqual(kept?.created_by, author.id);
    // The next nine o'clock by the clock of Rome, in summer 7 UTC.
    assert.deepEqual(
      [changed.next_at, changed.addresses, changed.version],
      ['2026-06-21T07:00:00.000Z', ['insurer@example.org'], version + 1],
    );
    const { stored } = await change<{ stored: ReportSchedule }>({ hour: 10 }, 409);
    assert.deepEqual(stored.addresses, ['insurer@example.org']);
    await change({ addresses: [], version: version + 1 }, 400);
    await world.ask('DELETE', `report-schedules/${made.id}/`, { status: 204 });
  });

  it('stay of their plants when these lie in the bin, until somebody says all plants', async () => {
    const { id, codes, ...made } = await create({ codes: ['SUNNY'], addresses: ['bank@example.org'] });
    const { name, every, on_day, hour } = made;
    const change = (more: object, status = 200) =>
      world.ask('PUT', `report-schedules/${id}/`, {
        body: { name, every, on_day, hour, addresses: ['bank@example.org'], ...more },
        status,
      });
    const plants = async () =>
      (
        await world.test.arrange<{ plant_ids: number[] }>(
          'select plant_ids from report_schedule where id = $1',
          [id],
        )
      )[0]?.plant_ids.map(Number);
    const inBin = (at: string | null) =>
      world.test.arrange('update plant set archived_at = $2 where id = $1', [world.plant_id, at]);
    await change({ codes: [] }, 400);
    await inBin('2026-06-20T00:00:00Z');
    try {
      await change({ codes: [] });
    } finally {
      await inBin(null);
    }
    assert.deepEqual([codes, await plants()], [['SUNNY'], [world.plant_id]]);
    await change({ codes: ['HIDDEN'] });
    assert.notDeepEqual(await plants(), [world.plant_id]);
    await change({ codes: [], all_plants: true });
    assert.deepEqual(await plants(), []);
    await world.ask('DELETE', `report-schedules/${id}/`, { status: 204 });
  });

  it('are worked out once for all who see the same, and sent to nobody who may see less meanwhile', async () => {
    const engineer = await makeUser(world.test, {
      company: world.company,
      roles: ['ENGINEER_0', 'APP_0'],
      plants: [world.plant_id],
    });
    const addresses = ['a@example.org', 'b@example.org', 'c@example.org'];
    const { id: schedule_id } = await create({ members: [engineer.id], addresses });
    const job = { company_id: world.company.company_id, schedule_id, due_on: '2026-06-21' };
    let asked = 0;
    const failing = () => {
      asked++;
      throw new Error('no figures');
    };
    await assert.rejects(sendScheduled(deps(undefined, failing), job), /no figures/);
    assert.equal(asked, 2, 'once for three addressees, once for the engineer');
    asked = 0;
    // While the first mail is sent the engineer is given another plant.
    const [hidden] = await world.test.arrange<{ id: number }>(
      `select id from plant where proj_code = 'HIDDEN'`,
    );
    const moved = async () => {
      await world.test.arrange('update company_user_plant set plant_id = $2 where user_id = $1', [
        engineer.id,
        hidden?.id,
      ]);
    };
    await assert.rejects(
      sendScheduled(
        deps(moved, () => asked++),
        job,
      ),
      /changed meanwhile/,
    );
    assert.deepEqual(
      (await sent()).map(({ to_address }) => to_address),
      addresses,
    );
    // The time is asked as plants are worked out, of three addressees together but no more of the engineer, and as each of three mails is noted.
    assert.equal(asked, 4);
    await sendScheduled(deps(), job);
    const mail = (await sent()).filter(({ to_address }) => to_address === engineer.email);
    const lines = linesOfPdf(mail[0]?.attachment ?? Buffer.alloc(0)).join('\n');
    assert.deepEqual([mail.length, lines.includes('HIDDEN'), lines.includes('SUNNY')], [1, true, false]);
    await world.ask('DELETE', `report-schedules/${schedule_id}/`, { status: 204 });
  });

  it('go to no address of somebody who belonged to the company as to an outsider', async () => {
    const person = () =>
      makeUser(world.test, {
        company: world.company,
        roles: ['ENGINEER_0', 'APP_0'],
        plants: [world.plant_id],
      });
    const [gone, unproved, left] = [await person(), await person(), await person()];
    const owner = await world.enter(['COMPANY_OWNER', 'APP_0']);
    const dismiss = async ({ id }: { id: number }) => {
      const url = `/user/v1/user/dismissing/${id}/`;
      const answer = await world.test.app.inject({ method: 'PUT', url, headers: owner });
      assert.equal(answer.statusCode, 204, answer.body);
    };
    const addresses = ['bank@example.org', gone.email, unproved.email.toUpperCase(), left.email];
    const made = await create({ addresses });
    const alone = await create({ addresses: [gone.email] });
    await dismiss(gone);
    const listed = await world.ask<ReportSchedule[]>('GET', 'report-schedules/?kind=k451');
    const found = listed.find(({ id }) => id === made.id);
    assert.deepEqual(
      [found?.addresses, listed.some(({ id }) => id === alone.id)],
      [['bank@example.org', unproved.email.toUpperCase(), left.email], false],
    );
    const audited = await world.test.arrange<{ action: string }>(
      `select action from audit where target in ($1, $2) and action <> 'report_schedule.created' order by action`,
      [String(made.id), String(alone.id)],
    );
    assert.deepEqual(
      audited.map(({ action }) => action),
      ['report_schedule.changed', 'report_schedule.removed'],
    );
    // Whoever names them again, and a member to whom nothing may be mailed, is sent nothing either.
    await dismiss(left);
    await world.test.arrange('update report_schedule set addresses = $2 where id = $1', [made.id, addresses]);
    await world.test.arrange('update user_account set confirmed_at = null where id = $1', [unproved.id]);
    const job = { company_id: world.company.company_id, schedule_id: made.id, due_on: '2026-06-17' };
    await sendScheduled(deps(), job);
    assert.deepEqual(
      (await sent()).map(({ to_address }) => to_address),
      ['bank@example.org'],
    );
    await world.ask('DELETE', `report-schedules/${made.id}/`, { status: 204 });
  });

  it('end with their author, whoever is left to be sent them', async () => {
    const { id } = await create({ addresses: ['bank@example.org', 'insurer@example.org'] });
    const job = { company_id: world.company.company_id, schedule_id: id, due_on: '2026-06-19' };
    const dismissed = async () => {
      await world.test.arrange('delete from company_user where user_id = $1', [author.id]);
    };
    await sendScheduled(deps(dismissed), job);
    await sendScheduled(deps(), job);
    assert.deepEqual(
      (await sent()).map(({ to_address }) => to_address),
      ['bank@example.org'],
    );
    const left = await world.ask<ReportSchedule[]>('GET', 'report-schedules/?kind=k451');
    assert.ok(!left.some((one) => one.id === id));
  });
});
