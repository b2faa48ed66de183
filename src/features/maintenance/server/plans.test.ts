import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeUser } from '../../../../tests/support/app.ts';
import { mailOf } from '../../../../tests/support/mail.ts';
import { NOW, powerAt, START, StoppedPlant } from '../../../../tests/support/stopped-plant.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { MaintenancePlan, PlannedDay } from '../maintenance-plans.contract.ts';
import type { MaintenanceRequest } from '../maintenance-requests.contract.ts';
import { followPlans } from './plan-requests.ts';

const STEP_MS = HOUR_MS / 4;
const FIRM = { name: 'Rossi Impianti', email: 'rossi@example.org' };

describe('planned maintenance', () => {
  let world: StoppedPlant;
  before(async () => {
    world = await StoppedPlant.make([]);
  });
  after(() => world?.test.close());

  const plan = (more: object = {}): Promise<MaintenancePlan> =>
    world.ask('POST', 'maintenance-plans/', {
      body: {
        proj_code: 'SUNNY',
        name: 'Mow the grass',
        rule: 'months',
        every_n: 6,
        start_on: '2026-06-25',
        ...more,
      },
      status: 201,
    });
  const follow = async (now = NOW): Promise<void> => {
    const { pool, work } = world.test;
    const log = {
      ...work.log,
      warn: ({ err }: { err: unknown }) => {
        throw err;
      },
    };
    await followPlans({ ...work, pool, log: log as never }, world.company.company_id, new Date(now));
  };
  const requestsOf = async ({ id }: { id: number }): Promise<MaintenanceRequest[]> => {
    const { results } = await world.ask<{ results: MaintenanceRequest[] }>(
      'GET',
      'maintenance-requests/?page_size=200',
    );
    return results.filter(({ plan_id }) => plan_id === id);
  };

  const listed = async ({ id }: { id: number }): Promise<MaintenancePlan> =>
    (await world.ask<MaintenancePlan[]>('GET', 'maintenance-plans/')).find((one) => one.id === id) ??
    assert.fail('no such plan');

  it('makes each request once, ahead of its day, with its checklist, and sends it to its firm', async () => {
    const { id: template_id } = await world.ask<{ id: number }>('POST', 'checklist-templates/', {
      body: { name: 'Grass', items: ['Mow', 'Clear away'] },
      status: 201,
    });
    const firm = await world.ask<{ id: number }>('POST', 'outside-firms/', { body: FIRM, status: 201 });
    const made = await plan({ template_id, assigned_firm_id: firm.id, priority: 'high', estimated_min: 240 });
    assert.equal(made.next_due_on, '2026-06-25');
    await Promise.all([follow(), follow()]);
    await follow();
    const [request, ...others] = await requestsOf(made);
    assert.deepEqual(others, []);
    // 18:00 in Rome in summer.
    assert.equal(request?.due_at, '2026-06-25T16:00:00.000Z');
    assert.deepEqual(
      request?.checklist.map(({ text }) => text),
      ['Mow', 'Clear away'],
    );
    const { title, priority, estimated_min, assigned_to, created_by } = request ?? assert.fail('no request');
    assert.deepEqual(
      [title, priority, estimated_min, assigned_to, created_by],
      ['Mow the grass', 'high', 240, 'Rossi Impianti', null],
    );
    assert.equal((await mailOf(world.test, FIRM.email)).length, 1);
    const { next_due_on, requests_made } = await listed(made);
    assert.deepEqual([next_due_on, requests_made], ['2026-12-25', 1]);
    await follow(Date.parse('2026-12-12T12:00:00Z'));
    assert.equal((await requestsOf(made)).length, 2);
  });

  it('shows on which days work is due for which there is no request yet', async () => {
    const made = await plan({
      name: 'Visits',
      rule: 'dates',
      every_n: null,
      dates: ['2026-06-01', '2026-06-21', '2026-09-30'],
      start_on: '2026-01-01',
    });
    const upcoming = async () =>
      (await world.ask<PlannedDay[]>('GET', 'maintenance-plans-upcoming/?from=2026-06-01&to=2026-12-31'))
        .filter(({ plan_id }) => plan_id === made.id)
        .map(({ day }) => day);
    // The first of June was over when the plan was made.
    assert.deepEqual(await upcoming(), ['2026-06-21', '2026-09-30']);
    await follow();
    assert.deepEqual(await upcoming(), ['2026-09-30']);
    // A day more: of the one that has its request there is no second.
    await world.ask('PATCH', `maintenance-plans/${made.id}/`, {
      body: { dates: [...made.dates, '2026-06-24'] },
    });
    await follow();
    const due = (await requestsOf(made)).map(({ due_at }) => due_at?.slice(0, 10)).sort();
    assert.deepEqual([due, await upcoming()], [['2026-06-21', '2026-06-24'], ['2026-09-30']]);
    // Work that somebody put off is that of its day still: the changed plan does not make it again.
    const put_off = (await requestsOf(made)).find(({ due_at }) => due_at?.startsWith('2026-06-24'));
    await world.ask('PUT', `maintenance-requests/${put_off?.id}/`, {
      body: { due_at: '2026-06-26T10:00:00Z' },
    });
    await world.ask('PATCH', `maintenance-plans/${made.id}/`, {
      body: { dates: [...made.dates, '2026-06-24', '2026-06-25'] },
    });
    await follow();
    const later = (await requestsOf(made)).map(({ due_at }) => due_at?.slice(0, 10)).sort();
    assert.deepEqual(later, ['2026-06-21', '2026-06-25', '2026-06-26']);
    await world.ask('PATCH', `maintenance-plans/${made.id}/`, { body: { active: false } });
    assert.deepEqual(await upcoming(), []);
  });

  it('counts the energy and the operating hours of its plant', async () => {
    // Both inverters, by quarters as their counters are read, from midnight of the first day until noon of the third.
    let [kwh, hours] = [0, new Set<number>()];
    for (let instant = START + STEP_MS; instant <= NOW; instant += STEP_MS) {
      const quarter = (2 * powerAt(instant) * STEP_MS) / HOUR_MS;
      kwh += quarter;
      if (quarter > 0) hours = hours.add(Math.floor((instant - 1) / HOUR_MS));
    }
    const energy = await plan({
      name: 'Wash',
      rule: 'energy',
      every_n: Math.round(kwh * 1.5),
      start_on: '2026-06-18',
      lead_days: 0,
    });
    const worked = await plan({
      name: 'Grease',
      rule: 'hours',
      every_n: hours.size,
      start_on: '2026-06-18',
      lead_days: 0,
    });
    const often = await plan({
      name: 'Look',
      rule: 'hours',
      every_n: Math.floor(hours.size / 4),
      start_on: '2026-06-18',
      lead_days: 0,
    });
    assert.deepEqual([energy.counted, energy.next_due_on], [null, null]);
    await follow();
    assert.equal((await requestsOf(often)).length, 1);
    assert.match(
      (await listed(often)).next_due_on ?? '',
      /^2026-06-2[12]$/,
      'three more have passed and are none',
    );
    const plans = await world.ask<MaintenancePlan[]>('GET', 'maintenance-plans/');
    const byId = new Map(plans.map((one) => [one.id, one]));
    const counted = byId.get(energy.id)?.counted ?? 0;
    assert.ok(Math.abs(counted - kwh) < 0.001 * kwh, `${counted} kWh, not ${kwh}`);
    assert.equal(byId.get(worked.id)?.counted, hours.size);
    assert.equal((await requestsOf(energy)).length, 0);
    assert.equal((await requestsOf(worked)).length, 1, 'its hours are reached');
    await follow();
    assert.equal((await requestsOf(worked)).length, 1);
    // A third is left; the pace is that of the two whole days.
    assert.match(byId.get(energy.id)?.next_due_on ?? '', /^2026-06-2[12]$/);
  });

  it('is deleted also where a request that it made lies in the bin', async () => {
    const one = await plan({ name: 'Binned', active: false });
    const request = await world.ask<{ id: number }>('POST', 'maintenance-requests/', {
      body: { proj_code: 'SUNNY', title: 'Of a plan' },
      status: 201,
    });
    await world.test.arrange('update maintenance_request set plan_id = $2 where id = $1', [
      request.id,
      one.id,
    ]);
    await world.ask('DELETE', `maintenance-requests/${request.id}/`, { status: 204 });
    await world.ask('DELETE', `maintenance-plans/${one.id}/`, { status: 204 });
  });

  it('leaves what nobody can take on any more to nobody', async () => {
    const { id: user_id } = await makeUser(world.test, {
      company: world.company,
      roles: ['WORKER', 'APP_0'],
      plants: [world.plant_id],
    });
    const made = await plan({ name: 'Inspection', start_on: '2026-06-22', assigned_user_id: user_id });
    await world.test.arrange('delete from company_user where user_id = $1', [user_id]);
    await follow();
    const [request] = await requestsOf(made);
    assert.deepEqual([request?.title, request?.assigned_user_id], ['Inspection', null]);
  });

  it('goes on without a type that was retired, and is due at six by the clock on a day on which it changes', async () => {
    const { id: type_id } = await world.ask<{ id: number }>('POST', 'maintenance-types/', {
      body: { name: 'Old type' },
      status: 201,
    });
    const made = await plan({ name: 'Thermography', start_on: '2026-10-25', lead_days: 200, type_id });
    await world.ask('PATCH', `maintenance-types/${type_id}/`, { body: { retired: true } });
    await follow();
    const [request] = await requestsOf(made);
    // Rome is at UTC+1 by that evening.
    assert.deepEqual([request?.type_id, request?.due_at], [null, '2026-10-25T17:00:00.000Z']);
  });

  it('says at its field what is wrong, and tells the second editor', async () => {
    const refused = async (body: object, status = 400) => {
      const { errors = [] } = await world.ask<{ errors?: { path: string; code: string }[] }>(
        'POST',
        'maintenance-plans/',
        {
          body: { proj_code: 'SUNNY', name: 'x', rule: 'months', start_on: '2026-06-25', ...body },
          status,
        },
      );
      return errors.map(({ path, code }) => `${path} ${code}`);
    };
    assert.deepEqual(await refused({}), ['every_n every_n_missing']);
    assert.deepEqual(await refused({ every_n: 300 }), ['every_n too_many_months']);
    assert.deepEqual(await refused({ rule: 'dates' }), ['dates dates_missing']);
    assert.deepEqual(await refused({ every_n: 1, type_id: 99_999 }, 404), ['type_id unknown_type']);
    const made = await plan({ name: 'Twice', active: false });
    const change = (name: string, status = 200) =>
      world.ask<{ stored?: MaintenancePlan }>('PATCH', `maintenance-plans/${made.id}/`, {
        body: { name, version: made.version },
        status,
      });
    await change('First');
    assert.equal((await change('Second', 409)).stored?.name, 'First');
    await world.ask('DELETE', `maintenance-plans/${made.id}/`, { status: 204 });
    await world.ask('DELETE', `maintenance-plans/${made.id}/`, { status: 404 });
  });
});
