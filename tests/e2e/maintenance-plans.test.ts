import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { makeDevice } from '../support/field.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';

const PLANS = '/apps/asset/maintenance-plans';
const NOON = new Date('2026-06-18T12:00:00Z');

describe('planned maintenance', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  before(async () => {
    stage = await startStage({ now: () => NOON });
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [
      { code: 'AUR-001', name: 'Capitanata', last_reading_at: null },
    ]);
  });
  after(() => stage?.close());

  it('is planned by dates, says at its field what is missing, and stands in the calendar', async () => {
    const { page, faults } = await stage.open({ locale: 'en-GB' }, owner);
    await page.goto(`${PLANS}?plant=AUR-001`);
    await page.getByRole('button', { name: 'Add a plan' }).first().click();
    const form = page.getByRole('dialog', { name: 'New maintenance plan' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Mow the grass');
    await form.getByRole('combobox', { name: 'Rule' }).selectOption({ label: 'On given dates' });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Say on which days the work is due').first().waitFor();

    await form.getByRole('combobox', { name: 'Rule' }).selectOption({ label: 'Every n months' });
    await form.getByRole('textbox', { name: 'Every how many months' }).fill('3');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Mow the grass/ })
      .getByText('Every 3 months')
      .waitFor();
    const [stored] = await stage.arrange<{ start_on: string; every_n: number }>(
      'select start_on::text as start_on, every_n from maintenance_plan where company_id = $1',
      [company.company_id],
    );
    assert.equal(stored?.every_n, 3);

    await page.goto(`/apps/asset/maintenance-requests?view=calendar&day=${stored?.start_on}`);
    await page.getByRole('link', { name: 'Planned: Mow the grass' }).first().click();
    await page.getByRole('dialog', { name: 'Edit the plan' }).waitFor();
    assert.deepEqual(faults.csp, []);
    // A calendar without them looks like one of which nothing is planned.
    await page.route('**/maintenance-plans-upcoming/**', (route) => route.abort());
    await page.goto(`/apps/asset/maintenance-requests?view=calendar&day=${stored?.start_on}`);
    await page.getByText('The days of planned work could not be loaded').waitFor();
  });

  it('is counted by figures that lead to what they count', async () => {
    await stage.arrange(
      `insert into maintenance_request (company_id, number, plant_id, title, priority)
       select $1, 1, id, 'Fuse is blown', 'urgent' from plant where company_id = $1`,
      [company.company_id],
    );
    const { page } = await stage.open({ locale: 'en-GB' }, owner);
    await page.goto('/apps/asset/maintenance-figures');
    const urgent = page.getByRole('row', { name: /^Urgent/ });
    await urgent.getByRole('link', { name: '1', exact: true }).first().click();
    await page.waitForURL(/maintenance-requests\?.*priority=urgent/);
    await page.getByText('Fuse is blown').first().waitFor();
  });

  it('is counted by bars that the keyboard opens, with the failures of one maker alone', async () => {
    const [plant] = await stage.arrange<{ id: string }>('select id from plant where company_id = $1', [
      company.company_id,
    ]);
    const device = async (name: string, manufacturer: string) => {
      const id = await makeDevice(stage.pool, company, Number(plant?.id), name, [], { nominal_power: 50 });
      await stage.arrange('update device set manufacturer = $2, created_at = $3 where id = $1', [
        id,
        manufacturer,
        '2026-06-01T00:00:00Z',
      ]);
      await stage.arrange(
        `with c as (insert into downtime_cause (company_id, name, kind, availability)
           values ($1, $3, 'inverter', 'unavailable') returning id),
         d as (insert into downtime (company_id, plant_id, extent, start_at, percentage, percentage_by, cause_id)
           select $1, $2, 'devices', '2026-06-18T08:00:00Z', 10, 'hand', id from c returning id)
         insert into downtime_device (company_id, downtime_id, device_id) select $1, id, $4 from d`,
        [company.company_id, plant?.id, `Fault of ${name}`, id],
      );
    };
    await device('INV-1', 'SMA');
    await device('INV-2', '');
    const { page } = await stage.open({ locale: 'en-GB' }, owner);
    await page.goto('/apps/asset/maintenance-figures');
    await page.getByRole('link', { name: 'Manufacturer not given: open 1 failure' }).first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/downtimes\?.*maker=-/);
    // In the rows: the filter of causes has both names among its choices.
    const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first();
    await row('Fault of INV-2').waitFor();
    await row('Fault of INV-1').waitFor({ state: 'detached' });
    // What it is narrowed by stands there, and is undone there.
    await page.getByRole('combobox', { name: 'Manufacturer' }).first().waitFor();
  });
});
