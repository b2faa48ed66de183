import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser, type TestUser } from '../support/app.ts';
import { inEachLook } from './support/eyes.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const PATH = '/apps/asset/ingestion';
const CALLS = '**/api/v1/{mqtt-credentials,refused-readings,mqtt-door}/**';
const CREATE = /^(Crea una credenziale|Create credential)$/;
const button = (page: Page, name: RegExp) => page.getByRole('button', { name });

describe('the screen of data sources', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  before(async () => {
    const mqtt = { listen: { host: '127.0.0.1', port: 1 }, demanded: false, url: undefined, tls: undefined };
    stage = await startStage({ mqtt });
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    const plant = plants.get('AUR-001') ?? 0;
    for (const name of ['INV1', 'INV2', 'Stazione-meteo-dal-nome-lungo'])
      await makeDevice(stage.pool, company, plant, name, ['ac_power_kw']);
    await stage.arrange(
      `insert into mqtt_credential (company_id, device_id, secret_hash, last_seen_at)
       select company_id, id, 'x', now() from device where company_id = $1 and short_name like 'Stazione%'`,
      [company.company_id],
    );
    await stage.arrange(
      `insert into refused_reading (company_id, source, device, reason, count)
       values ($1, 'mqtt', 'AUR-001/INV1', 'looks_like_s', 12345), ($1, 'http', '', 'a reason of tomorrow', 1)`,
      [company.company_id],
    );
  });
  after(() => stage?.close());

  inEachLook((eyes) => {
    const { narrow, goto, look, verdict, dialog } = eyes;

    it('shows each way, who publishes, and what was refused', async () => {
      const page = await eyes.open(stage, owner);
      await goto(PATH);
      await page.getByText('a reason of tomorrow').waitFor();
      await look('data sources');
      for (const way of [/^Line protocol$/, /^NDJSON$/, /^MQTT$/, /^File$/]) {
        await page.getByRole('tab', { name: way }).click();
        await page.getByRole('tabpanel').getByText(/./).first().waitFor();
        await look(`data sources, ${way}`);
      }
      verdict();
    });

    it('makes, replaces and removes a credential', async () => {
      const { page } = eyes;
      await button(page, CREATE).first().click();
      await dialog().getByRole('button', { name: CREATE }).click();
      await look('new credential, refused');
      await dialog().getByRole('combobox').click();
      await look('new credential, choosing');
      await dialog().getByRole('option').first().click();
      await dialog().getByRole('button', { name: CREATE }).click();
      await dialog().waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 3 }).waitFor();
      await look('credential, shown once');
      await button(page, /^(Sostituisci|Replace): AUR-001 \/ INV/)
        .first()
        .click();
      await dialog().waitFor();
      await look('replacing');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await button(page, /^(Rimuovi|Remove): AUR-001 \/ INV/)
        .first()
        .click();
      await dialog().waitFor();
      await look('removing');
      await dialog()
        .getByRole('button', { name: /^(Rimuovi|Remove)$/ })
        .click();
      await dialog().waitFor({ state: 'detached' });
      verdict();
    });

    it('says of failure and emptiness', async () => {
      const { page } = eyes;
      await page.route(CALLS, (route) =>
        route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
      );
      await eyes.forget();
      await goto(PATH);
      await page.getByRole('tab', { name: /^MQTT$/ }).click();
      await button(page, /^(Riprova|Try again)$/)
        .nth(2)
        .waitFor();
      eyes.forgive();
      await look('data sources, failed');
      await page.unrouteAll();
      await page.route('**/api/v1/{mqtt-credentials,refused-readings}/**', (route) =>
        route.fulfill({ json: [] }),
      );
      await page.route('**/api/v1/mqtt-door/', (route) =>
        route.fulfill({ json: { kind: 'off', state: 'off', host: null, port: null, tls: false } }),
      );
      await eyes.forget();
      await goto(PATH);
      await page.getByText(/^(Nessuna lettura rifiutata|No refused readings)$/).waitFor();
      await page.getByRole('tab', { name: /^MQTT$/ }).click();
      // A credential would open nothing: that is said, with what to do instead, in its place.
      await page.getByText(/(quindi non si creano|so no credentials)/).waitFor();
      assert.equal(await button(page, CREATE).count(), 0);
      await look('data sources, empty and off');
      await page.unrouteAll();
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      const { page } = eyes;
      await eyes.forget();
      await goto(PATH);
      await (narrow ? page.getByRole('listitem').first() : page.getByRole('table').first()).waitFor();
      const stops = await tabThrough(page, 40);
      const names = stops.map((stop) => stop.name);
      for (const one of [
        /^JSON$/,
        /(Copia|Copy): /,
        CREATE,
        /^(Sostituisci|Replace): /,
        /^(Rimuovi|Remove): /,
      ])
        assert.ok(
          names.some((stop) => one.test(stop)),
          `${one} is not reached: ${names}`,
        );
      assert.deepEqual(
        stops.filter((stop) => !stop.visible).map((stop) => stop.name),
        [],
      );
    });
  });
});
