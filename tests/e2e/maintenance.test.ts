import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { mailOf } from '../support/mail.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';

const REQUESTS = '/apps/asset/maintenance-requests';
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('maintenance requests', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let worker: TestUser;
  let alarm: string;
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
       f as (insert into outside_firm (company_id, name, email) values ($1, 'Rossi Impianti', 'rossi@example.org'))
       insert into alarm (company_id, plant_id, type, code, params, date)
       select $1, id, 'E', 'device_silent', '{"short_name": "INV1"}', now() from plant
       where company_id = $1 returning id`,
      [company.company_id, worker.id],
    );
    alarm = String(row?.id);
  });
  after(() => stage?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const english = { locale: 'en-GB' } as const;
  const stored = async (): Promise<{ id: number; state: string }> => {
    const [request] = await stage.arrange<{ id: number; state: string }>(
      'select id, state from maintenance_request where company_id = $1',
      [company.company_id],
    );
    return request ?? assert.fail('nothing was stored');
  };
  const linkOf = async (): Promise<string> => {
    const text = (await mailOf(stage, 'rossi@example.org')).at(-1)?.body_text ?? '';
    return /\/r\/\S+/.exec(text)?.[0] ?? assert.fail(`no link in ${text}`);
  };

  it('are made from an alarm for a firm, which accepts and comments by its link alone', async () => {
    const { page } = await stage.open(english, owner);
    await page.goto(`/apps/asset/alarms?alarm=${alarm}`);
    await page.getByRole('link', { name: 'Request maintenance' }).click();
    const form = page.getByRole('dialog', { name: 'New maintenance request' });
    await form.getByRole('textbox', { name: 'Title' }).fill('Plant says nothing');
    await form.getByRole('combobox', { name: 'Assigned to' }).click();
    await page.getByRole('option', { name: 'Rossi Impianti (outside firm)' }).click();
    await form.getByRole('switch', { name: 'Send by email' }).click();
    await button(page, 'Save').click();
    await page
      .getByText(/^not (yet )?sent/)
      .first()
      .waitFor();

    const { page: outside } = await stage.open(english);
    await outside.goto(await linkOf());
    await outside.getByRole('heading', { name: 'R-0001 Plant says nothing' }).waitFor();
    await button(outside, 'Accept').click();
    await outside.getByText('Accepted', { exact: true }).waitFor();
    await outside.getByRole('textbox', { name: 'Comment' }).fill('Tomorrow at eight');
    await button(outside, 'Send the comment').click();
    await outside.getByRole('list', { name: 'Comments' }).getByText('Tomorrow at eight').waitFor();
    await outside
      .locator('input[type=file]')
      .setInputFiles({ name: 'quadro.png', mimeType: 'image/png', buffer: PHOTO });
    await outside.getByRole('link', { name: 'quadro.png' }).waitFor();

    // Whoever made it sees all of it at once.
    await page.getByText('Tomorrow at eight').waitFor();
    await page.getByText('Rossi Impianti (outside firm)').first().waitFor();
    await button(page, 'Withdraw the link').click();
    await button(page, 'Withdraw the link').waitFor({ state: 'detached' });
    await outside.reload();
    await outside.getByRole('heading', { name: 'This link opens nothing any more' }).waitFor();
  });

  it('are moved over the board by keys, and verified by nobody who only works on them', async () => {
    const { page } = await stage.open(english, worker);
    const asks = (state: string) => (url: URL) =>
      url.pathname.endsWith('/maintenance-requests/') && url.searchParams.get('state') === state;
    const many = { count: 137, next: null, previous: null, results: [] };
    await page.route(asks('closed'), (route) => route.fulfill({ json: many }));
    await page.route(asks('declined'), (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${REQUESTS}?view=board`);
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    // What a column does not show is counted and led to; one that could not be loaded leaves the others alone.
    await column('Closed').getByRole('link', { name: '137 more in the list' }).waitFor();
    await column('Closed').getByRole('heading', { name: 'Closed 137' }).waitFor();
    assert.equal(await column('Declined').getByText('Nothing here').count(), 0);
    await page.unrouteAll();
    await column('Declined').getByRole('button', { name: 'Try again' }).click();
    await column('Declined').getByText('Nothing here').waitFor();
    const card = (name: string) =>
      column(name)
        .getByRole('button', { name: /R-0001/ })
        .first();
    const moveOn = async (name: string) => {
      await card(name).focus();
      const stored = page.waitForResponse((answer) => answer.url().endsWith('/state/') && answer.ok());
      for (const key of [' ', 'ArrowRight', ' ']) await page.keyboard.press(key);
      await stored;
    };
    await moveOn('Accepted');
    await moveOn('In progress');
    await column('Solved')
      .getByRole('link', { name: /R-0001/ })
      .waitFor();
    // Nothing is left to a worker: the card has no handle.
    await card('Solved').waitFor({ state: 'detached' });
    await page.goto(`${REQUESTS}?open=${(await stored()).id}`);
    await page.getByText('R-0001').first().waitFor();
    assert.equal(await button(page, 'Verify').count(), 0);
    assert.equal((await stored()).state, 'solved');
  });

  it('go into the bin and come back', async () => {
    const { page } = await stage.open(english, owner);
    await page.goto(`${REQUESTS}?open=${(await stored()).id}`);
    await button(page, 'Verify').click();
    await button(page, 'Reopen').waitFor();
    await button(page, 'Delete').click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No maintenance requests').waitFor();
    await page.getByRole('link', { name: 'Bin' }).click();
    await page.getByText('Plant says nothing').waitFor();
    await page.getByRole('button', { name: /^Restore/ }).click();
    await page.goto(REQUESTS);
    await page.getByText('Plant says nothing').waitFor();
  });
});
