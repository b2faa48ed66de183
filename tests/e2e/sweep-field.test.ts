import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser, type TestUser } from '../support/app.ts';
import { inTodaysLook } from './support/eyes.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const HOME = '/apps/cloudcontrol';
const NOWHERE = '/apps/cloudcontrol/devices/999999999';
const TREE = '**/cloudcontrol/v1/loadDevices/**';

const MAP = 'name,address,type,unit,x\nac_power_kw,40001,S32,W,\nPump speed,40002,U16,rpm,\n';
const FAULTY_MAP = `name,address,type,factor\n${'ac_power_kw,70000,text,0\n'.repeat(3)}`;

describe('the screens of the field', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let device_id: number;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [
      { code: 'AUR-001', name: 'Capitanata' },
      { code: 'AUR-002', name: 'Una centrale dal nome tanto lungo che su un telefono non sta in una riga' },
    ]);
    for (const [code, id] of plants)
      for (const name of ['INV1', 'INV2', `Stazione-meteo-${code}-dal-nome-lungo`])
        await makeDevice(stage.pool, company, id, name, ['ac_power_kw']);
    const ids = [company.company_id, plants.get('AUR-001')];
    await stage.arrange(
      `insert into port (company_id, plant_id, name, host, port) values ($1, $2, 'Gateway tetto nord', '10.0.0.7', 502),
         ($1, $2, 'Vuota', '10.0.0.8', 502)`,
      ids,
    );
    await stage.arrange(
      `insert into port_health (company_id, port_id, connected, reason, holder, since, seen_at)
       select company_id, id, name = 'Vuota', case when name = 'Vuota' then null
         else '{"code":"refused_address","address":"10.0.0.7","port":502}'::jsonb end, 'x', now(), now()
       from port where company_id = $1`,
      [company.company_id],
    );
    await stage.arrange(
      `update device set unit_id = 1, port_id = (select id from port where company_id = $1 and name like 'Gateway%')
       where company_id = $1 and plant_id = $2 and short_name <> 'INV2'`,
      ids,
    );
    await stage.arrange(
      `insert into device_health (company_id, device_id, state, reason, since, last_contact_at, latency_ms, seen_at)
       select company_id, id, 'silent', '{"code":"timeout","timeout_ms":2000}', now(), now() - interval '1 hour', 42, now()
       from device where company_id = $1 and port_id is not null`,
      [company.company_id],
    );
    await stage.arrange(
      `update device_health set bad_registers = '[{"function_code":3,"address":0,"quantity":2,"exception":2,"next_try_at":"2026-06-01T10:00:00Z"}]'
       where company_id = $1`,
      [company.company_id],
    );
    await stage.arrange(
      `update variable set function_code = 3, address = 0, data_type = 'uint16' where company_id = $1`,
      [company.company_id],
    );
    await stage.arrange(
      `insert into device_health_hour (company_id, device_id, hour, polls, answered, requests, failed, latency_sum_ms,
         latency_max_ms, bytes_in, bytes_out)
       select company_id, id, date_trunc('hour', now()) - h * interval '1 hour', 60, 50, 60, 10, 2000, 90, 1000, 500
       from device, generate_series(1, 20) h where company_id = $1 and port_id is not null`,
      [company.company_id],
    );
    await stage.arrange(
      `insert into device_attribute (company_id, device_id, name, function_code, address, length, value, read_at)
       select company_id, id, 'firmware', 3, 40, 8, '<b>1.2</b>', now() from device where company_id = $1`,
      [company.company_id],
    );
    const [first] = await stage.arrange<{ id: number }>(
      `select id from device where company_id = $1 and port_id is not null order by id limit 1`,
      [company.company_id],
    );
    device_id = first?.id ?? 0;
    await stage.arrange(
      `insert into device_log (company_id, device_id, at, kind, detail)
       select company_id, id, now(), 'silent', '{"reason":{"code":"timeout","timeout_ms":2000}}' from device
       where company_id = $1 and port_id is not null`,
      [company.company_id],
    );
  });
  after(() => stage?.close());

  inTodaysLook(9, (eyes) => {
    const { narrow, goto, look, verdict } = eyes;
    const device = () => eyes.page.locator('a[data-row-link]').first();

    it('shows plants, ports and devices, and finds them', async () => {
      const page = await eyes.open(stage, owner);
      await goto(HOME);
      await device().waitFor();
      await page.getByText(/(concesso a questa azienda|has not been granted access)/).waitFor();
      await look('home');
      await page.keyboard.press('/');
      await page.keyboard.type('meteo');
      await page.getByText('INV1').first().waitFor({ state: 'detached' });
      await look('home, searched');
      await page.keyboard.type(' nowhere');
      await page.getByRole('button', { name: /^(Mostra tutto|Show all)$/ }).waitFor();
      await look('home, nothing found');
      await goto(`${HOME}?sort=-contact&state=silent`);
      await device().waitFor();
      await look('home, ordered');
      await goto(`${HOME}?view=lately`);
      await page.waitForURL(/view=logs/);
      // What they did at once is one line.
      await page
        .getByText(/\b2 (dispositivi|devices)\b/)
        .first()
        .waitFor();
      await look('the diary');
      verdict();
    });

    it('opens every part of a device, its forms and its questions', async () => {
      const { page } = eyes;
      const press = (label: RegExp) => page.getByRole('button', { name: label }).first().click();
      const dialog = () => page.getByRole('dialog');
      const leave = async () => {
        await page.keyboard.press('Escape');
        await dialog().waitFor({ state: 'detached' });
      };
      const choose = (map: string) =>
        dialog()
          .locator('input[type=file]')
          .setInputFiles({ name: 'INVERTER.CSV', mimeType: 'text/csv', buffer: Buffer.from(map) });
      const part = async (tab: string) => {
        await goto(`/apps/cloudcontrol/devices/${device_id}?tab=${tab}`);
        await page.getByRole('tabpanel').getByText(/./).first().waitFor();
        await look(`device, ${tab}`);
      };
      await part('variables');
      await page.getByText(/^(rifiutato|refused): /).waitFor();
      await press(/^(Modifica|Edit) /);
      await dialog().getByRole('form').waitFor();
      await look('variable, form');
      await leave();
      await press(/^(Copia|Copy) /);
      await look('variable, copy');
      await leave();
      await press(/^(Elimina|Delete) (Potenza AC|AC power)/);
      await look('variable, delete');
      await leave();
      await press(/^(Aggiungi variabili|Add variables)$/);
      await look('variables, add');
      await leave();
      await press(/^(Mappa dei registri|Register map)$/);
      await page.getByRole('menuitem').first().waitFor();
      await look('map, menu');
      await page.getByRole('menuitem', { name: /^(Importa una mappa|Import a map)/ }).click();
      await dialog().waitFor();
      await look('map, empty');
      await choose(MAP);
      await dialog()
        .getByRole('button', { name: /^(Applica|Apply) \d/ })
        .waitFor();
      await look('map, difference');
      await dialog()
        .getByRole('button', { name: /^(Un altro file|Another file)$/ })
        .click();
      await choose(FAULTY_MAP);
      await dialog()
        .getByText(/^(Prima correggi gli errori|Correct the errors first)$/)
        .waitFor();
      await look('map, faults');
      await leave();
      await page.getByRole('checkbox').last().check();
      // At the end of the page no bar lies over the rows.
      await page.getByText(/^© /).scrollIntoViewIfNeeded();
      await look('variables, chosen');
      if (!narrow) {
        await press(/^(Indirizzo|Address): /);
        await look('variables, a field');
        await page.keyboard.press('Escape');
      }
      for (const tab of ['connection', 'device', 'attributes', 'health', 'versions']) await part(tab);
      await goto(`/apps/cloudcontrol/devices/${device_id}?tab=attributes`);
      await press(/^(Aggiungi attributo|Add attribute)$/);
      await look('attribute, new');
      await leave();
      await press(/^(Azioni per|Actions for)/);
      await look('device, menu');
      await page.getByRole('menuitem', { name: /^(Copia|Copy)$/ }).click();
      await look('device, copy');
      await leave();
      await goto(HOME);
      await press(/^(Azioni per|Actions for)/);
      await page.getByRole('menuitem').first().waitFor();
      await look('home, menu');
      await page.keyboard.press('Escape');
      await press(/^(Nuova porta|New port)$/);
      await dialog()
        .getByRole('button', { name: /^(Aggiungi porta|Add port)$/ })
        .click();
      await look('new port, refused');
      await leave();
      await goto(NOWHERE);
      await page.getByText('404 Not Found').waitFor();
      eyes.forgive();
      await goto(`${HOME}?view=bin`);
      await page.getByText(/^(Il cestino è vuoto|The bin is empty)$/).waitFor();
      await look('bin');
      verdict();
    });

    it('says of failure and emptiness', async () => {
      const { page } = eyes;
      await page.route(TREE, (route) =>
        route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
      );
      await eyes.forget();
      await goto(HOME);
      await page.getByRole('button', { name: /^(Riprova|Try again)$/ }).waitFor();
      eyes.forgive();
      await look('home, failed');
      await page.unrouteAll();
      const empty = [{ proj_code: 'A', name: 'A', ports: [], devices: [] }];
      await page.route(TREE, (route) => route.fulfill({ json: empty }));
      await eyes.forget();
      await goto(HOME);
      await page.getByRole('button', { name: /^(Nuova porta|New port)$/ }).waitFor();
      await look('home, empty');
      await page.unrouteAll();
      await page.route(TREE, (route) => route.fulfill({ json: [] }));
      await eyes.forget();
      await goto(HOME);
      await page.getByRole('button', { name: /^(Nuovo impianto|New plant)$/ }).click();
      await page.getByRole('button', { name: /^(Posizione|Position)/ }).click();
      await look('home, without a plant');
      await page.getByRole('button', { name: /^(Aggiungi impianto|Add plant)$/ }).click();
      await page
        .getByText(/^(obbligatorio|required)$/)
        .first()
        .waitFor();
      await look('new plant, refused');
      await page.unrouteAll();
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      const { page } = eyes;
      await eyes.forget();
      await goto(HOME);
      await device().waitFor();
      const stops = await tabThrough(page, narrow ? 40 : 45);
      assert.ok(stops.some((stop) => stop.name === 'INV1'));
      assert.deepEqual(
        stops.filter((stop) => !stop.visible).map((stop) => stop.name),
        [],
      );
    });
  });
});
