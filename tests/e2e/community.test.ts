import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

const HOME = '/apps/cerresid';

describe('energy communities', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Sun together');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
  });
  after(() => stage?.close());

  it('are founded, and say at the field when their percentages do not come to 100', async () => {
    const { page, faults } = await stage.open({ locale: 'en-GB' }, owner);
    await page.goto(HOME);
    await page.getByRole('heading', { name: 'Energy communities and residential' }).waitFor();
    await page.getByRole('link', { name: 'Communities' }).first().click();
    await page.getByRole('button', { name: 'Add community' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add community' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Green valley');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Community settings' }).waitFor();
    await page.getByRole('textbox', { name: 'Producers' }).fill('60');
    await page.getByRole('button', { name: 'Add member or POD' }).click();
    await page.getByRole('textbox', { name: 'Name' }).last().fill('Anna Conti');
    await page.getByRole('textbox', { name: 'POD' }).fill('it001e12345678');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The percentages must come to 100').first().waitFor();
    await page.getByRole('textbox', { name: 'Producers' }).fill('40');
    await page.getByRole('button', { name: 'Save' }).click();
    const pods = 'select pod from community_pod where company_id = $1';
    await comesTo(() => stage.arrange(pods, [company.company_id]), [{ pod: 'IT001E12345678' }]);
    assert.deepEqual(faults.csp, []);
  });

  it('close a month whose hours are not known only by whoever says so, and are told what each member is due', async () => {
    // Whoever is added by hand belongs to it from today on, and to no month that is over.
    await stage.arrange("update community_pod set from_on = '2020-01-01' where company_id = $1", [
      company.company_id,
    ]);
    const { page, faults } = await stage.open({ locale: 'en-GB' }, owner);
    await page.goto(`${HOME}/energy_community/statements?form=close`);
    const form = page.getByRole('dialog', { name: 'Close a month' });
    await form.getByRole('cell', { name: 'IT001E12345678' }).waitFor();
    await form.getByRole('button', { name: 'Close month' }).click();
    await form.getByText('say that the month is closed without them').first().waitFor();
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Close month' }).click();
    await page.getByRole('heading', { level: 1, name: /^Statement 1\// }).waitFor();
    await page.getByRole('cell', { name: 'Anna Conti' }).or(page.getByText('Anna Conti')).first().waitFor();
    await page.getByRole('link', { name: 'Monthly statements' }).first().click();
    await page.getByText('First', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Try other rules' }).click();
    const trying = page.getByRole('dialog', { name: 'Try other rules' });
    await trying.getByRole('textbox', { name: 'Management' }).fill('60');
    await trying.getByRole('button', { name: 'Show the effect' }).click();
    await trying.getByText('The percentages must come to 100').first().waitFor();
    await trying.getByRole('textbox', { name: 'Producers' }).fill('0');
    await trying.getByRole('textbox', { name: 'Consumers' }).fill('40');
    await trying.getByRole('textbox', { name: 'Priority level of Anna Conti' }).fill('2');
    await trying.getByRole('button', { name: 'Show the effect' }).click();
    await trying.getByRole('columnheader', { name: 'Difference (€)' }).waitFor();
    // What was measured is opened down to its hours, and an hour is taken apart.
    await stage.arrange(
      `insert into community_hours (company_id, community_id, pod, direction, month, hours, imported_at)
       select company_id, id, 'IT001E12345678', 'withdrawn',
         (date_trunc('month', now() at time zone 'Europe/Rome') - interval '1 month')::date, array_fill(0.5::float8, array[745]), now()
       from community where company_id = $1`,
      [company.company_id],
    );
    await page.goto(`${HOME}/energy_community/results`);
    await page.getByRole('link', { name: 'Anna Conti' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hours of Anna Conti' }).waitFor();
    await page.getByRole('link', { name: /^01\/.* 05:00$/ }).click();
    await page
      .getByRole('dialog', { name: /05:00$/ })
      .getByText('0.500 kWh')
      .first()
      .waitFor();
    assert.deepEqual(faults.csp, []);
  });

  it('are simulated, saved and compared', async () => {
    const { page, faults } = await stage.open({ locale: 'en-GB' }, owner);
    await page.goto(`${HOME}/cer_simulation/simulation`);
    await page.getByRole('textbox', { name: 'Nominal power' }).fill('100');
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await page.getByText('Simulation ok').waitFor();
    // A slider that is moved by its keys says at once what that comes to; the best of a grid of sizes is named.
    const tried = () => page.getByRole('table', { name: 'What if…?' }).getByRole('row', { name: /^NPV/ });
    const before = await tried().textContent();
    await page.getByRole('slider', { name: 'Power' }).press('Home');
    await comesTo(async () => (await tried().textContent()) !== before, true);
    await page.getByRole('button', { name: 'Find the best size' }).click();
    await page.getByText(/^Best: /).waitFor();
    await page.getByText('TIP-2024').first().waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill('SCHOOL');
    await page.getByRole('button', { name: 'Save result' }).click();
    await page.getByRole('heading', { name: 'Simulation SCHOOL' }).waitFor();
    const [stored] = await stage.arrange<{ csv: string }>(
      "select convert_from(csv, 'UTF8') as csv from simulation where company_id = $1 and saved_at is not null",
      [company.company_id],
    );
    assert.equal(stored?.csv.split('\n').length, 14);
    await page.getByRole('link', { name: 'Simulations' }).first().click();
    await page.getByRole('button', { name: 'Compare SCHOOL' }).click();
    await page.getByRole('table', { name: 'Side by side' }).waitFor();
    assert.deepEqual(faults.csp, []);
  });
});
