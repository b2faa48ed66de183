import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Headers, makeDevice, makePlant } from '../../../../tests/support/app.ts';
import { at, NOW, powerAt, START, StoppedPlant, sunAt } from '../../../../tests/support/stopped-plant.ts';
import { createLog } from '../../../shared/server/log.ts';
import { dispatchPublished } from '../../../shared/server/notifications/dispatch.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { CountedInterval, PlantAvailability } from '../availability.contract.ts';
import type { Guarantee, GuaranteeStanding } from '../guarantees.contract.ts';
import type { RgiDetail, RgiPeriod, RgiPreview } from '../rgi.contract.ts';
import { listRatedPlants } from './availability.repository.ts';
import { keepAvailabilityDays, keepChangedDays } from './availability-day-keeper.ts';
import { availabilityOfMany } from './availability-of-many.ts';
import { guaranteeChanged } from './guarantee-notifications.ts';
import { standingsOf } from './guarantee-standings.ts';
import { watchGuarantees } from './guarantee-watch.ts';
import { listPromisedCodes } from './guarantees.repository.ts';

const QUARTER = 900_000;
const log = createLog('silent', 'test');

describe('the calendar of a plant, and how available it was', () => {
  let world: StoppedPlant;
  let other: number;
  before(async () => {
    // The first inverter stands still on the first day from ten to two.
    world = await StoppedPlant.make([{ from: at('10:00'), to: at('14:00') }]);
    other = await makePlant(world.test.pool, world.company, 'OTHER', {});
  });
  after(() => world?.test.close());

  async function ask<T>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    status = 200,
  ): Promise<T> {
    const answer = await world.test.app.inject({
      method,
      url: `/availability/v1/${path}`,
      headers: world.owner,
      ...(body && { payload: body }),
    });
    assert.equal(answer.statusCode, status, answer.body);
    return (answer.body === '' ? undefined : answer.json()) as T;
  }
  const item = (from: string, to: string, day = 0, working = false) => ({
    start_time: at(from, day),
    end_time: at(to, day),
    working,
  });
  const day = { start: new Date(START).toISOString(), end: at('00:00', 1) };
  const availability = async (query = ''): Promise<PlantAvailability> => {
    const asked = new URLSearchParams({ ...day, codes: 'SUNNY' });
    const [plant] = await ask<PlantAvailability[]>('GET', `availability/?${asked}${query}`);
    return plant ?? assert.fail('no plant');
  };
  /** Quarters of the first day in which a plant has to work, from one time to another. */
  const rated = (from: string, to: string): number => {
    let hours = 0;
    for (let ts = Date.parse(at(from)); ts < Date.parse(at(to)); ts += QUARTER)
      if (sunAt(ts) >= 50) hours += 0.25;
    return hours;
  };
  const close = (value: number | null | undefined, expected: number) =>
    assert.ok(Math.abs((value ?? Number.NaN) - expected) < 1e-9, `${value} instead of ${expected}`);

  it('counts what stood still, and by contract leaves out what the calendar and downtimes leave out', async () => {
    const lit = rated('00:00', '24:00');
    const plain = await availability();
    // Of two inverters alike one missed four hours.
    close(plain.raw.availability, (2 * lit - 4) / (2 * lit));
    close(plain.contractual.availability, plain.raw.availability ?? 0);
    assert.equal(plain.raw.completeness, 1);
    assert.deepEqual([plain.sun, plain.devices.length], ['sensor', 2]);
    const [first] = plain.devices;
    close(first?.raw.hours.bad, 4);

    const may = await ask<RgiPreview>('POST', 'rgi-preview/', {
      proj_code: 'SUNNY',
      items: [item('10:00', '11:00')],
    });
    // Nothing is known of May: the plant is younger.
    assert.deepEqual([may.month, may.before, may.after], ['2026-05', null, null]);
    // An hour in which the plant was not to work.
    const [entry] = await ask<RgiDetail[]>(
      'POST',
      'rgi/',
      { proj_code: 'SUNNY', name: 'Mowing', items: [item('10:00', '11:00')] },
      201,
    );
    const closed = await availability();
    close(closed.contractual.availability, (2 * (lit - 1) - 3) / (2 * (lit - 1)));
    close(closed.raw.availability, plain.raw.availability ?? 0);
    // The rest was the grid's, for which nobody answers.
    const grid = await world.cause('grid');
    const stood = await world.record({ start: at('11:00'), stop: at('14:00'), cause_id: grid });
    const excused = await availability();
    // Whoever answers for it, that energy was lost: E / (E + E_lost) knows no exception.
    assert.ok((stood.energy_lost ?? 0) > 10);
    close(excused.energy.lost_kwh, stood.energy_lost ?? Number.NaN);
    assert.equal(excused.contractual.availability, 1);
    close(excused.contractual.hours.excluded, 3);
    await world.ask('POST', 'downtime-k451-settings/', {
      body: { cause_id: grid, from_on: '2026-06-18', counts: true },
      status: 201,
    });
    const counted = await availability();
    // All of the plant is taken to have stood, as the downtime says.
    close(counted.contractual.availability, (lit - 4) / (lit - 1));

    const asked = new URLSearchParams({
      device_id: String(world.inverters[0]),
      start: at('09:45'),
      end: at('11:15'),
    });
    const why = await ask<CountedInterval[]>('GET', `intervals/?${asked}`);
    assert.deepEqual(
      why.map(({ raw, contractual, works, downtime }) => [raw, contractual, works, downtime]),
      [
        ['good', 'good', true, null],
        ...Array.from({ length: 4 }, () => ['bad', 'non_working', false, null]),
        ['bad', 'bad', true, 'unavailable'],
      ],
    );
    assert.deepEqual(
      why.slice(0, 2).map(({ raw_reason, contractual_reason }) => [raw_reason, contractual_reason]),
      [
        ['makes_power', 'makes_power'],
        ['makes_none', 'closed'],
      ],
    );
    assert.equal(why.at(-1)?.cause, 'Mancanza rete');
    await ask('DELETE', 'rgi/', { list: [entry?.id] }, 204);
    // 10:07–10:20 closed: 13 minutes, whatever quarters they lie in, and each minute says so.
    const odd = { proj_code: 'SUNNY', items: [item('10:07', '10:20')] };
    const [cut] = await ask<RgiDetail[]>('POST', 'rgi/', odd, 201);
    close((await availability()).contractual.hours.non_working, 13 / 60);
    asked.set('start', at('10:00'));
    asked.set('end', at('10:30'));
    assert.deepEqual(
      (await ask<CountedInterval[]>('GET', `intervals/?${asked}`)).map(({ ts, end, contractual }) => [
        (Date.parse(end) - Date.parse(ts)) / 60_000,
        contractual,
      ]),
      [
        [7, 'bad'],
        [8, 'non_working'],
        [5, 'non_working'],
        [10, 'bad'],
      ],
    );
    await ask('DELETE', 'rgi/', { list: [cut?.id] }, 204);
  });

  it('counts of a downtime that stopped a part of a device that part, and of two both', async () => {
    const before = await availability();
    const inverter = await world.cause('inverter');
    const [, second] = world.inverters;
    // Alike, each is half of the plant: 20 % of that are two fifths of one.
    const part = (percentage: number) =>
      world.record({
        start: at('15:00'),
        stop: at('16:00'),
        cause_id: inverter,
        extent: 'devices',
        device_ids: [second],
        percentage,
        percentage_by: 'hand',
      });
    const first = await part(20);
    close((await availability()).contractual.hours.bad, before.contractual.hours.bad + 0.4 / 2);
    const other = await part(10);
    close((await availability()).contractual.hours.bad, before.contractual.hours.bad + 0.6 / 2);
    for (const { id } of [first, other]) await world.ask('DELETE', `downtimes/${id}/`, { status: 204 });
  });

  it('keeps days that are over, looks at what they were made of, and makes those anew that stand on something else', async () => {
    const { pool } = world.test;
    const keep = (more: object = {}) =>
      keepAvailabilityDays({ pool, now: new Date(NOW), ...more }, world.company.company_id);
    const changed = (now = NOW) =>
      keepChangedDays({ pool, log, now: new Date(now) }, world.company.company_id);
    const days = new URLSearchParams({ ...day, end: at('12:00', 2), codes: 'SUNNY' });
    const told = async () => (await ask<PlantAvailability[]>('GET', `availability/?${days}`))[0];
    const window = { start: Date.parse(day.start), end: Date.parse(at('12:00', 2)), now: NOW };
    const many = (of: Partial<typeof window> = {}) =>
      inScope(pool, world.company, async (tx) => {
        const plants = await listRatedPlants(tx, { codes: ['SUNNY'], device_id: null });
        return (await availabilityOfMany(tx, plants, { ...window, ...of }))[0];
      });
    const before = await told();
    // Before a day is kept nothing is said, and nothing was lost of what is not counted.
    const none = await many();
    assert.deepEqual(
      [none?.energy.availability, none?.energy.lost_kwh, none?.raw.availability],
      [null, 0, null],
    );
    // Two days are over and to be made, the third is underway; before its first reading nothing is waited for.
    const awaited = (one: PlantAvailability | undefined) => [one?.pending_days, one?.unmade_days];
    assert.deepEqual(awaited(none), [3, 2]);
    assert.deepEqual(awaited(await many({ start: START - 960 * QUARTER })), [3, 2]);
    // Readings that were let go are not waited for; a day that lies too far back is told apart.
    const letGo = (days: string) => world.test.arrange(`update obs_figures set expired = ${days}`);
    await letGo('days');
    assert.deepEqual(awaited(await many()), [1, 0]);
    await letGo('0');
    const years = await many({ end: Date.parse(at('00:00', 2)), now: NOW + 900 * 96 * QUARTER });
    assert.deepEqual([awaited(years), years?.older_days], [[0, 0], 2]);
    // Of the readings of a day, 96 of each device, no more than 150 are counted at once: one device after the other.
    assert.equal(await keep({ most_values: 150 }), 2);
    assert.equal(await keep(), 0);
    const same = (one: PlantAvailability | undefined, other: PlantAvailability | undefined) => {
      for (const kind of ['raw', 'contractual'] as const)
        for (const name of ['good', 'bad', 'excluded', 'no_sun'] as const)
          close(one?.[kind].hours[name], other?.[kind].hours[name] ?? Number.NaN);
      close(one?.energy.energy_kwh, other?.energy.energy_kwh ?? Number.NaN);
    };
    same(await told(), before);
    // Of many plants today is left out, and said to be.
    const whole = new URLSearchParams({ ...day, end: at('00:00', 2), codes: 'SUNNY' });
    const [over] = await ask<PlantAvailability[]>('GET', `availability/?${whole}`);
    const kept = await many();
    same(kept, over);
    // The day that is underway is told as pending, and so is one that lies in the window only in part.
    assert.deepEqual([awaited(kept), kept?.devices.length], [[1, 0], 0]);
    assert.deepEqual(awaited(await many({ start: START + 4 * QUARTER })), [2, 0]);
    const [entry] = await ask<RgiDetail[]>(
      'POST',
      'rgi/',
      { proj_code: 'SUNNY', name: 'Works', items: [item('08:00', '09:00')] },
      201,
    );
    const closed = await told();
    close(closed?.contractual.hours.non_working, 1);
    const stale = await many();
    assert.equal(stale?.contractual.hours.non_working, 0);
    // Until the day is counted anew it is said since when that is to be done: once the calendar is stored, at once.
    assert.ok(Date.parse(stale?.recounting_since ?? '') > 0);
    assert.equal((await many({ start: Date.parse(at('00:00', 1)) }))?.recounting_since, null);
    assert.equal(await changed(), 1);
    assert.equal(await keep(), 0);
    assert.equal((await many())?.recounting_since, null);
    close((await many())?.contractual.hours.non_working, 1);
    same(await told(), closed);
    await ask('DELETE', 'rgi/', { list: [entry?.id] }, 204);
    // Two years and a half later, when no days so old are made any more, those that are kept still follow what changes.
    assert.equal(await changed(NOW + 900 * 96 * QUARTER), 1);
    assert.equal(await keep(), 0);
    // Downtimes, and what is said of their causes, are heard of likewise; a day that stays as it is is not made.
    const cause_id = await world.cause('grid');
    const stood = await world.record({ start: at('15:00'), stop: at('16:00'), cause_id });
    assert.equal(await changed(), 1);
    // Grid counts since the first day; of this plant it does not any more, nor in the three hours before.
    close((await many())?.contractual.hours.excluded, 0);
    const setting = await world.ask<{ id: number }>('POST', 'downtime-k451-settings/', {
      body: { proj_code: 'SUNNY', cause_id, from_on: '2026-06-18', to_on: '2026-06-18', counts: false },
      status: 201,
    });
    assert.equal(await changed(), 1);
    close((await many())?.contractual.hours.excluded, 4);
    await world.ask('DELETE', `downtime-k451-settings/${setting.id}/`, { status: 204 });
    await world.ask('DELETE', `downtimes/${stood.id}/`, { status: 204 });
    assert.equal(await changed(), 1);
    same(await many(), kept);
    // From more sun on fewer hours count, of that plant, once its days are counted anew.
    const set = (least_irradiance_wm2: number) =>
      ask('PUT', 'availability-settings/SUNNY/', { least_irradiance_wm2 });
    await set(300);
    assert.equal(await changed(), 2);
    const bright = await many();
    assert.ok((bright?.raw.hours.no_sun ?? 0) > (kept?.raw.hours.no_sun ?? 0) + 2);
    assert.equal(bright?.least_irradiance_wm2, 300);
    same((await ask<PlantAvailability[]>('GET', `availability/?${whole}`))[0], bright);
    await set(50);
    assert.equal(await changed(), 2);
    const first = new URLSearchParams({ ...day, codes: 'SUNNY' });
    const [day_one] = await ask<PlantAvailability[]>('GET', `availability/?${first}`);
    const day_two = await many({ start: Date.parse(at('00:00', 1)) });
    // What was counted of readings that were let go stays, whatever becomes of the devices.
    const { arrange } = world.test;
    const let_go = (days: 'days' | '0') =>
      arrange(
        `update obs_figures set expired = ${days} where device_id in (select id from device where plant_id = $1)`,
        [world.plant_id],
      );
    const powered = (factor: string) =>
      arrange(`update device set nominal_power = nominal_power ${factor} where plant_id = $1`, [
        world.plant_id,
      ]);
    await let_go('days');
    await powered('* 1000000');
    assert.equal(await keep(), 0);
    same(await many(), kept);
    same((await ask<PlantAvailability[]>('GET', `availability/?${whole}`))[0], kept);
    await powered('/ 1000000');
    await let_go('0');
    // Replaced by one that told its first on the second day at noon, the first inverter still stands for the days before; the one
    // in its place has no part in them, and nothing is lacking of it.
    const device = await makeDevice(pool, world.company, world.plant_id, 'INV3', ['ac_power_kw'], {
      interval_s: 900,
      nominal_power: 50,
    });
    const noon = Date.parse(at('12:00', 1));
    await arrange('update device set enabled = false where id = $1', [world.inverters[0]]);
    await arrange(
      `update obs_last set slot_ts = array_fill($2::timestamptz, array[2]) where device_id = $1`,
      [world.inverters[0], new Date(noon)],
    );
    await world.hear(device, (ts) => [ts < noon ? Number.NaN : powerAt(ts)]);
    assert.equal(await keep(), 1);
    same((await ask<PlantAvailability[]>('GET', `availability/?${first}`))[0], day_one);
    // Of the second day each of both had its half: as many hours as before, all of them good.
    const replaced = await many({ start: Date.parse(at('00:00', 1)) });
    assert.deepEqual([replaced?.raw.availability, replaced?.raw.completeness], [1, 1]);
    close(replaced?.raw.hours.good, day_two?.raw.hours.good ?? Number.NaN);
    await arrange('delete from device where id = $1', [device]);
    await arrange('update device set enabled = true where id = $1', [world.inverters[0]]);
    assert.equal(await keep(), 1);
    same(await many(), kept);
    // A home is counted only where it is asked for.
    const rated = (codes: string[] | null) =>
      inScope(pool, world.company, async (tx) =>
        (await listRatedPlants(tx, { codes, device_id: null })).map(({ proj_code }) => proj_code),
      );
    await arrange(`update plant set kind = 'residential' where proj_code = 'OTHER'`);
    assert.deepEqual([await rated(null), await rated(['OTHER'])], [['SUNNY'], ['OTHER']]);
    await arrange(`update plant set kind = 'asset' where proj_code = 'OTHER'`);
  });

  it('holds a month against what was promised, says what may still stand, and refuses an end before the start', async () => {
    const promise = {
      proj_code: 'SUNNY',
      name: 'O&M',
      period: 'month',
      from_on: '2026-06-18',
      guaranteed_pct: 97,
      penalty_eur_per_point: 100,
    };
    await ask('POST', 'guarantees/', { ...promise, to_on: '2026-06-17' }, 400);
    const made = await ask<Guarantee>('POST', 'guarantees/', promise, 201);
    const query = new URLSearchParams({ proj_code: 'SUNNY', month: '2026-06' });
    const [standing] = await ask<GuaranteeStanding[]>('GET', `guarantee-standings/?${query}`);
    const month = new URLSearchParams({ start: day.start, end: at('00:00', 13), codes: 'SUNNY' });
    const [counted] = await ask<PlantAvailability[]>('GET', `availability/?${month}`);
    const { good = 0, bad = 0 } = counted?.contractual.hours ?? {};
    const ahead = standing?.ahead_h ?? 0;
    assert.deepEqual([standing?.state, standing?.from, standing?.to], ['behind', '2026-06-18', '2026-06-30']);
    close(standing?.availability_pct, (100 * good) / (good + bad));
    close(standing?.reachable_pct, (100 * (good + ahead)) / (good + bad + ahead));
    close(standing?.may_stand_h, 0.03 * (good + bad + ahead) - bad);
    // From noon on, eleven long days and a half of June.
    assert.ok(ahead > 120 && ahead < 180, String(ahead));
    // A year begins with the first readings of the plant; of many days those count that are kept.
    const yearly = await ask<Guarantee>(
      'POST',
      'guarantees/',
      { ...promise, name: 'Year', period: 'year', from_on: '2026-01-01' },
      201,
    );
    const year = (await ask<GuaranteeStanding[]>('GET', `guarantee-standings/?${query}`))[1];
    close(year?.availability_pct, standing?.availability_pct ?? Number.NaN);
    close(year?.completeness, standing?.completeness ?? Number.NaN);
    const later = await inScope(world.test.pool, world.company, (tx) =>
      standingsOf(tx, { proj_code: 'SUNNY', month: '2026-08' }, new Date(NOW + 5760 * QUARTER)),
    );
    const whole = new URLSearchParams({ ...day, end: at('00:00', 2), codes: 'SUNNY' });
    const [kept] = await ask<PlantAvailability[]>('GET', `availability/?${whole}`);
    // Two days are kept, those of sixty are not.
    assert.deepEqual([later[1]?.pending_days, later[1]?.older_days], [60, 0]);
    close(later[1]?.availability_pct, 100 * (kept?.contractual.availability ?? Number.NaN));
    await ask('DELETE', `guarantees/${yearly.id}/`, undefined, 204);
    await ask('PATCH', `guarantees/${made.id}/`, { guaranteed_pct: 100, version: made.version });
    const [missed] = await ask<GuaranteeStanding[]>('GET', `guarantee-standings/?${query}`);
    assert.deepEqual([missed?.state, (missed?.least_penalty_eur ?? 0) > 0], ['missed', true]);
    // Whoever sees the plant is told once, and again when it stands otherwise; others never.
    const { pool } = world.test;
    const failed: string[] = [];
    const warn = ({ proj_code }: { proj_code: string }) => void failed.push(proj_code);
    const watch = () =>
      watchGuarantees({ pool, now: new Date(NOW), log: { warn } }, world.company.company_id);
    // A plant that cannot be judged keeps no other's from being told.
    const broken = await ask<Guarantee>('POST', 'guarantees/', { ...promise, proj_code: 'OTHER' }, 201);
    const clock = (zone: string) =>
      world.test.arrange('update plant set time_zone = $2 where id = $1', [other, zone]);
    // Nor does one of which more is promised than one answer holds.
    await world.test.arrange(
      `insert into availability_guarantee (company_id, id, plant_id, name, period, from_on, guaranteed_pct)
       select $1, 9000000 + n, $2, 'G' || n, 'month', '2026-06-01', 90 from generate_series(1, 5001) n`,
      [world.company.company_id, other],
    );
    await clock('No/Where');
    assert.deepEqual([await watch(), await watch()], [1, 0]);
    assert.deepEqual(failed, ['OTHER', 'OTHER']);
    await clock('Europe/Rome');
    const { errors } = await ask<{ errors: object[] }>('GET', 'guarantees/', undefined, 400);
    const most = 5000;
    const message = 'There are more than 5000 of these: ask for those of one plant';
    assert.deepEqual(errors, [{ path: 'proj_code', message, code: 'too_many', params: { most } }]);
    const promised = (after: string) =>
      inScope(pool, world.company, (tx) => listPromisedCodes(tx, { after, most: 1 }));
    assert.deepEqual([await promised(''), await promised('OTHER')], [['OTHER'], ['SUNNY']]);
    await world.test.arrange('delete from availability_guarantee where id > 9000000');
    await ask('DELETE', `guarantees/${broken.id}/`, undefined, 204);
    await ask('PATCH', `guarantees/${made.id}/`, { guaranteed_pct: 97 });
    assert.deepEqual([await watch(), await watch()], [1, 0]);
    await ask('PATCH', `guarantees/${made.id}/`, { guaranteed_pct: 1 });
    assert.deepEqual([await watch(), await watch()], [1, 0]);
    const blind = await world.enter(['VIEWER', 'APP_0'], [other]);
    await inScope(pool, world.company, async (tx) => {
      await dispatchPublished(tx, [guaranteeChanged], {
        at: new Date(NOW),
        mail_due_at: new Date(NOW),
        unsent: false,
      });
    });
    const bell = async (as: Headers) => {
      const answer = await world.test.app.inject({ url: '/api/v1/notifications/', headers: as });
      return (answer.json() as { results: { message: string; link: string }[] }).results;
    };
    const told = await bell(world.owner);
    assert.deepEqual(told.map(({ message }) => /missed|behind|kept again/.exec(message)?.[0]).sort(), [
      'behind',
      'kept again',
      'missed',
    ]);
    assert.equal(told[0]?.link, '/apps/asset/rgi?view=availability&plant=SUNNY&month=2026-06');
    assert.deepEqual(await bell(blind), []);
    await ask('PATCH', `guarantees/${made.id}/`, { note: 'x', version: made.version }, 409);
    await ask('DELETE', `guarantees/${made.id}/`, undefined, 204);
    assert.deepEqual(await ask('GET', `guarantee-standings/?${query}`), []);
  });

  it('takes the night for night where sensors are silent, and counts all hours of a plant that needs no sun', async () => {
    // One that was entered before and never said anything.
    const dumb = await makeDevice(
      world.test.pool,
      world.company,
      world.plant_id,
      'DUMB',
      ['ac_power_kw'],
      {},
    );
    await world.test.arrange('update device set created_at = $2 where id = $1', [
      dumb,
      new Date(at('00:00', -3)),
    ]);
    const counted = async (start: string, end: string, device = dumb) => {
      const query = new URLSearchParams({ device_id: String(device), start, end });
      const intervals = await ask<CountedInterval[]>('GET', `intervals/?${query}`);
      return [...new Set(intervals.map(({ raw }) => raw))];
    };
    // Nothing was heard before the first day; what was first heard of then did not stand there.
    assert.deepEqual(await counted(at('13:00', -1), at('13:30', -1), world.inverters[1]), []);
    assert.deepEqual(await counted(at('23:00', -1), at('23:30', -1)), ['no_sun']);
    assert.deepEqual(await counted(at('13:00', -1), at('13:30', -1)), ['missing']);
    await world.test.arrange('delete from device where id = $1', [dumb]);
    const becomes = (type: string) =>
      world.test.arrange('update plant set production_type = $2 where id = $1', [world.plant_id, type]);
    await becomes('biogas');
    assert.deepEqual(await counted(at('02:00'), at('02:30'), world.inverters[1]), ['bad']);
    assert.equal((await availability()).sun, 'not_needed');
    await becomes('photovoltaic');
  });

  it('refuses what overlaps, naming it, and gives one entry to several plants', async () => {
    const made = await ask<RgiDetail[]>(
      'POST',
      'rgi/',
      {
        proj_code: 'SUNNY',
        also: ['OTHER'],
        name: 'Nights',
        repeat: {
          weekdays: [1, 2, 3, 4, 5, 6, 7],
          from_minute: 1320,
          to_minute: 300,
          working: false,
          from_on: '2026-07-01',
          to_on: '2026-07-03',
          except: ['2026-07-02'],
        },
      },
      201,
    );
    assert.deepEqual(
      made.map(({ proj_code, count }) => [proj_code, count]),
      [
        ['SUNNY', 2],
        ['OTHER', 2],
      ],
    );
    assert.equal(made[0]?.start_time, '2026-07-01T20:00:00.000Z');
    const within = { start_time: '2026-07-01T23:00:00Z', end_time: '2026-07-01T23:30:00Z', working: true };
    const refusal = await ask<{ errors: { code: string; params: { name: string } }[] }>(
      'POST',
      'rgi/',
      { proj_code: 'SUNNY', items: [within] },
      409,
    );
    assert.deepEqual([refusal.errors[0]?.code, refusal.errors[0]?.params.name], ['overlaps_other', 'Nights']);
    await ask('POST', 'rgi/', { proj_code: 'SUNNY', items: [within, within] }, 400);
    // What would keep everybody waiting, or nobody can mean, is refused with its field before it is looked at.
    for (const call of ['rgi/', 'rgi-preview/']) {
      const refused = async (more: object) =>
        (
          await ask<{ errors: { path: string; code: string }[] }>(
            'POST',
            call,
            { proj_code: 'SUNNY', ...more },
            400,
          )
        ).errors.map(({ path, code }) => [path, code]);
      const items = [
        { ...within, end_time: '2199-01-01T00:00:00Z' },
        { ...within, start_time: '0001-01-02T00:00:00Z' },
      ];
      assert.deepEqual(await refused({ items }), [
        ['items.0.end_time', 'too_long'],
        ['items.1.start_time', 'out_of_years'],
      ]);
      // At the end of a day and at its beginning: no period at all, on any of 3.6 million days.
      const never = { weekdays: [1], from_minute: 1440, to_minute: 0, working: true };
      const repeat = { ...never, from_on: '0002-01-01', to_on: '9998-01-01' };
      assert.deepEqual(await refused({ repeat }), [
        ['repeat.from_on', 'out_of_years'],
        ['repeat.to_on', 'out_of_years'],
      ]);
    }
    const { id = 0, version = 0 } = made[0] ?? {};
    const changed = await ask<RgiDetail>('PUT', `rgi/${id}/`, { items: [within], version });
    assert.deepEqual([changed.working, changed.count, changed.name], [true, 1, 'Nights']);
    await ask('PUT', `rgi/${id}/`, { items: [within], version }, 409);
    const span = new URLSearchParams({ start: '2026-07-01T00:00:00Z', end: '2026-08-01T00:00:00Z' });
    assert.equal((await ask<RgiPeriod[]>('GET', `rgi-periods/?${span}`)).length, 3);
    const taken = async (format: string) =>
      (await ask<{ text: string }>('GET', `rgi-calendar/?proj_code=OTHER&format=${format}`)).text;
    const [ics, csv] = [await taken('ics'), await taken('csv')];
    await ask('DELETE', 'rgi/', [], 400);
    await ask(
      'DELETE',
      'rgi/',
      made.map((one) => one.id),
      204,
    );
    await ask('GET', `rgi/${made[0]?.id}/`, undefined, 404);
    for (const text of [ics, csv]) {
      const back = await ask<RgiDetail>('POST', 'rgi-calendar/', { proj_code: 'OTHER', text }, 201);
      assert.equal(back.count, 2);
      await ask('DELETE', 'rgi/', { list: [back.id] }, 204);
    }
    // Hours of an office's calendar, of which one without an end is refused by its line, and taken until a day that is said.
    const endless = ['DTSTART;TZID=Europe/Rome:20260706T080000', 'DURATION:PT10H', 'RRULE:FREQ=WEEKLY'];
    const text = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...endless, 'END:VEVENT', 'END:VCALENDAR'].join('\n');
    const open = await ask<{ errors: { path: string; code: string }[] }>(
      'POST',
      'rgi-calendar/',
      { proj_code: 'OTHER', text },
      400,
    );
    assert.deepEqual([open.errors[0]?.path, open.errors[0]?.code], ['text.5', 'no_end']);
    const until_on = '2026-07-20';
    const taken_on = await ask<RgiDetail>(
      'POST',
      'rgi-calendar/',
      { proj_code: 'OTHER', text, until_on },
      201,
    );
    assert.deepEqual([taken_on.count, taken_on.end_time], [3, '2026-07-20T16:00:00.000Z']);
    await ask('DELETE', 'rgi/', { list: [taken_on.id] }, 204);
    // A file of more periods than an entry may have is refused before anything is worked out.
    const long = Array.from({ length: 2001 }, (_, i) => {
      const at = new Date(Date.UTC(2020, 0, 1) + i * 86_400_000).toISOString().slice(0, 10);
      return `${at}T08:00Z;${at}T09:00Z;no`;
    });
    const many = await ask<{ errors: { code: string }[] }>(
      'POST',
      'rgi-preview/',
      { proj_code: 'OTHER', text: ['start;end;working', ...long].join('\n') },
      400,
    );
    assert.equal(many.errors[0]?.code, 'too_many_periods');
    const gone = await ask<{ detail: string }>('GET', `rgi/${id}/`, undefined, 404);
    assert.equal(gone.detail, 'RGI not found.');
  });
});
