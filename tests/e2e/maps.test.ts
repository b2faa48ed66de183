import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, signIn, type TestUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, reads, type Stage, seen, startStage } from './support/portal.ts';

describe('the register map of a device in the browser', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let device_id: number;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [
      { code: 'AUR-001', name: 'Capitanata', last_reading_at: null },
    ]);
    const port = await call<{ id: number }>('/cloudcontrol/v1/ports/', {
      proj_code: 'AUR-001',
      host: '10.0.0.7',
      name: 'Cabina',
    });
    const register = { function_code: 3, address: 100, data_type: 'uint16', factor: 0.1 };
    const made = await call<{ id: number }>('/api/v1/device/', {
      proj_code: 'AUR-001',
      short_name: 'INV1',
      port_id: port.id,
      unit_id: 1,
      variables: [
        { name: 'ac_power_kw', register },
        { name: 'dc_power_kw', register: { ...register, address: 101 } },
      ],
    });
    device_id = made.id;
  });
  after(() => stage?.close());

  async function call<T>(path: string, body: object): Promise<T> {
    const headers = { ...(await signIn(stage, owner)), 'id-client': String(company.company_id) };
    const answer = await fetch(`${stage.origin}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return (await answer.json()) as T;
  }

  const menu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'Mappa dei registri', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const exported = async (page: Page): Promise<{ name: string; text: string }> => {
    const [file] = await Promise.all([page.waitForEvent('download'), menu(page, 'Esporta in CSV')]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const dialogOf = (page: Page) =>
    page.getByRole('dialog', { name: 'Importa la mappa dei registri di INV1' });
  const choose = (page: Page, text: string) =>
    dialogOf(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'mappa.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

  it('goes out, is edited, shows its faults cell by cell, and is applied as a whole', async () => {
    const { page, faults } = await stage.open({}, owner);
    await page.goto(`/apps/cloudcontrol/devices/${device_id}?tab=variables`);
    const before = await exported(page);
    assert.match(before.name, /^INV1-\d{4}-\d\d-\d\d\.csv$/);
    const lines = before.text.trimEnd().split('\r\n');
    assert.match(lines[0] ?? '', /^\uFEFFname;label_en;/);
    const edited = [
      ...lines.map((line) => line.replace(';100;uint16;', ';200;S32;')),
      'frequency_hz;;;;;3;70000;U16;;;;0,01',
      'dc_power_kw;;;;;3;300;U16;;;;1',
    ];

    await menu(page, 'Importa una mappa…');
    await choose(page, edited.join('\n'));
    const dialog = dialogOf(page);
    const table = dialog.getByRole('region', { name: /^2 errori/ });
    await table.waitFor();
    await reads(
      table,
      /G4 address Non è tra 0 e 65535 70000 .*A5 name Il nome è già nella riga 3 dc_power_kw Tieni una delle righe/,
    );
    await comesTo(() => dialog.getByRole('button', { name: 'Prima correggi gli errori' }).isDisabled(), true);

    const mended = edited.slice(0, -1).map((line) => line.replace('70000', '0x66'));
    await dialog.getByRole('button', { name: 'Un altro file' }).click();
    await choose(page, mended.join('\n'));
    await dialog.getByRole('button', { name: 'Applica 2 modifiche' }).waitFor();
    const difference = await seen(dialog.getByRole('region', { name: 'Differenze' }));
    assert.match(
      difference,
      /Variabile Potenza AC modificata Campo Prima Dopo Indirizzo 100 ?200 Tipo di dato uint16 ?int32/,
    );
    assert.match(difference, /Variabile Frequenza aggiunta/);
    await reads(dialog, /Indirizzi esadecimali: 1\. 0x66 si legge come 102/);
    await dialog.getByRole('button', { name: 'Applica 2 modifiche' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Mappa applicata').waitFor();
    await page.getByText('frequency_hz').first().waitFor();

    const after = await exported(page);
    await menu(page, 'Importa una mappa…');
    await choose(page, after.text);
    await dialog.getByText('Non cambierebbe nulla').waitFor();
    await comesTo(() => dialog.getByRole('button', { name: 'Nulla da applicare' }).isDisabled(), true);
    await dialog.getByRole('checkbox', { name: /^Elimina anche/ }).check();
    await dialog.getByText('Non cambierebbe nulla').waitFor();
    await dialog.getByRole('button', { name: 'Un altro file' }).click();
    await choose(page, 'a;b\nc;d\n');
    await dialog.getByText('Nessuna riga di intestazione').waitFor();
    assert.deepEqual(faults, { csp: [], errors: [] });
  });

  it('shows anew what would change where somebody else was faster', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto(`/apps/cloudcontrol/devices/${device_id}?tab=variables`);
    await menu(page, 'Importa una mappa…');
    await choose(page, 'name;address\nac_power_kw;400\n');
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Applica 1 modifica' }).waitFor();
    await call(`/cloudcontrol/v1/variables/`, { device_id, variables: [{ name: 'dc_voltage_v' }] });
    await dialog.getByRole('button', { name: 'Applica 1 modifica' }).click();
    await dialog.getByText('Nel frattempo qualcuno ha salvato altre modifiche').waitFor();
    await dialog.getByRole('button', { name: 'Applica 1 modifica' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
