import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FieldTask } from '../../src/features/cloudcontrol/field-tools.contract.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { inEachLook } from './support/eyes.ts';
import { makeLivePlants } from './support/field.ts';
import { answerQuestions, SAID } from './support/found.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const FIND = '/apps/cloudcontrol/find';

describe('the screen that finds devices', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    await stage.arrange(
      `insert into port (company_id, plant_id, name, host, port) values ($1, $2, 'Gateway tetto nord', '10.0.0.7', 502)`,
      [company.company_id, plants.get('AUR-001')],
    );
  });
  after(() => stage?.close());

  inEachLook((eyes) => {
    const { narrow, goto, look, verdict } = eyes;
    const start = () => eyes.page.getByRole('button', { name: /^(Cerca|Search)$/ }).click();
    const lookFor = async (tasks: readonly FieldTask[], units = '1') => {
      const { page } = eyes;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await answerQuestions(page, tasks);
      await goto(FIND);
      await page.getByRole('textbox', { name: /^(Indirizzo IP|IP address)/ }).fill('10.0.0.9');
      await page.getByRole('textbox', { name: /^Unit id/ }).fill(units);
      await start();
    };

    it('asks, says how far it is, and shows what it found', async () => {
      const page = await eyes.open(stage, owner);
      await goto(FIND);
      await page.getByRole('button', { name: /^(Altro|More):/ }).click();
      await look('asked for');
      await page.getByRole('textbox', { name: /^Unit id/ }).fill('1-99');
      await start();
      await page
        .getByText(/^(al massimo|at most) 32 /)
        .first()
        .waitFor();
      await look('refused');
      await lookFor(SAID.running, '1-2');
      await page.getByText(/^(Interrogazione|Querying)/).waitFor();
      await look('under way');
      await page.getByRole('button', { name: /^(Ferma|Stop)$/ }).click();
      await page.getByText(/^(Ricerca fermata|Stopped) /).waitFor();
      await look('stopped');
      await lookFor(SAID.found, '1-4');
      await page.getByText(/^(Già aggiunto|Already added)$/).waitFor();
      assert.equal(await page.getByRole('article').count(), 3);
      assert.ok((await page.getByText(/^(non misurato|not measured)$/).count()) === 0, 'they come last');
      const details = page.getByRole('button', { name: /^(Valori e modelli|Values and models)$/ });
      for (let i = 0; i < 3; i++) await details.nth(i).click();
      await page
        .getByRole('button', { name: /^(Tutte le|All) 11/ })
        .first()
        .click();
      const unmeasured = page.getByText(/^(non misurato|not measured)$/);
      await unmeasured.nth(1).waitFor();
      assert.equal(await unmeasured.count(), 2);
      await page
        .getByRole('combobox', { name: /^(Verso della potenza|Power direction)/ })
        .selectOption('turned');
      await page.getByRole('cell', { name: /^[-−]28[.,]44$/ }).waitFor();
      await look('found');
      await page
        .getByRole('textbox', { name: /^(Nome breve|Short name)/ })
        .first()
        .fill('INV2');
      await page
        .getByText(/(già in uso|already in use)/)
        .first()
        .waitFor();
      await look('a name twice');
      verdict();
    });

    it('says of each failure what to do', async () => {
      const { page } = eyes;
      await lookFor(SAID.forbidden);
      await page.getByText(/npm run admin -- allow --company \d+ 10\.0\.0\.9:502/).waitFor();
      await look('not allowed');
      await lookFor(SAID.away);
      await page.getByText(/SolarEdge/).waitFor();
      await look('not reached');
      await lookFor(SAID.other);
      await page.getByRole('button', { name: /^(Aggiungi a mano|Add by hand)$/ }).waitFor();
      await look('not SunSpec');
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      await lookFor(SAID.found, '1-4');
      await eyes.page.getByRole('article').first().waitFor();
      const stops = await tabThrough(eyes.page, narrow ? 45 : 60);
      assert.ok(stops.some((stop) => /AI-30K-TL/.test(stop.name)));
      assert.deepEqual(
        stops.filter((stop) => !stop.visible).map((stop) => stop.name),
        [],
      );
    });
  });
});
