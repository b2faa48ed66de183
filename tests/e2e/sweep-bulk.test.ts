import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makePlant, makeUser, type TestUser } from '../support/app.ts';
import { inTodaysLook } from './support/eyes.ts';
import { answerQuestions, SAID } from './support/found.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';
import { answerTests, refuseDevices } from './support/tried.ts';

const BULK = '/apps/cloudcontrol/bulk?template=huawei-sun2000';

describe('the screen that adds many devices', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plant = await makePlant(stage.pool, company, 'AUR-001');
    await stage.arrange(
      `insert into port (company_id, plant_id, name, host, port) values ($1, $2, 'Gateway tetto nord', '10.0.0.7', 502)`,
      [company.company_id, plant],
    );
  });
  after(() => stage?.close());

  inTodaysLook(5, (eyes) => {
    const { narrow, goto, look, verdict } = eyes;
    const addresses = () => eyes.page.getByRole('textbox', { name: /^(Indirizzi|Addresses)/ });
    const button = (words: RegExp) => eyes.page.getByRole('button', { name: words });
    const begin = async (count = 12) => {
      await eyes.forget();
      await goto(BULK);
      await addresses().fill(`192.168.1.101-${100 + count}`);
      await button(/^(Prova tutti|Test all) /).waitFor();
    };
    const check = async () => {
      await button(/^(Prova tutti|Test all) /).click();
      await eyes.page.getByRole('textbox', { name: /^(Nome breve|Short name), .* 1$/ }).waitFor();
    };

    it('says what it lacks, and each fault at its row', async () => {
      const page = await eyes.open(stage, owner);
      await goto('/apps/cloudcontrol/bulk');
      await addresses().waitFor();
      await look('nothing yet');
      await addresses().fill('192.168.1.9-3');
      await addresses().blur();
      await page
        .getByText(/192\.168\.1\.9-3/)
        .first()
        .waitFor();
      await look('no range');
      await begin();
      await button(/^(Altro|More):/).click();
      await look('asked for');
      await answerTests(page);
      await check();
      // At the end of the page, where the bar that stays in sight lies over no row.
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await look('rows');
      await page.getByRole('textbox', { name: /^(Nome breve|Short name), .* 2$/ }).fill('INV1');
      await page.getByRole('textbox', { name: /^(Indirizzo|Address), .* 4$/ }).fill('192.168.1.103');
      await page.getByText(/^(uguale alla riga|same as row) 3$/).waitFor();
      await look('faults of rows');
      await page.goBack();
      await page
        .getByText(/^Unit id$/)
        .first()
        .click();
      await page.getByRole('combobox', { name: 'Gateway' }).waitFor();
      await look('behind a gateway');
      await button(/^(Incolla|Paste) /).click();
      await page.getByRole('dialog').waitFor();
      await look('a spreadsheet');
      verdict();
    });

    it('shows what each answers, and keeps everything when adding fails', async () => {
      const { page } = eyes;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await answerTests(page, true);
      await begin(30);
      await check();
      await page.getByText(/^(9|10|8) (provati su|of) 30/).waitFor();
      await look('under way');
      await button(/^(Ferma|Stop)$/).click();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await answerTests(page);
      await refuseDevices(page);
      await button(/^(Prova tutti|Test all) /).click();
      await page.getByText(/^27 /).first().waitFor();
      await look('tried');
      await button(/^(Aggiungi tutti|Add all) /).click();
      await page.getByRole('alert').waitFor();
      // The refusal that was brought about is told on the console: no fault of the screen.
      eyes.forgive();
      await look('refused');
      assert.equal(await page.getByRole('textbox', { name: /^(Nome breve|Short name), / }).count(), 30);
      await page.getByRole('checkbox', { name: /^(Solo|Only)/ }).check();
      await look('only the silent');
      verdict();
    });

    it('offers every way on one screen, and says what was added', async () => {
      const { page } = eyes;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await answerQuestions(page, SAID.found);
      for (const how of ['template', 'hand']) {
        await goto(`/apps/cloudcontrol/add?how=${how}`);
        await page.getByRole('radio', { checked: true }).first().waitFor();
        await look(how);
      }
      await page.getByRole('textbox', { name: /^(Indirizzo IP|IP address)/ }).fill('10.0.0.9');
      await button(/^(Prova la connessione|Test the connection)$/).click();
      await page
        .getByText(/(Nessuna risposta|No answer|risponde|answers)/)
        .first()
        .waitFor();
      await look('tried by hand');
      await goto('/apps/cloudcontrol/add?step=added&added=1');
      await look('added');
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      await answerTests(eyes.page);
      await begin(3);
      await check();
      const stops = await tabThrough(eyes.page, narrow ? 45 : 60);
      assert.ok(stops.some((stop) => /INV3/.test(stop.name)));
      assert.deepEqual(
        stops.filter((stop) => !stop.visible).map((stop) => stop.name),
        [],
      );
    });
  });
});
