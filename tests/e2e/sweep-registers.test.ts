import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser, type TestUser } from '../support/app.ts';
import { answerReads, endedRead } from './support/asked-field.ts';
import { inTodaysLook } from './support/eyes.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const AT = '/apps/cloudcontrol/registers';
const CALL = '**/cloudcontrol/v1/field-questions/**';
// Six floats with swapped words, zero, "not measured", and a text.
const WORDS = [
  0x6666, 0x4366, 0xe666, 0x4367, 0xcccd, 0x4365, 0x999a, 0x4145, 0x74bc, 0x4105, 0xeb85, 0x4247, 0, 0, 0,
  0x7fc0, 0x4163, 0x6d65, 0x2050, 0x6f77, 0x6572, 0x204d, 0x3230, 0,
];

describe('the register workbench', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let port = 0;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    await makeDevice(stage.pool, company, plants.get('AUR-001') ?? 0, 'MET1', [
      'ac_power_kw',
      'voltage_l1_v',
    ]);
    const ids = [company.company_id, plants.get('AUR-001')];
    const [made] = await stage.arrange<{ id: number }>(
      `insert into port (company_id, plant_id, name, host, port) values ($1, $2, 'Gateway', '10.0.0.7', 502) returning id`,
      ids,
    );
    port = made?.id ?? 0;
    await stage.arrange('update device set unit_id = 3, port_id = $2 where company_id = $1', [
      company.company_id,
      port,
    ]);
    // One has the right order, the other has not.
    await stage.arrange(
      `update variable v set function_code = 3, data_type = 'float32',
         address = case when n.name = 'ac_power_kw' then 108 else 100 end,
         word_order = case when n.name = 'ac_power_kw' then 'CDAB' else 'ABCD' end
       from variable_name n where n.company_id = v.company_id and n.id = v.variable_name_id and v.company_id = $1`,
      [company.company_id],
    );
  });
  after(() => stage?.close());

  inTodaysLook(12, (eyes) => {
    const { narrow, goto, look, verdict } = eyes;
    const asked = () => `${AT}?port=${port}&unit=3&address=100&count=${WORDS.length}`;
    const press = (label: RegExp) => eyes.page.getByRole('button', { name: label }).first().click();
    const READ = /^(Leggi|Read)$/;
    const read = () => press(READ);

    it('asks, shows and makes', async () => {
      const page = await eyes.open(stage, owner);
      await goto(AT);
      await page.getByRole('form').waitFor();
      await look('empty');
      await read();
      await page.getByText(/^(scegli una porta|choose a port)/).waitFor();
      await look('form, faults');
      await answerReads(page, { start: 100, words: WORDS });
      await goto(asked());
      await read();
      await page.getByText(/^(L'ordine probabile è CDAB|The order is probably CDAB)/).waitFor();
      await page
        .getByText(/(fa pensare a|suggests) CDAB/)
        .first()
        .waitFor();
      await look('floats');
      const stops = await tabThrough(page, 60);
      assert.deepEqual(
        stops.filter(({ visible }) => !visible).map((stop) => stop.name),
        [],
      );
      assert.ok(
        stops.some((stop) => /230[.,]4/.test(stop.name)),
        stops.map((stop) => stop.name).join(),
      );
      await goto(`${asked()}&type=uint16&binary=1&as=data&rows=registers`);
      await read();
      await page.getByRole('row').nth(5).waitFor();
      await look('integers in binary');
      await press(/^(Crea una variabile|Create a variable)$/);
      await page.getByRole('dialog').getByRole('combobox').first().waitFor();
      await look('make a variable');
      await page.keyboard.press('Escape');
      verdict();
    });

    it('says of refusals, silence and limits', async () => {
      const { page } = eyes;
      const answers = {
        'exception 2': endedRead(3, { exception: 2 }),
        'exception 11': endedRead(3, { exception: 11 }),
        timeout: endedRead(3, null, { code: 'timeout', timeout_ms: 2000 }),
        'refused address': endedRead(3, null, { code: 'refused_address', address: '10.0.0.7', port: 502 }),
        'nobody polls': endedRead(3, null, { code: 'nobody_polls' }),
      };
      await goto(asked());
      for (const [screen, json] of Object.entries(answers)) {
        await page.unrouteAll();
        await page.route(CALL, (route) => route.fulfill({ status: 201, json }));
        // The alert of the answer before may still stand: what counts is that this one came.
        const answered = page.waitForResponse(CALL);
        await read();
        await answered;
        await page.getByRole('main').getByRole('alert').waitFor();
        await page.getByRole('button', { name: READ }).first().waitFor();
        await look(screen);
      }
      await page.unrouteAll();
      await page.route(CALL, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '37' },
          json: { status: 429, code: 'limit' },
        }),
      );
      await read();
      await page.getByText(/(tra|in) 37 second/).waitFor();
      eyes.forgive();
      await look('limit');
      await page.unrouteAll();
      const bits = endedRead(3, { bits: [true, false, true] });
      await page.route(CALL, (route) => route.fulfill({ status: 201, json: bits }));
      await goto(`${asked()}&fn=1`);
      await read();
      await page
        .getByText(/^(acceso|on)$/)
        .first()
        .waitFor();
      await look(narrow ? 'bits, narrow' : 'bits');
      verdict();
    });
  });
});
