import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { NARROW } from '../support/browser.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, fillSignIn, type Stage, startStage } from './support/portal.ts';

const PATH = '/apps/asset/field-mode';
const CONTACT = { role: 'Keeper', name: 'Gino Neri', phone: '+39 333 1234567', email: '' };

interface Stored {
  reports: number;
  files: number;
  drawn: number;
  for_request: number;
}

describe('field mode', () => {
  let stage: Stage;
  let company: Scope;
  let worker: TestUser;
  let other: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    worker = await makeUser(stage, { company, roles: ['WORKER', 'APP_0'] });
    other = await makeUser(stage, { company, roles: ['WORKER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [
      { code: 'AUR-001', name: 'Capitanata', last_reading_at: null },
    ]);
    await stage.arrange(
      `with w as (insert into company_user_plant (company_id, user_id, plant_id)
         select $1, unnest($2::bigint[]), id from plant where company_id = $1),
       m as (insert into plant_master_data (company_id, plant_id, contacts) select $1, id, $4 from plant where company_id = $1)
       insert into maintenance_request (company_id, number, plant_id, title, priority, assigned_user_id, created_at, state_at)
       select $1, n, id, 'Inverter ' || n, 'normal', $3, now(), now() from plant, generate_series(1, 2) n where company_id = $1`,
      [company.company_id, [worker.id, other.id], worker.id, JSON.stringify([CONTACT])],
    );
  });
  after(() => stage?.close());

  const phone = { locale: 'en-GB', viewport: NARROW } as const;
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const stored = async (): Promise<Stored> => {
    const [row] = await stage.arrange<Stored>(
      `select count(*)::int as reports, count(signature)::int as drawn, count(request_id)::int as for_request,
         (select count(*)::int from record_attachment where company_id = $1 and kind = 'maintenance_report'
            and received_at is not null) as files
       from maintenance_report where company_id = $1`,
      [company.company_id],
    );
    return row ?? assert.fail('nothing was counted');
  };
  const settle = (number: number, state: string) =>
    stage.arrange('update maintenance_request set state = $3 where company_id = $1 and number = $2', [
      company.company_id,
      number,
      state,
    ]);
  const opened = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(PATH);
    return page;
  };
  /** Draws a stroke on the glass, as a finger does. */
  const sign = async (page: Page) => {
    const glass = page.getByRole('img', { name: /^Sign here/ });
    await glass.scrollIntoViewIfNeeded();
    const box = (await glass.boundingBox()) ?? assert.fail('there is no glass');
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 20, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('img', { name: 'Sign here: drawn' }).waitFor();
  };

  /** What the browser keeps of field mode. */
  const onDevice = (page: Page): Promise<{ kept: number; reports: number }> =>
    page.evaluate(
      `new Promise((done) => {
         const asked = indexedDB.open('field-mode');
         asked.onsuccess = () => {
           const transaction = asked.result.transaction(['kept', 'reports']);
           const [kept, reports] = ['kept', 'reports'].map((name) => transaction.objectStore(name).count());
           transaction.oncomplete = () => {
             asked.result.close();
             done({ kept: kept.result, reports: reports.result });
           };
         };
       })`,
    );

  it('takes requests along, and brings a report that was written without a network once', async () => {
    const { page, context, faults } = await stage.open(phone, worker);
    await page.goto(PATH);
    await page.getByText(/^Aurora Energia · up to date/).waitFor();
    await page.getByText(/opens without a network on this device/).waitFor();

    await context.setOffline(true);
    await page.reload();
    await page.getByText(/no connection to the portal/).waitFor();
    await page.getByRole('link', { name: 'R-0001 Inverter 1' }).click();
    await page.getByRole('link', { name: CONTACT.phone }).waitFor();
    await button(page, 'Write a report').click();
    await field(page, 'Solved problem').fill('Fan replaced');
    await field(page, 'Signed by').fill('Rosa Conti');
    await sign(page);
    const photo = { width: 40, height: 30, channels: 3, background: '#336699' } as const;
    const buffer = await sharp({ create: photo }).jpeg().toBuffer();
    const files = page.locator('input[type=file]');
    await files.setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    });
    await page.getByText('notes.txt is no image in JPEG, PNG or WebP').waitFor();
    await files.setInputFiles({ name: 'fan.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('img', { name: 'fan.jpg' }).waitFor();
    await page.close();

    const later = await opened(context);
    await later.getByText('Being written').waitFor();
    await later.getByRole('link', { name: 'Go on writing: R-0001 Inverter 1' }).click();
    await later.getByRole('img', { name: 'fan.jpg' }).waitFor();
    assert.equal(await field(later, 'Solved problem').inputValue(), 'Fan replaced');
    await later.getByRole('img', { name: 'Sign here: drawn' }).waitFor();
    await button(later, 'Done: send it').click();
    await later.getByText('Waits to be sent').waitFor();
    assert.equal((await stored()).reports, 0);

    // Meanwhile somebody closes the request: that is told, and the report stays.
    await settle(1, 'closed');
    await context.setOffline(false);
    await later.getByText(/Somebody has verified, closed or declined the request meanwhile/).waitFor();
    assert.equal((await stored()).reports, 0);
    await button(later, /^Send all the same/).click();
    await later.getByText('R-0001 Inverter 1: the report has arrived').waitFor();
    await later.getByText('Not taken').waitFor({ state: 'detached' });
    assert.deepEqual(await stored(), { reports: 1, files: 1, drawn: 1, for_request: 1 });
    await later.reload();
    await later.getByText(/^Aurora Energia · up to date/).waitFor();
    assert.deepEqual(await stored(), { reports: 1, files: 1, drawn: 1, for_request: 1 });
    assert.deepEqual(faults.csp, []);
  });

  it('says where it opens without a network, where the portal is reached without https', async () => {
    const { page } = await stage.open(phone, worker);
    await page.addInitScript('Object.defineProperty(window, "isSecureContext", { value: false })');
    await page.goto(PATH);
    await page
      .getByText(/opens only where the portal is reached over https, or on this computer itself/)
      .waitFor();
  });

  it('asks before a sign-out that would take an unsent report, and shows nobody else anything', async () => {
    const { page } = await stage.open(phone, worker);
    await page.goto(PATH);
    await page.getByRole('link', { name: 'R-0002 Inverter 2' }).click();
    await button(page, 'Write a report').click();
    await field(page, 'Solved problem').fill('Cable tightened');
    await page.getByRole('link', { name: 'My requests' }).click();
    await page.getByText('Being written').waitFor();
    await page.getByRole('link', { name: 'Open the portal' }).click();

    await button(page, 'Profile').click();
    await button(page, 'Sign out').click();
    const asked = page.getByRole('dialog', { name: 'A report has not been sent' });
    const saved = page.waitForEvent('download');
    await asked.getByRole('button', { name: /^Save as a file/ }).click();
    assert.match((await saved).suggestedFilename(), /^report-R-0002-[\d-]+\.zip$/);
    await asked.getByRole('button', { name: 'Stay signed in' }).click();
    await asked.waitFor({ state: 'detached' });
    await button(page, 'Sign out').click();
    await asked.getByRole('button', { name: 'Sign out and remove' }).click();
    await page.waitForURL(/\/login/);

    await page.goto(PATH);
    await page.getByText('You are not signed in').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, other);
    // In whichever language this person has.
    await page.getByText(/^(Nothing to do for you|Non hai nulla da fare)$/).waitFor();
    assert.deepEqual(await onDevice(page), { kept: 1, reports: 0 });
    await comesTo(async () => page.getByText('Inverter 2').count(), 0);

    // Dismissed with a report that was not sent: at the next contact nothing of the company stays on the device.
    await stage.arrange(
      'update maintenance_request set assigned_user_id = $2 where company_id = $1 and number = 2',
      [company.company_id, other.id],
    );
    await page.reload();
    await page.getByRole('link', { name: 'R-0002 Inverter 2' }).click();
    await button(page, /^(Write a report|Compila un rapporto)$/).click();
    await page.getByRole('textbox', { name: /^(Solved problem|Problema risolto)$/ }).fill('Cable tightened');
    await comesTo(async () => (await onDevice(page)).reports, 1);
    await stage.arrange('delete from company_user where company_id = $1 and user_id = $2', [
      company.company_id,
      other.id,
    ]);
    await page.goto(PATH);
    await page.getByText(/^(You belong to no company|Non fai parte di alcuna azienda)$/).waitFor();
    assert.deepEqual(await onDevice(page), { kept: 0, reports: 0 });
  });
});
