import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser, type TestUser } from '../support/app.ts';
import { inTodaysLook } from './support/eyes.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const TAGS = '/apps/cloudcontrol/tags';
/** Some hundred rows: once they were seen, a few behind each dialog do. */
const NAMES = '/apps/cloudcontrol/variable-names';
const PATHS = [NAMES, '/apps/cloudcontrol/variable-groups', '/apps/cloudcontrol/categories', TAGS];
/** Ways that lead to another screen. */
const WAYS = ['/apps/RedirectCloudControl', '/apps/cloudcontrol'];
const CREATE = /^(Aggiungi un|Add a)/;
const SAVE = /^(Salva|Save)$/;
const LONG = 'Garanzia-del-produttore-fino-al-2028-con-parti-di-ricambio';

describe("every screen of a company's own words", () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    await makeDevice(stage.pool, company, plants.get('AUR-001') ?? 0, 'INV1', ['ac_power_kw']);
    await stage.arrange(
      `insert into tag (company_id, name, colour, description) values ($1, $2, '#9B4FD0', $2), ($1, 'Giro 3', '', '')`,
      [company.company_id, LONG],
    );
  });
  after(() => stage?.close());

  inTodaysLook(7, (eyes) => {
    const { narrow, goto, look, verdict, dialog } = eyes;
    const rows = () =>
      (narrow ? eyes.page.getByRole('listitem') : eyes.page.locator('tbody tr')).first().waitFor();
    const press = (label: RegExp) => eyes.page.getByRole('button', { name: label }).first().click();

    it('of lists, forms and questions', async () => {
      const page = await eyes.open(stage, owner);
      for (const path of PATHS) {
        await goto(path);
        await rows();
        await look(path);
        if (path === NAMES) await goto(`${NAMES}?q=frequency_hz`);
        await press(CREATE);
        await dialog().getByRole('button', { name: SAVE }).click();
        await dialog()
          .getByText(/^(obbligatorio|required)$/)
          .first()
          .waitFor();
        await look(`${path}, refused`);
        await dialog()
          .getByRole('button', { name: /^(Annulla|Cancel)$/ })
          .click();
        await dialog().waitFor({ state: 'detached' });
        await press(/^(Modifica|Edit) /);
        await dialog().waitFor();
        await look(`${path}, editing`);
        await page.keyboard.press('Escape');
        await dialog().waitFor({ state: 'detached' });
        await press(/^(Elimina|Delete) /);
        await dialog().waitFor();
        await look(`${path}, deleting`);
        await page.keyboard.press('Escape');
        await dialog().waitFor({ state: 'detached' });
      }
      verdict();
    });

    it('of the ways into cloud control', async () => {
      for (const path of WAYS) {
        await goto(path);
        await eyes.page.waitForURL(/\/apps\/cloudcontrol/);
        await look(path);
      }
      verdict();
    });

    it('of colours that are hardly seen, or read as a state', async () => {
      await goto(TAGS);
      await press(CREATE);
      await dialog().getByRole('textbox', { name: /^Col/ }).fill('#FFE100');
      await dialog()
        .getByText(/^(Contrasto basso|Low contrast)/)
        .waitFor();
      await look('a faint colour');
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      const wanted = [CREATE, /^(Cerca|Search)/, /^(Modifica|Edit) /, /^(Elimina|Delete) /];
      for (const path of PATHS) {
        await goto(path);
        await rows();
        const stops = await tabThrough(eyes.page, 40);
        for (const one of wanted)
          assert.ok(
            stops.some((stop) => one.test(stop.name)),
            `${one} is not reached on ${path}: ${stops.map((stop) => stop.name)}`,
          );
        assert.deepEqual(
          stops.filter((stop) => !stop.visible).map((stop) => stop.name),
          [],
        );
      }
      await goto(TAGS);
      await press(CREATE);
      await dialog().waitFor();
      for (let stop = 0; stop < 2; stop++) await eyes.page.keyboard.press('Tab');
      await eyes.page.keyboard.type('#2456E6');
      const colour = dialog().getByRole('textbox', { name: /^Col/ });
      assert.equal(await colour.inputValue(), '#2456E6');
    });

    it('of failure and emptiness, and of what is not open', async () => {
      const { page } = eyes;
      const calls = '**/cloudcontrol/v1/{variable-names,variable-groups,categories,tags}/';
      await page.route(calls, (route) =>
        route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
      );
      await eyes.forget();
      for (const path of PATHS) {
        await goto(path);
        await page.getByRole('button', { name: /^(Riprova|Try again)$/ }).waitFor();
        eyes.forgive();
        await look(`${path}, failed`);
      }
      await page.unrouteAll();
      await page.route(calls, (route) => route.fulfill({ json: [] }));
      await eyes.forget();
      for (const path of PATHS) {
        await goto(path);
        await page.getByText(/^(Ancora ness|No .* yet)/).waitFor();
        await look(`${path}, none`);
      }
      await page.unrouteAll();
      const worker = await makeUser(stage, { company, roles: ['WORKER', 'APP_0'] });
      await eyes.open(stage, worker);
      await goto(TAGS);
      await look('not open');
      verdict();
    });
  });
});
