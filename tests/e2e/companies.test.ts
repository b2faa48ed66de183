import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { join, makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { makeLivePlants, openAlarms } from './support/field.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

/** Everything in the page that could name the other company: words, names for screen readers, places of links. */
const everythingIn = (page: Page): Promise<string> => page.evaluate('document.documentElement.outerHTML');

async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Profilo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await page.getByRole('banner').getByText(name).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('companies', () => {
  let stage: Stage;
  let aurora: Scope;
  let borea: Scope;
  let strange: Scope;
  let user: TestUser;
  before(async () => {
    stage = await startStage();
    aurora = await makeCompany(stage.pool, 'Aurora Energia');
    borea = await makeCompany(stage.pool, 'Borea Solare');
    strange = await makeCompany(stage.pool, 'Cirro Idro');
    user = await makeUser(stage, { company: aurora, roles: ['COMPANY_OWNER', 'APP_0'] });
    await join(stage, borea, user.id, { roles: ['MANAGEMENT_0', 'APP_0'] });
    const mine = await makeLivePlants(stage.pool, aurora, [
      { code: 'AUR-001', name: 'Capitanata', power_kw: 111 },
      { code: 'SAME-1', name: 'Capitanata bis', power_kw: 222 },
    ]);
    await makeLivePlants(stage.pool, borea, [
      { code: 'BOR-001', name: 'Barbagia', power_kw: 7 },
      { code: 'SAME-1', name: 'Barbagia bis', power_kw: 8 },
    ]);
    await openAlarms(stage.pool, aurora, [
      { plant_id: mine.get('AUR-001') ?? 0, code: 'no_data', date: new Date() },
    ]);
  });
  after(() => stage?.close());

  const enter = async (path = '/apps/asset') => {
    const portal = await stage.open({}, user);
    await portal.page.goto(path);
    return portal;
  };

  it('change everything on screen, and nothing of the old one remains', async () => {
    const { page, faults } = await enter();
    await page.locator('[data-plant-card="AUR-001"]').waitFor();
    await page.getByRole('button', { name: 'Notifiche, 1 allarme aperto' }).waitFor();
    await page.goto('/apps/asset/plants/SAME-1?span=week');
    await page.getByRole('heading', { name: 'Capitanata bis' }).waitFor();
    await switchTo(page, 'Borea Solare');
    await page.locator('[data-plant-card="BOR-001"]').waitFor();
    await page.getByRole('button', { name: 'Notifiche, nessun allarme aperto' }).waitFor();
    assert.doesNotMatch(await everythingIn(page), /Aurora|Capitanata|AUR-|111,|222,|333,/);
    const { pathname, search } = new URL(page.url());
    assert.equal(pathname + search, '/apps/asset');

    await page.getByRole('button', { name: /Profilo/ }).click();
    const active = page.getByRole('dialog').locator('button.primary');
    assert.match((await active.textContent()) ?? '', /Borea Solare.*Attiva/);
    await page.keyboard.press('Escape');
    await page.goto('/apps/asset/plants/SAME-1');
    await page.getByRole('heading', { name: 'Barbagia bis' }).waitFor();
    assert.doesNotMatch(await everythingIn(page), /Capitanata/);
    assert.equal(await page.evaluate("localStorage.getItem('companyName')"), 'Borea Solare');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('never paints an answer of the old one that comes late', async () => {
    const { page } = await enter('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const late: Promise<void>[] = [];
    await page.route('**/plants-card-list/**', (route) => {
      if (route.request().headers()['id-client'] !== String(aurora.company_id)) return route.continue();
      // The company has changed by then, and the browser may have given the call up.
      const answering = held.then(() => route.continue()).catch(() => undefined);
      late.push(answering);
      return answering;
    });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Impianti' }).waitFor();
    await switchTo(page, 'Borea Solare');
    await page.locator('[data-plant-card="BOR-001"]').waitFor();
    release();
    await Promise.all(late);
    await page.waitForTimeout(300);
    assert.doesNotMatch(await everythingIn(page), /Aurora|Capitanata|AUR-/);
  });

  it('stand side by side in two tabs', async () => {
    const { page, context } = await enter();
    await page.locator('[data-plant-card="AUR-001"]').waitFor();
    const second = await context.newPage();
    await second.goto('/apps/asset');
    await second.locator('[data-plant-card="AUR-001"]').waitFor();
    await switchTo(second, 'Borea Solare');
    await second.locator('[data-plant-card="BOR-001"]').waitFor();

    await page.reload();
    await page.locator('[data-plant-card="AUR-001"]').waitFor();
    await second.reload();
    await second.locator('[data-plant-card="BOR-001"]').waitFor();
    assert.doesNotMatch(await everythingIn(page), /Borea|Barbagia|BOR-/);
    assert.doesNotMatch(await everythingIn(second), /Aurora|Capitanata|AUR-/);
    // A new tab starts with the company that was chosen last.
    const third = await context.newPage();
    await third.goto('/apps/asset');
    await third.locator('[data-plant-card="BOR-001"]').waitFor();
  });

  it('are opened by a link, and only by those who belong to them', async () => {
    const { page } = await enter(`/apps/asset?company=${borea.company_id}&sort=CI-C`);
    await page.locator('[data-plant-card="BOR-001"]').waitFor();
    assert.equal(new URL(page.url()).search, '?sort=CI-C');

    // The number in a link of another company is nobody's here: an alarm of one's own may have the same.
    const { page: foreign } = await enter(
      `/apps/asset/alarms?view=closed&alarm=1&company=${strange.company_id}`,
    );
    await foreign
      .getByRole('alert')
      .getByText(/^Il link apre un'azienda di cui non fai parte/)
      .waitFor();
    await foreign.getByRole('heading', { level: 1, name: 'Allarmi' }).waitFor();
    await comesTo(async () => new URL(foreign.url()).search, '');

    // Not mine, unknown, nonsense: as if the link had named none. // spec §4: active company
    for (const named of [strange.company_id, 999_999, 'x']) {
      const { page: other } = await enter(`/apps/asset?company=${named}`);
      await other.locator('[data-plant-card="AUR-001"]').waitFor();
      assert.doesNotMatch(await everythingIn(other), /Cirro/);
    }
  });

  it('that were founded before the address was proved stay or go as their owner decides', async () => {
    const kept = await makeCompany(stage.pool, 'Delta Vento');
    const left = await makeCompany(stage.pool, 'Elios Campi');
    const owner = await makeUser(stage, { company: kept, roles: ['COMPANY_OWNER', 'APP_0'] });
    await join(stage, left, owner.id, { roles: ['COMPANY_OWNER', 'APP_0'] });
    await stage.arrange('update company set claim_due = true where id_client = any($1)', [
      [kept.company_id, left.company_id],
    ]);
    const { page, faults } = await stage.open({}, owner);
    const banner = page.getByRole('complementary', { name: 'Azienda da confermare' });
    await page.goto(`/apps/asset?company=${kept.company_id}`);
    await banner.getByText(/^Delta Vento è stata creata con il tuo indirizzo/).waitFor();
    await banner.getByRole('button', { name: 'Mantieni' }).click();
    await page.getByText('Delta Vento è stata mantenuta').waitFor();
    await banner.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Impianti' }).waitFor();
    await comesTo(() => banner.count(), 0);

    await page.goto(`/apps/asset?company=${left.company_id}`);
    await banner.getByRole('button', { name: 'Elimina…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Eliminare Elios Campi?' });
    const remove = dialog.getByRole('button', { name: "Elimina l'azienda" });
    await comesTo(() => remove.isDisabled(), true, 'its name is to be typed first');
    await dialog.getByRole('textbox').fill('Elios Campi');
    await remove.click();
    await page.getByRole('banner').getByText('Delta Vento').waitFor();
    await comesTo(() => banner.count(), 0);
    const enabled = await stage.arrange<{ enabled: boolean; claim_due: boolean }>(
      'select enabled, claim_due from company where id_client = any($1) order by id_client',
      [[kept.company_id, left.company_id]],
    );
    assert.deepEqual(
      enabled.map((one) => one.enabled),
      [true, false],
    );
    assert.equal(enabled[0]?.claim_due, false);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });
});
