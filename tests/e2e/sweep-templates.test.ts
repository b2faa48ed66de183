import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser, type TestUser } from '../support/app.ts';
import { inTodaysLook } from './support/eyes.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const LIST = '/apps/cloudcontrol/templates';
const KNOWN = '/apps/cloudcontrol/templates/sma-sunny-tripower';
const OWN_NAME = 'Inverter del tetto nord con contatore di scambio e quadro di parallelo';

describe('every screen of device templates', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let own = '';
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    const plant = plants.get('AUR-001') ?? 0;
    const id = await makeDevice(stage.pool, company, plant, 'INV1', ['ac_power_kw']);
    const content = {
      variables: [
        { name: 'ac_power_kw', register: null },
        { name: 'frequency_hz', register: null },
      ],
      attributes: [],
    };
    const [row] = await stage.arrange<{ id: number }>(
      `insert into device_template (company_id, name, manufacturer, category, content, version)
       values ($1, $2, 'Casa', 'inverter', $3, 2) returning id`,
      [company.company_id, OWN_NAME, JSON.stringify(content)],
    );
    own = `own-${row?.id}`;
    await stage.arrange('update device set template_key = $2, template_version = 1 where id = $1', [id, own]);
  });
  after(() => stage?.close());

  inTodaysLook(13, (eyes) => {
    const { goto, look, verdict, dialog } = eyes;
    const press = (label: RegExp) => eyes.page.getByRole('button', { name: label }).first().click();
    const leave = async () => {
      await eyes.page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    };

    it('of the list, a template of the program and one of the company', async () => {
      const page = await eyes.open(stage, owner);
      await goto(LIST);
      await page.getByText('Huawei SUN2000').first().waitFor();
      await look('list');
      await goto(KNOWN);
      await page.getByText('ac_power_kw').first().waitFor();
      await look('of the program');
      await press(/^(Copia nella tua azienda|Copy to your company)$/);
      await dialog().waitFor();
      await look('copying');
      await leave();
      await goto(`${LIST}/${own}`);
      await page.getByText('INV1').first().waitFor();
      await look('own');
      await press(/^(Aggiorna|Update) 1 /);
      await dialog().getByRole('listitem').first().waitFor();
      await look('preview');
      await leave();
      await press(/^(Modifica|Edit) ac_power_kw$/);
      await dialog().waitFor();
      await look('a variable');
      await leave();
      await press(/^(Applica a dispositivi|Apply to devices)$/);
      await dialog().getByRole('checkbox').first().waitFor();
      await look('choosing');
      await leave();
      verdict();
    });

    it('of failure and emptiness, and of what is not there', async () => {
      const { page } = eyes;
      await page.route('**/cloudcontrol/v1/templates/', (route) =>
        route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
      );
      await eyes.forget();
      await goto(LIST);
      await page.getByRole('button', { name: /^(Riprova|Try again)$/ }).waitFor();
      eyes.forgive();
      await look('failed');
      await page.unrouteAll();
      await page.route('**/cloudcontrol/v1/templates/', (route) => route.fulfill({ json: [] }));
      await eyes.forget();
      await goto(`${LIST}?from=own`);
      await page.getByText(/^(La tua azienda non ha|Your company has no)/).waitFor();
      await look('no own');
      await page.unrouteAll();
      await goto(`${LIST}/own-9999999`);
      await page.getByText(/^(Questo template non esiste|This template does not exist)$/).waitFor();
      eyes.forgive();
      await look('gone');
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      await goto(`${LIST}/${own}`);
      await eyes.page.getByText('INV1').first().waitFor();
      const stops = await tabThrough(eyes.page, 40);
      const wanted = [/^(Applica a dispositivi|Apply to devices)$/, /^(Aggiorna|Update) 1 /, /ac_power_kw$/];
      const missing = wanted.filter((one) => !stops.some(({ name, visible }) => visible && one.test(name)));
      assert.deepEqual(missing, []);
    });
  });
});
