import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, signIn, type TestUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('notes on the page of a device', () => {
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
    const headers = { ...(await signIn(stage, owner)), 'id-client': String(company.company_id) };
    const answer = await fetch(`${stage.origin}/api/v1/device/`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ proj_code: 'AUR-001', short_name: 'INV1' }),
    });
    device_id = ((await answer.json()) as { id: number }).id;
  });
  after(() => stage?.close());

  it('are written, corrected and taken back, files are attached and saved, and somebody looks after it', async () => {
    const { page } = await stage.open({}, owner);
    // As over plain HTTP from another machine.
    await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
    await page.goto(`/apps/cloudcontrol/devices/${device_id}?tab=notes`);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    await page.getByText('Ancora nessuna nota').waitFor();
    await page.getByLabel('Nuova nota').last().fill('Fusibile sostituito');
    await button('Aggiungi nota').click();
    await page.getByRole('list', { name: 'Note' }).getByText('Fusibile sostituito').waitFor();
    await button('Modifica la nota').click();
    await page.getByLabel('Nota', { exact: true }).fill('Fusibile F2 sostituito');
    await button('Salva').click();
    await page.getByRole('list', { name: 'Note' }).getByText('Fusibile F2 sostituito').waitFor();

    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'quadro.png', mimeType: 'image/png', buffer: PICTURE });
    const saved = button('Scarica quadro.png');
    await saved.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), saved.click()]);
    assert.ok((await readFile(await download.path())).equals(PICTURE));
    await button('quadro.png').click();
    await dialog.getByRole('img', { name: 'quadro.png' }).waitFor();
    await dialog.getByRole('button', { name: 'Chiudi' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles({
        name: 'finta.png',
        mimeType: 'image/png',
        buffer: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00'),
      });
    await page.getByText("Non è un'immagine (JPEG, PNG, WebP)").waitFor();
    await button('Non inviare finta.png').click();
    await button('Non inviare finta.png').waitFor({ state: 'detached' });

    await page.getByText('Ancora nessuno', { exact: true }).waitFor();
    await button('Assegna').click();
    await dialog.getByLabel('Persona').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Cambia').waitFor();

    await button('Rimuovi la nota').click();
    await dialog.getByRole('button', { name: 'Rimuovi la nota' }).click();
    await page.getByText('Questa nota è stata rimossa.').waitFor();
  });
});
