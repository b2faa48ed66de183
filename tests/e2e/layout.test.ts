import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { join, makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { NARROW } from '../support/browser.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, reaches, reads, type Stage, seen, startStage } from './support/portal.ts';

const addressOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const tooltipOf = async (page: Page): Promise<string> => seen(page.getByRole('tooltip').first());

describe('the layout', () => {
  let stage: Stage;
  let user: TestUser;
  before(async () => {
    stage = await startStage();
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, {
      company,
      roles: ['COMPANY_OWNER', 'APP_0'],
      email: 'marta.rinaldi@example.org',
    });
    await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Centrale Alta', power_kw: 5 }]);
  });
  after(() => stage?.close());

  it('leads home, to the dashboard and back by the buttons of its header', async () => {
    const { page, faults } = await stage.open({}, user);
    const header = page.getByRole('banner').getByRole('navigation', { name: 'Intestazione' });
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await comesTo(() => header.getByRole('button', { name: /^Notifiche/ }).count(), 0);

    await header.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Impianti' }).waitFor();
    // spec §2: in the dashboard layout an arrow back to / with the tooltip 'App'; the bell on asset pages only
    await header.getByRole('button', { name: /^Notifiche/ }).waitFor();
    await comesTo(() => header.getByRole('link', { name: 'Dashboard' }).count(), 0);
    const arrow = header.getByRole('link', { name: 'App', exact: true });
    await arrow.hover();
    assert.equal(await tooltipOf(page), 'App');
    await arrow.click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

    await page.goto('/apps/asset/plants/AUR-001');
    await page.getByRole('heading', { level: 1, name: 'Centrale Alta' }).waitFor();
    // Beneath an application's root the same button leads to that root: never twice the same way.
    await comesTo(() => header.getByRole('link', { name: 'App', exact: true }).count(), 0);
    await comesTo(() => header.getByRole('link', { name: 'Dashboard' }).getAttribute('href'), '/apps/asset');
    const menu = page.getByRole('navigation', { name: "Menu dell'applicazione" });
    await comesTo(() => menu.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current'), 'true');
    await header.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    assert.equal(addressOf(page), '/');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('has a sidebar whose coming entries are announced and go nowhere', async () => {
    const { page } = await stage.open({}, user);
    await page.goto('/apps/asset');
    const sidebar = page.getByRole('navigation', { name: "Menu dell'applicazione" });
    const groups = sidebar.getByRole('button', { expanded: true });
    await sidebar.getByRole('link', { name: 'Dashboard' }).waitFor();
    // spec §4: a group stands open when the path equals one of its entries
    assert.deepEqual(await groups.allInnerTexts(), ['Monitoraggio']);
    await comesTo(
      () => sidebar.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current'),
      'page',
    );
    const closed = await sidebar.getByRole('button', { expanded: false }).allInnerTexts();
    assert.deepEqual(closed, [
      'Telecamere',
      'Fermi',
      'KPI',
      'Produzione',
      'Gestione',
      'Report',
      'Configurazione',
      'Gestione aziendale',
    ]);
    for (const group of closed) await sidebar.getByRole('button', { name: group, exact: true }).click();

    // spec §2: entries marked coming soon
    const soon = [
      'Statistiche',
      'Indicatori',
      'PR',
      'Registro contatori giornaliero/mensile',
      'Confronto prodotta e immessa',
      'Verifica congruenza letture',
      'Confronto letture GSE',
      'Confronto letture Edelwise',
      'Esportazione UTF',
    ];
    assert.deepEqual(await sidebar.getByRole('button', { disabled: true }).allInnerTexts(), soon);
    const first = sidebar.getByRole('button', { name: 'Statistiche' });
    await first.hover();
    await page.getByRole('tooltip', { name: 'IN ARRIVO!' }).waitFor();
    await page.mouse.move(900, 500);
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    await first.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip', { name: 'IN ARRIVO!' }).waitFor();
    await page.keyboard.press('Enter');
    await first.click({ force: true });
    assert.equal(addressOf(page), '/apps/asset');
    await comesTo(() => seen(page.getByRole('heading', { level: 1 })), 'Impianti');
  });

  it('has room for a thumb on a phone, and names the company there', async () => {
    const { page } = await stage.open({ viewport: NARROW }, user);
    await page.goto('/apps/asset');
    await page.locator('[data-plant-card]').waitFor();
    const small = `[...document.querySelectorAll('header :is(a, button)')]
      .filter((one) => one.checkVisibility())
      .map((one) => [one.getAttribute('aria-label'), one.getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 44 || height < 44)
      .map(([name, { width, height }]) => name + ' ' + width + ' x ' + height)`;
    await comesTo(() => page.evaluate(small), []);
    await page.getByRole('button', { name: 'Aurora Energia: cambia azienda' }).click();
    await page.getByRole('menuitem', { name: 'Aurora Energia' }).waitFor();
  });

  it('has a menu that becomes icons, kept in this browser', async () => {
    const { page } = await stage.open({}, user);
    await page.goto('/apps/asset');
    const sidebar = page.getByRole('navigation', { name: "Menu dell'applicazione" });
    await page.getByRole('button', { name: 'Riduci il menu' }).click();
    await sidebar.getByRole('link', { name: 'Dashboard' }).waitFor({ state: 'detached' });
    await page.reload();
    await sidebar.getByRole('button', { name: 'Monitoraggio' }).click();
    await sidebar.getByRole('menuitem', { name: 'Grafici' }).click();
    await page.waitForURL('**/apps/asset/charts');
    await page.getByRole('button', { name: 'Espandi il menu' }).click();
    await comesTo(() => sidebar.getByRole('link', { name: 'Grafici' }).getAttribute('aria-current'), 'page');
  });

  it('tells in the profile who one is and where', async () => {
    const { page } = await stage.open({}, user);
    await page.goto('/apps/asset');
    await page.getByRole('button', { name: /Profilo/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Profilo' });
    await drawer.waitFor();
    const text = await seen(drawer);
    assert.match(text, /marta\.rinaldi@example\.org/);
    assert.match(text, /Azienda attuale\s+Aurora Energia/);
    // spec §4: the selected company is shown with class primary and marked Active
    const active = drawer.getByRole('button', { name: /Aurora Energia/ });
    assert.match((await active.getAttribute('class')) ?? '', /(^|\s)primary(\s|$)/);
    await reads(active, /Attiva/);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    const year = String(new Date().getFullYear());
    const footer = await seen(page.getByRole('contentinfo'));
    assert.equal(footer, `© ${year} Test`);
  });

  it('changes its language and keeps the query', async () => {
    const { page } = await stage.open({}, user);
    await page.goto('/apps/asset?q=aur&sort=PN-C');
    await page.getByRole('heading', { level: 1, name: 'Impianti' }).waitFor();
    await page.getByRole('button', { name: 'Lingua' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Plants' }).waitFor();
    assert.equal(addressOf(page), '/en/apps/asset?q=aur&sort=PN-C');
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en');
    // Every link keeps the prefix, also where it is only copied; a reload keeps the language.
    const bare = page.locator('a[href^="/"]:not([href^="/en"])');
    await reaches(async () => (await bare.count()) === 0, 3000);
    assert.deepEqual(await bare.evaluateAll((links) => links.map((link) => link.getAttribute('href'))), []);
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    assert.equal(addressOf(page), '/en');
    await page.goto('/it/apps/asset');
    await page.getByRole('heading', { level: 1, name: 'Impianti' }).waitFor();
    await page.goto('/en/apps/asset');
    await page.getByRole('heading', { level: 1, name: 'Plants' }).waitFor();
  });

  it('follows roles that change under an open page', async () => {
    const other = await makeCompany(stage.pool, 'Borea Solare');
    const guest = await makeUser(stage, { company: other, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, other, [{ code: 'BOR-001', power_kw: 5 }]);
    const { page } = await stage.open({}, guest);
    // The first change falls between what the page has asked and the opening of its stream.
    const changed = Promise.withResolvers<void>();
    await page.route('**/api/v1/events/', (route) => changed.promise.then(() => route.continue()));
    await page.goto('/apps/asset');
    const sidebar = page.getByRole('navigation', { name: "Menu dell'applicazione" });
    await sidebar.waitFor();
    await join(stage, other, guest.id, { roles: ['COMPANY_OWNER'] });
    changed.resolve();
    await page.getByRole('heading', { name: 'Accesso non consentito' }).waitFor();
    // Its own people and data are still an owner's affair. // spec §6
    await comesTo(
      () => sidebar.getByRole('button').allInnerTexts(),
      ['Configurazione', 'Gestione aziendale'],
    );
    await join(stage, other, guest.id, { roles: ['WORKER'] });
    await sidebar.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Accesso non consentito' }).waitFor();
  });

  it('offers the other company of a link that leads there, and nothing to whoever is not in it', async () => {
    const borea = await makeCompany(stage.pool, 'Borea Solare');
    await makeLivePlants(stage.pool, borea, [
      { code: 'BOR-001', name: 'Parco Borea' },
      { code: 'BOR-002', name: 'Nascosto' },
    ]);
    const aurora = await makeCompany(stage.pool, 'Aurora Due');
    const both = await makeUser(stage, { company: aurora, roles: ['VIEWER', 'APP_0'] });
    await join(stage, borea, both.id, { roles: ['VIEWER', 'APP_0'] });
    await stage.arrange(
      `insert into company_user_plant (company_id, user_id, plant_id)
       select company_id, $2, id from plant where company_id = $1 and proj_code = 'BOR-001'`,
      [borea.company_id, both.id],
    );
    const { page } = await stage.open({}, both);
    await page.goto(`/apps/asset/plants/BOR-002?company=${aurora.company_id}`);
    await page.getByRole('heading', { name: '404 Not Found' }).waitFor();
    await page.goto('/apps/asset/plants/BOR-001?span=week');
    await page.getByRole('link', { name: 'Apri in Borea Solare' }).click();
    await page.getByRole('heading', { level: 1, name: 'Parco Borea' }).waitFor();
    assert.equal(addressOf(page), '/apps/asset/plants/BOR-001?span=week');
    const { page: stranger } = await stage.open({}, user);
    await stranger.goto('/apps/asset/plants/BOR-001');
    await stranger.getByRole('heading', { name: '404 Not Found' }).waitFor();
  });

  it('shows the specified page where there is nothing, and the way home', async () => {
    const { page } = await stage.open({}, user);
    for (const path of ['/no/such/page', '/en/no/such/page', '/apps/asset/plants/NOT-THERE']) {
      await page.goto(path);
      await page.getByRole('heading', { name: '404 Not Found' }).waitFor();
      await comesTo(() => page.getByRole('main').count(), 1, path);
    }
    await page.getByRole('link', { name: /home/i }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });
});
