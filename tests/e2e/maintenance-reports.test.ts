import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { mailOf } from '../support/mail.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';

const REPORTS = '/apps/asset/maintenance-reports';
const REQUESTS = '/apps/asset/maintenance-requests';
const START = '2026-03-01T08:00:00Z';
const FIRM = 'rossi@example.org';

describe('maintenance reports', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let worker: TestUser;
  let downtime: string;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    worker = await makeUser(stage, { company, roles: ['WORKER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [
      { code: 'AUR-001', name: 'Capitanata', last_reading_at: null },
    ]);
    const [row] = await stage.arrange<{ id: number }>(
      `with w as (insert into company_user_plant (company_id, user_id, plant_id)
         select $1, $2, id from plant where company_id = $1),
       f as (insert into outside_firm (company_id, name, email) values ($1, 'Rossi Impianti', $4)),
       c as (insert into downtime_cause (company_id, name) values ($1, 'Inverter fault') returning id)
       insert into downtime (company_id, plant_id, extent, start_at, percentage, percentage_by, cause_id, repair_cost_eur)
       select $1, p.id, 'plant', $3, 100, 'hand', c.id, 40 from plant p, c where p.company_id = $1 returning id`,
      [company.company_id, worker.id, START, FIRM],
    );
    downtime = String(row?.id);
  });
  after(() => stage?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const english = { locale: 'en-GB' } as const;
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const stored = () =>
    stage.arrange<{ id: number; state: string; signed_by: string; is_drawn: boolean; party: string | null }>(
      `select id, state, signed_by, signature is not null as is_drawn, party from maintenance_report
       where company_id = $1 order by number`,
      [company.company_id],
    );
  const ofDowntime = async () => {
    const [row] = await stage.arrange<{ stop_at: Date | null; repair_cost_eur: number }>(
      'select stop_at, repair_cost_eur from downtime where company_id = $1 and id = $2',
      [company.company_id, downtime],
    );
    return row ?? assert.fail('the downtime is gone');
  };
  /** Draws two strokes on the glass, as a finger does. */
  const sign = async (page: Page) => {
    const glass = page.getByRole('img', { name: /^Sign here/ });
    await glass.scrollIntoViewIfNeeded();
    const box = (await glass.boundingBox()) ?? assert.fail('there is no glass');
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    await page.mouse.move(box.x + box.width - 20, box.y + 20, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('img', { name: 'Sign here: drawn' }).waitFor();
  };
  /** Says when the work was: the picker of times is the kit's own matter. */
  const timed = (id: number) =>
    stage.arrange(
      `update maintenance_report set started_at = $2::timestamptz + interval '2 hours', ended_at = $2::timestamptz + interval '5 hours'
       where id = $1`,
      [id, START],
    );

  it('lead from a downtime over its request to a signed report, which asks before it overwrites', async () => {
    const { page } = await stage.open(english, owner);
    await page.goto(`/apps/asset/downtimes?open=${downtime}`);
    await page.getByRole('link', { name: 'Request maintenance' }).click();
    const form = page.getByRole('dialog', { name: 'New maintenance request' });
    assert.equal(await form.getByRole('textbox', { name: 'Title' }).inputValue(), 'Inverter fault');
    await button(page, 'Save').click();
    await page.getByRole('link', { name: 'Open the downtime' }).waitFor();
    await page.getByRole('link', { name: 'Write a report' }).click();
    await page.getByRole('dialog', { name: 'New maintenance report' }).waitFor();
    await field(page, 'Solved problem').fill('Fan replaced');
    await field(page, 'Repair cost').fill('120');
    await field(page, 'Signed by').fill('Rosa Conti');
    await sign(page);
    await button(page, 'Save').click();
    await page.getByRole('img', { name: 'Signature of Rosa Conti' }).waitFor();
    const [report] = await stored();
    assert.deepEqual([report?.signed_by, report?.is_drawn], ['Rosa Conti', true]);

    await button(page, 'Close the report').click();
    await page.getByText('Say when the work began before you close the report').waitFor();
    await timed(report?.id ?? 0);
    await page.reload();
    await button(page, 'Close the report').click();
    const asked = page.getByRole('dialog', { name: 'The downtime says otherwise' });
    await asked.getByText(/40.*120/).waitFor();
    assert.equal((await ofDowntime()).stop_at, null);
    await asked.getByRole('button', { name: 'The report counts' }).click();
    await asked.waitFor({ state: 'detached' });
    const { stop_at, repair_cost_eur } = await ofDowntime();
    assert.deepEqual([stop_at?.toISOString(), repair_cost_eur], ['2026-03-01T13:00:00.000Z', 120]);
    await page.getByRole('link', { name: /^R-0001/ }).click();
    await page.getByText('In progress → Solved').waitFor();
    await page.getByRole('link', { name: /^M-0001/ }).waitFor();
  });

  it('are printed as a file', async () => {
    const { page } = await stage.open(english, worker);
    const [report] = await stored();
    await page.goto(`${REPORTS}?open=${report?.id}`);
    const saved = page.waitForEvent('download');
    await button(page, 'Print').click();
    assert.equal((await saved).suggestedFilename(), 'maintenance-report-M-0001.pdf');
    // A closed report is changed by nobody, and a worker does not reopen it.
    assert.equal(await button(page, 'Edit').count(), 0);
    assert.equal(await button(page, 'Reopen').count(), 0);
  });

  it('are filled in by a firm on its link, and what they propose is accepted', async () => {
    const { page } = await stage.open(english, owner);
    await page.goto(`${REQUESTS}?form=new&from_downtime=${downtime}`);
    const form = page.getByRole('dialog', { name: 'New maintenance request' });
    await form.getByRole('combobox', { name: 'Assigned to' }).click();
    await page.getByRole('option', { name: 'Rossi Impianti (outside firm)' }).click();
    await form.getByRole('switch', { name: 'Send by email' }).click();
    await button(page, 'Save').click();
    await page
      .getByText(/^not (yet )?sent/)
      .first()
      .waitFor();
    const text = (await mailOf(stage, FIRM)).at(-1)?.body_text ?? '';
    const link = /\/r\/\S+/.exec(text)?.[0] ?? assert.fail(`no link in ${text}`);

    const { page: outside } = await stage.open({ ...english, viewport: { width: 390, height: 844 } });
    await outside.goto(link);
    await field(outside, 'Solved problem').fill('Cables tightened');
    // What a firm has typed is kept on its device, though it has no account.
    await outside.waitForFunction(() =>
      Object.entries(localStorage).some(
        ([key, draft]) => key.includes('outside-report') && draft.includes('Cables'),
      ),
    );
    await outside.reload();
    await button(outside, 'Go on with the draft').click();
    assert.equal(await field(outside, 'Solved problem').inputValue(), 'Cables tightened');
    await field(outside, 'Repair cost').fill('75');
    await field(outside, 'Signed by').fill('Mario Rossi');
    await sign(outside);
    await button(outside, 'Save').click();
    await outside.getByText(/Signed by Mario Rossi/).waitFor();
    const firms = (await stored()).find(({ party }) => party !== null) ?? assert.fail('nothing was stored');
    await timed(firms.id);
    await outside.reload();
    // What is typed and not saved would be left out of a closed report.
    await field(outside, 'Repair cost').fill('80');
    await outside.getByText('Save what you have typed first').waitFor();
    assert.ok(await button(outside, 'Close the report').isDisabled());
    await field(outside, 'Repair cost').fill('75');
    await button(outside, 'Close the report').click();
    await button(outside, 'Close the report').waitFor({ state: 'detached' });

    await page.goto(`/apps/asset/downtimes?open=${downtime}`);
    await page.getByText('Proposed change of the downtime').waitFor();
    await button(page, 'Accept').click();
    await button(page, 'Accept').waitFor({ state: 'detached' });
    assert.equal((await ofDowntime()).repair_cost_eur, 75);
  });

  it('go into the bin, and for ever only where their name is typed', async () => {
    const { page } = await stage.open(english, owner);
    const [report] = await stored();
    await page.goto(`${REPORTS}?open=${report?.id}`);
    await button(page, 'Delete').click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('link', { name: 'Bin' }).click();
    await page.getByText('M-0001').first().waitFor();
    await page
      .getByRole('button', { name: /^Delete permanently/ })
      .first()
      .click();
    const asked = page.getByRole('dialog').last();
    const confirm = asked.getByRole('button', { name: /^Delete permanently/ });
    assert.equal(await confirm.isDisabled(), true);
    await asked.getByRole('textbox').fill('M-0001');
    await confirm.click();
    await page.getByText('M-0001').first().waitFor({ state: 'detached' });
    assert.equal((await stored()).length, 1);
  });
});
