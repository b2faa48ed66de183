import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, reads, type Stage, seen, startStage } from './support/portal.ts';

describe('the home page', () => {
  let stage: Stage;
  let company: Scope;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    await makeLivePlants(stage.pool, company, [
      { code: 'AUR-001', power_kw: 1234.5 },
      { code: 'AUR-002', power_kw: 0.25 },
      { code: 'AUR-003' },
    ]);
  });
  after(() => stage?.close());

  it('shows the applications that one may open, with a live figure', async () => {
    const user = await makeUser(stage, { company, roles: ['MANAGEMENT_0', 'APP_0'] });
    const { page, faults } = await stage.open({}, user);
    await page.goto('/');
    const tile = page.getByRole('main').getByRole('link', { name: /Gestione impianti/ });
    const main = page.getByRole('main');
    await main.getByText('1,23').waitFor();
    await reads(main, /Potenza attuale 1,23 MW 2 su 3 impianti Energia oggi/);
    await main.getByText('Nessun allarme aperto').waitFor();
    await reads(tile, /Impianti\s*3\s*In allarme\s*0/);
    await tile.click();
    await page.getByRole('heading', { level: 1, name: 'Impianti' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/apps/asset');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('says once that the plants could not be loaded, and asks again when told to', async () => {
    const user = await makeUser(stage, { company, roles: ['MANAGEMENT_0', 'APP_0'] });
    const { page } = await stage.open({}, user);
    let asked = 0;
    await page.route('**/plants-card-list/**', (route) => {
      asked += 1;
      return route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } });
    });
    await page.goto('/');
    const main = page.getByRole('main');
    const retry = main.getByRole('button', { name: 'Riprova' });
    await retry.waitFor();
    await main.getByRole('link', { name: /Gestione impianti/ }).waitFor();
    assert.equal(asked, 1, 'the applications below do not ask for themselves');
    await page.unroute('**/plants-card-list/**');
    await retry.click();
    await main.getByText('1,23').waitFor();
  });

  it('leads from a plant to the next, and from a device to the devices of another plant', async () => {
    const user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await stage.arrange<{ id: number; proj_code: string }>(
      'select id, proj_code from plant where company_id = $1',
      [company.company_id],
    );
    const idOf = (code: string) => plants.find(({ proj_code }) => proj_code === code)?.id ?? 0;
    await makeDevice(stage.pool, company, idOf('AUR-003'), 'MET3', ['ac_power_kw']);
    const device = await makeDevice(stage.pool, company, idOf('AUR-002'), 'MET2', ['ac_power_kw']);
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/plants/AUR-002');
    // The other plants are asked for when somebody comes near; a step that is pressed before is taken when they are known.
    await page.getByRole('button', { name: 'Impianto successivo' }).click();
    await page.waitForURL('**/apps/asset/plants/AUR-003');
    await page.getByRole('link', { name: /^Impianto precedente: / }).waitFor();
    await page.goto(`/apps/cloudcontrol/devices/${device}`);
    await page.getByRole('link', { name: /^Impianto precedente: / }).waitFor();
    const select = page.getByRole('combobox', { name: 'Passa a un altro impianto' });
    await select.click();
    await select.fill('aur-003');
    await page.getByRole('option').first().click();
    await page.waitForURL('**/apps/cloudcontrol?plant=AUR-003');
    await page.getByRole('link', { name: 'MET3' }).waitFor();
    await comesTo(() => page.getByRole('link', { name: 'MET2' }).count(), 0);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('hides what a role does not open and says so plainly', async () => {
    // spec §6: applications but that of lighting ask for APP_0; who has no role opens none.
    const nobody = await makeUser(stage, { company, roles: [] });
    const alone = await stage.open({}, nobody);
    await alone.page.goto('/');
    await alone.page.getByText('In questa azienda non hai accesso ad alcuna applicazione.').waitFor();
    await comesTo(() => alone.page.getByRole('main').getByRole('link').count(), 0);
    await comesTo(() => alone.page.getByRole('link', { name: 'Dashboard' }).count(), 0);
    const worker = await makeUser(stage, { company, roles: ['WORKER'] });
    const { page, faults } = await stage.open({}, worker);
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Illuminazione pubblica' }).waitFor();
    await comesTo(() => page.getByRole('main').getByRole('link').count(), 1);
    await page.goto('/apps/asset');
    await page.getByText('Accesso non consentito').waitFor();
    assert.doesNotMatch(await seen(page.getByRole('main')), /AUR-/);
    await comesTo(() => page.getByRole('navigation', { name: "Menu dell'applicazione" }).count(), 0);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('is none for somebody without a company, who is told what to do', async () => {
    const nobody = await makeUser(stage);
    const { page } = await stage.open({}, nobody);
    await page.goto('/');
    await page.waitForURL('**/companies/create');
    await page.getByRole('heading', { level: 1, name: "Crea un'azienda" }).waitFor();
    await page.getByText('Aspetti un invito?').waitFor();
    await page.getByRole('button', { name: 'Esci' }).click();
    await page.waitForURL('**/login');
  });
});
