import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, signIn, type TestUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

describe('the history of a device on its screens', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let port_id: number;
  let device_id: number;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [
      { code: 'AUR-001', name: 'Capitanata', last_reading_at: null },
    ]);
    const proj_code = 'AUR-001';
    const port = { proj_code, host: '10.0.0.7', name: 'Cabina' };
    port_id = (await call<{ id: number }>('POST', '/cloudcontrol/v1/ports/', port)).id;
    const device = { proj_code, short_name: 'INV1', port_id, unit_id: 255 };
    device_id = (await call<{ id: number }>('POST', '/api/v1/device/', device)).id;
  });
  after(() => stage?.close());

  async function call<T>(method: string, path: string, body: object): Promise<T> {
    const headers = { ...(await signIn(stage, owner)), 'id-client': String(company.company_id) };
    const answer = await fetch(`${stage.origin}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return (await answer.json()) as T;
  }
  const dialog = (page: Page) => page.getByRole('dialog');
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const open = async (tab: string) => {
    const { page } = await stage.open({}, owner);
    await page.goto(`/apps/cloudcontrol/devices/${device_id}?tab=${tab}`);
    return page;
  };

  it('is shown as far back as it is kept, page by page', async () => {
    await stage.arrange(
      `insert into configuration_version (company_id, device_id, number, action, snapshot)
       select company_id, device_id, n, 'found', snapshot from configuration_version, generate_series(2, 250) n
       where device_id = $1`,
      [device_id],
    );
    await stage.arrange(
      `insert into device_log (company_id, device_id, at, kind, detail)
       select $1, $2, now() - n * interval '1 minute', 'silent', '{"reason":{"code":"timeout","timeout_ms":2000}}'
       from generate_series(1, 250) n`,
      [company.company_id, device_id],
    );
    const page = await open('versions');
    await page.getByText('200 elementi').waitFor();
    await button(page, 'Mostra i precedenti').click();
    await page.getByText('250 elementi').waitFor();
    await comesTo(() => button(page, 'Mostra i precedenti').count(), 0);
    await page.getByRole('tab', { name: /^Diagnostica/ }).click();
    const entries = page.getByRole('region', { name: 'Diario eventi' }).getByRole('time');
    await button(page, 'Mostra i precedenti').click();
    await button(page, 'Mostra i precedenti').waitFor({ state: 'detached' });
    await comesTo(() => entries.count(), 250);
  });

  it('says after going back what could not come back, until that is closed', async () => {
    await call('PATCH', `/cloudcontrol/v1/unitid/${device_id}/`, { model: 'X', short_name: 'INV1B' });
    await call('POST', '/api/v1/device/', { proj_code: 'AUR-001', short_name: 'INV1' });
    const page = await open('versions');
    await button(page, 'Ripristina (Versione 250)').click();
    await dialog(page).getByText('Cambierebbe:').waitFor();
    await dialog(page).getByRole('button', { name: 'Ripristina', exact: true }).click();
    // The list behind it begins anew with the version that this made.
    await page.getByText('252', { exact: true }).first().waitFor();
    await dialog(page).getByText('Ripristinato, tranne').waitFor();
    await dialog(page)
      .getByText(/Nome breve/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Chiudi' }).last().click();
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('says that a device comes back from the bin without a port that it does not fit any more', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/cloudcontrol');
    await button(page, 'Azioni per INV1B').click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await dialog(page).getByRole('button', { name: 'Elimina' }).click();
    await page.getByRole('link', { name: 'INV1B' }).waitFor({ state: 'detached' });
    await call('PATCH', `/cloudcontrol/v1/ports/${port_id}/`, { framer: 'rtu' });
    await page.getByRole('tab', { name: 'Cestino' }).click();
    await button(page, 'Ripristina INV1B').click();
    await page.getByText('INV1B ripristinato senza porta e sospeso').waitFor();
  });

  it('lets a port be copied from its menu', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/cloudcontrol');
    await button(page, 'Azioni per Cabina').click();
    await page.getByRole('menuitem', { name: 'Copia' }).click();
    await dialog(page).getByRole('button', { name: 'Copia', exact: true }).click();
    await dialog(page).getByText('obbligatorio').first().waitFor();
    await dialog(page).getByRole('textbox', { name: /^Nome/ }).fill('Cabina 2');
    await dialog(page).getByRole('button', { name: 'Copia', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await button(page, 'Azioni per Cabina 2').waitFor();
  });
});
