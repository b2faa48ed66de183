import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeKey, makeUser, type TestUser } from '../support/app.ts';
import { NARROW } from '../support/browser.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, reaches, reads, type Stage, seen, startStage } from './support/portal.ts';
import { paste } from './support/shell.ts';

/** Whether every button that revokes lies whole inside its table's box, with nothing over it. */
const REVOKES_IN_REACH = `(() => {
  const buttons = [...document.querySelectorAll('td button')].filter((one) => one.textContent === 'Revoca');
  return buttons.length > 0 && buttons.every((button) => {
    const own = button.getBoundingClientRect();
    const box = button.closest('section').getBoundingClientRect();
    const cell = button.closest('td').getBoundingClientRect();
    return own.left >= cell.left && own.right <= cell.right + 1 && cell.right <= box.right + 1;
  });
})()`;
const CREATE = { name: 'Crea una chiave' };

describe('API keys', () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.close());

  /** A company with two plants, a device in the first, and its owner at the page. */
  async function arrive(): Promise<{ page: Page; company: Scope; owner: TestUser }> {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [
      { code: 'AUR-001', name: 'Capitanata' },
      { code: 'AUR-002', name: 'Barbagia' },
    ]);
    await makeDevice(stage.pool, company, plants.get('AUR-001') ?? 0, 'INV1', ['ac_power_kw']);
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/asset/api-keys');
    await page.getByRole('heading', { level: 1, name: 'Chiavi API' }).waitFor();
    return { page, company, owner };
  }

  const create = async (page: Page, fill: () => Promise<void>) => {
    await page.getByRole('button', CREATE).first().click();
    await page.getByRole('dialog').waitFor();
    await fill();
    await page.getByRole('dialog').getByRole('button', CREATE).click();
  };
  const examples = (page: Page) =>
    page.getByRole('region', { name: 'Come si usa una chiave' }).locator('pre');

  it('are shown once, and the commands beside them work as they are pasted', async () => {
    const { page } = await arrive();
    await page.getByText('Ancora nessuna chiave').waitFor();
    await create(page, async () => {
      await page.getByRole('textbox', { name: 'Nome' }).fill('Programma del direttore');
      await page.getByRole('checkbox', { name: 'Leggere dati' }).check();
      await page.getByLabel('Scade').selectOption('Tra 1 anno');
    });
    await page.getByRole('heading', { name: 'Chiave «Programma del direttore»' }).waitFor();
    const key = await seen(page.locator('section code').first());
    assert.match(key, /^mk_\S{20,}$/);

    const texts = await examples(page).allTextContents();
    assert.equal(texts.length, 3);
    for (const text of texts) assert.ok(text.startsWith(`KEY='${key}'\n`));
    const answers = await Promise.all(texts.map(paste));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const [sent, cards] = answers.map(({ json }) => json);
    assert.deepEqual(sent, { stored: 1, refused: 0 });
    assert.deepEqual((cards as { code: string }[]).map(({ code }) => code).sort(), ['AUR-001', 'AUR-002']);

    await page.getByRole('button', { name: "L'ho conservata" }).click();
    assert.doesNotMatch(await page.content(), new RegExp(key));
    const row = page.getByRole('row', { name: /Programma del direttore/ });
    const year = new Date().getFullYear() + 1;
    await reads(row, new RegExp(`Attiva inviare, leggere Tutta l'azienda .*/${year}`));
    await page.reload();
    await row.waitFor();
    await reads(row, /fa|ora/);
  });

  it('are revoked after a question, and refused from then on', async () => {
    const { page, company } = await arrive();
    const { headers } = await makeKey(stage, company, { name: 'Gateway vecchio' });
    await page.reload();
    await page.getByRole('button', { name: 'Revoca Gateway vecchio' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revocare «Gateway vecchio»?' });
    await dialog.getByRole('button', { name: 'Annulla' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revoca Gateway vecchio' }).click();
    await dialog.getByRole('button', { name: 'Revoca' }).click();
    await page.getByText('Revocata', { exact: true }).waitFor();
    await comesTo(() => page.getByRole('button', { name: 'Revoca Gateway vecchio' }).count(), 0);
    const answer = await stage.app.inject({
      method: 'POST',
      url: '/ingest/v1/readings/',
      headers,
      payload: { readings: [{ device: 'AUR-001/INV1', ts: Date.now(), values: { ac_power_kw: 1 } }] },
    });
    assert.equal(answer.statusCode, 401);
  });

  it('may be held to one plant, whose devices they name alone', async () => {
    const { page } = await arrive();
    await create(page, async () => {
      await page.getByRole('textbox', { name: 'Nome' }).fill('Gateway');
      await page.getByRole('combobox', { name: 'Valida per' }).click();
      await page.getByRole('option', { name: 'AUR-001 · Capitanata' }).click();
    });
    await page.getByRole('heading', { name: 'Chiave «Gateway»' }).waitFor();
    const texts = await examples(page).allTextContents();
    assert.equal(texts.length, 1, 'it may not read, so nothing to read is shown');
    assert.match(texts[0] ?? '', /\\"device\\":\\"INV1\\"/);
    assert.deepEqual(await paste(texts[0] ?? ''), { status: 200, json: { stored: 1, refused: 0 } });
    await reads(page.getByRole('row', { name: /Gateway/ }), /inviare AUR-001/);
  });

  it('tell at their fields what is missing, and keep what was typed after a failure', async () => {
    const { page } = await arrive();
    await create(page, async () => {
      await page.getByRole('checkbox', { name: 'Inviare letture' }).uncheck();
      await page.getByLabel('Scade').selectOption('In una data');
    });
    for (const said of ['obbligatorio', 'Scegline almeno una', 'Scegli una data']) {
      await page.getByRole('dialog').getByText(said).waitFor();
    }
    await page.getByRole('textbox', { name: 'Nome' }).fill('Gateway');
    await page.getByRole('checkbox', { name: 'Leggere dati' }).check();
    await page.getByLabel('Scade').selectOption('Mai');
    await page.route('**/api/v1/api-keys/', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('dialog').getByRole('button', CREATE).click();
    await page.getByRole('alert').waitFor();
    await comesTo(() => page.getByRole('textbox', { name: 'Nome' }).inputValue(), 'Gateway');
    await page.unroute('**/api/v1/api-keys/');
    await page.getByRole('textbox', { name: 'Nome' }).press('Enter');
    await page.getByRole('heading', { name: 'Chiave «Gateway»' }).waitFor();
  });

  it('are searched and ordered, and told apart by how they stand', async () => {
    const { page, company } = await arrive();
    await makeKey(stage, company, { name: 'Caffè', scopes: ['read'] });
    const { id } = await makeKey(stage, company, { name: 'Scaduta ieri' });
    await stage.arrange("update api_key set expires_at = now() - interval '1 day' where id = $1", [id]);
    await makeKey(stage, company, { name: 'Breve', expires_at: new Date(Date.now() + 864e5).toISOString() });
    await page.reload();
    const names = async () =>
      (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.split('mk_')[0]?.trim());
    await page.getByRole('button', { name: 'Scade' }).click();
    const head = page.getByRole('columnheader', { name: 'Scade' });
    await comesTo(() => head.getAttribute('aria-sort'), 'ascending');
    // What never expires comes last, whichever the direction.
    await comesTo(names, ['Scaduta ieri', 'Breve', 'Caffè']);
    await page.getByRole('button', { name: 'Scade' }).click();
    await comesTo(names, ['Breve', 'Scaduta ieri', 'Caffè']);
    await page.getByRole('textbox', { name: 'Cerca' }).fill('CAFFE');
    await page.getByText('1 di 3').waitFor();
    await comesTo(names, ['Caffè']);
    await page.getByRole('textbox', { name: 'Cerca' }).fill('niente di simile');
    await page.getByText('Nessun risultato').waitFor();
    await page.getByRole('button', { name: 'Mostra tutto' }).click();
    await comesTo(async () => (await names()).length, 3);
  });

  it('are many, of which only the near are rendered', async () => {
    const { page } = await arrive();
    const key = { hint: 'mk_…', scopes: ['read'], proj_code: null, expires_at: null, last_used_at: null };
    const many = Array.from({ length: 400 }, (_, i) => ({
      ...key,
      id: i + 1,
      name: `Chiave ${i + 1}`,
      revoked_at: null,
      created_at: '2026-01-01T00:00:00.000Z',
    }));
    await page.route('**/api/v1/api-keys/', (route) => route.fulfill({ json: many }));
    await page.reload();
    await page.getByText('400 elementi').waitFor();
    assert.ok((await page.getByRole('rowheader').count()) < 100);
    await comesTo(() => page.getByRole('table').getAttribute('aria-rowcount'), '401');
    const last = page.getByRole('rowheader', { name: 'Chiave 400 ' });
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight - 2000)');
    await last.waitFor();
    // The heads stay in sight over them.
    const head = await page.getByRole('columnheader', { name: 'Nome' }).boundingBox();
    assert.equal(Math.round(head?.y ?? 0), 56);
    // At every width: what can be done with a row lies inside the table, where the mouse reaches it.
    for (const width of [1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      assert.ok(await reaches(async () => (await page.evaluate(REVOKES_IN_REACH)) === true), `at ${width}`);
    }
    await page.getByRole('textbox', { name: 'Cerca' }).fill('chiave 77');
    await page.getByRole('rowheader', { name: 'Chiave 77 ' }).waitFor();
  });

  it('may have a long name without spaces, which pushes nothing out of the table', async () => {
    const { page, company } = await arrive();
    await makeKey(stage, company, { name: 'x'.repeat(80) });
    await page.reload();
    await page.getByRole('rowheader').waitFor();
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      assert.ok(await reaches(async () => (await page.evaluate(REVOKES_IN_REACH)) === true), `at ${width}`);
    }
  });

  it('come without moving what stands below them, and with commands that fit', async () => {
    const { page, company } = await arrive();
    await makeKey(stage, company, { name: 'Gateway' });
    await page.addInitScript(`globalThis.moves = []; new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) moves.push({ value, what: sources.map(({ node, previousRect, currentRect }) =>
        [node?.outerHTML?.slice(0, 80) ?? node?.textContent, previousRect.y, currentRect.y].join(' ')) });
    }).observe({ type: 'layout-shift', buffered: true });`);
    await page.reload();
    await examples(page).first().waitFor();
    const moves = (await page.evaluate('moves')) as { value: number; what: string[] }[];
    const moved = moves.reduce((sum, { value }) => sum + value, 0);
    assert.ok(moved < 0.02, JSON.stringify(moves));
    await page.setViewportSize(NARROW);
    const cut = `[...document.querySelectorAll('pre')].filter((pre) => pre.scrollWidth > pre.clientWidth).length`;
    assert.ok(await reaches(async () => (await page.evaluate(cut)) === 0));
  });

  it('say that they could not be loaded, and come when asked again', async () => {
    const { page } = await arrive();
    await page.route('**/api/v1/api-keys/', (route) =>
      route.fulfill({ status: 400, json: { code: 'invalid' } }),
    );
    await page.reload();
    await page.getByText('Non è stato possibile caricare questi dati').waitFor();
    await page.unroute('**/api/v1/api-keys/');
    await page.getByRole('button', { name: 'Riprova' }).click();
    await page.getByText('Ancora nessuna chiave').waitFor();
  });

  it('are closed to those who do not administer the company', async () => {
    const { company } = await arrive();
    const chief = await makeUser(stage, { company, roles: ['SUPER_ENGINEER_0', 'APP_0'] });
    const { page } = await stage.open({}, chief);
    await page.goto('/apps/asset/api-keys');
    await page.getByRole('heading', { level: 1, name: /Accesso non consentito/ }).waitFor();
  });
});
