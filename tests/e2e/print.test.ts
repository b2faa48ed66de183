import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { type Charted, makeCharted } from './support/charted.ts';
import { openAlarms } from './support/field.ts';
import { comesTo, type Stage, seen, startStage, until } from './support/portal.ts';

/** What A4 leaves between its margins, upright. */
const PAPER = { width: 718, height: 1040 };

/** As Chromium makes it: white sheets, of which none is empty. */
async function isOnSheets(page: Page): Promise<void> {
  const file = await page.pdf({ format: 'A4', printBackground: true });
  assert.match(file.subarray(0, 5).toString(), /^%PDF-/);
  assert.ok(file.length > 10_000);
}

/** What is cut off at the right edge of the paper, and what on it can only be pressed. */
const FAULTS = `(() => {
  const on = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const { clientWidth } = document.documentElement;
  const shown = [...document.querySelectorAll('#content *')].filter(on);
  return [
    ...shown.filter((one) => one.getBoundingClientRect().width > 1 && one.getBoundingClientRect().right > clientWidth + 1),
    ...shown.filter((one) => one.matches('.mantine-Button-root, .mantine-ActionIcon-root, [role=toolbar], [role=tablist]')),
  ].map((one) => one.outerHTML.slice(0, 120));
})()`;

describe('what is printed', () => {
  let stage: Stage;
  let user: TestUser;
  let charted: Charted;
  before(async () => {
    stage = await startStage();
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    charted = await makeCharted(stage, company);
    const plant_id = charted.plants.get('NORD') ?? 0;
    await openAlarms(stage.pool, company, [
      { plant_id, code: 'no_production', date: new Date(Date.now() - 3_600_000) },
    ]);
  });
  after(() => stage?.close());

  /** Opens a screen in the dark, and brings it to paper once it is complete. */
  const onPaper = async (path: string, complete: (page: Page) => Promise<unknown>) => {
    const { page } = await stage.open({ viewport: PAPER, colorScheme: 'dark' }, user);
    // The profile may come from the test before, with its paper.
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    await complete(page);
    assert.equal(await page.getByText(/stampato da/).count(), 0, 'nothing of it is said on screen');
    await page.emulateMedia({ media: 'print' });
    await page.getByText(/Aurora Energia · stampato da .+ il \d\d\/\d\d\/\d{4}/).waitFor();
    await page.getByText(path).waitFor();
    await comesTo(() => page.evaluate(FAULTS), []);
    await until(page, 'document.documentElement.dataset.mantineColorScheme === "light"');
    return page;
  };

  /** The chart fills the paper. */
  const chartFits = (page: Page) =>
    until(
      page,
      `(({ width }) => width > 600 && width <= ${PAPER.width})(document.querySelector('figure canvas').getBoundingClientRect())`,
    );

  it('is a plant with its figures, its chart as wide as the paper and its devices', async () => {
    const page = await onPaper('/apps/asset/plants/NORD', async (it) => {
      await it.locator('figure canvas').waitFor();
      await it.getByText('METEO').first().waitFor();
    });
    await chartFits(page);
    await page.getByText(/^Periodo: \d\d\/\d\d\/\d{4}$/).waitFor();
    assert.match(await seen(page.locator('#content')), /Parco Nord.*Potenza attuale.*METEO/);
    await isOnSheets(page);
    await page.emulateMedia({ media: 'screen' });
    await page.getByText(/stampato da/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Esporta' }).waitFor();
  });

  it('is the page of charts', async () => {
    const device = charted.devices.get('NORD/INV1');
    const page = await onPaper(`/apps/asset/charts?vars=${device}.ac_power_kw&compare=before`, (it) =>
      it.locator('figure canvas').waitFor(),
    );
    await chartFits(page);
    await page.getByText(/^Periodo: (\d\d\/){2}\d{4}$/).waitFor();
    await page.getByText(/^Confronto: Il giorno prima$/).waitFor();
  });

  it('is the table of all devices with what was asked in words, and as wide as the paper', async () => {
    const page = await onPaper('/apps/asset/charts/devices', (it) => it.locator('figure canvas').waitFor());
    await chartFits(page);
    await page.getByText(/^Impianto: Tutti gli impianti$/).waitFor();
    await page.getByRole('columnheader', { name: /^Dispositivo/ }).waitFor();
  });

  it('is a list as a table, also where the paper is narrow', async () => {
    const page = await onPaper('/apps/asset/alarms?by=alarm', (it) =>
      it.locator('#content').getByText('1 elemento').waitFor(),
    );
    await page.getByRole('columnheader', { name: 'Descrizione' }).waitFor();
    await isOnSheets(page);
  });

  it('says in words what narrows a list', async () => {
    const path = '/apps/asset/alarms?by=alarm&q=Nord&plant=NORD&span=week&type=E';
    const page = await onPaper(path, (it) => it.locator('#content').getByText('1 elemento').waitFor());
    for (const words of [/: Nord$/, /: Parco Nord · NORD$/, /^Quando: Ultimi 7 giorni$/, /: Allarmi$/])
      await page.locator('#content').getByText(words).waitFor();
    await page.locator('#content').getByText('1 elemento').waitFor();
    assert.equal(await page.locator('#content').getByRole('combobox').count(), 0);
  });
});
