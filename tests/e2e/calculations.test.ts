import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { calculationsCalls } from '../../src/features/cloudcontrol/calculations.contract.ts';
import { CompanyCalculations } from '../../src/features/cloudcontrol/server/calc-company.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { ask } from '../contract/support/ask.ts';
import { makeCompany, makeUser, signIn, type TestUser } from '../support/app.ts';
import { makeCharted } from './support/charted.ts';
import { inTodaysLook } from './support/eyes.ts';
import { comesTo, reaches, reads, type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const PATH = '/apps/cloudcontrol/calc-group';
const NEW = '/apps/cloudcontrol/calc-group/new';

describe('calculation groups on screen', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  /** Whose company has no group yet. */
  let newcomer: TestUser;
  let writer: ReadingWriter;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER'] });
    writer = new ReadingWriter(stage.pool);
    await makeCharted(stage, company);
    const bare = await makeCompany(stage.pool, 'Borea Solare');
    newcomer = await makeUser(stage, { company: bare, roles: ['COMPANY_OWNER'] });
    await makeCharted(stage, bare);
  });
  after(async () => {
    await writer?.close();
    await stage?.close();
  });

  const box = (page: Page, name: RegExp) => page.getByRole('combobox', { name });
  const search = (page: Page) => box(page, /^(Cerca impianto|Search plant)/);
  async function choose(page: Page, words: string): Promise<void> {
    await search(page).fill(words);
    await page.locator('[role=treeitem][aria-selected=false]').first().waitFor();
    await page.keyboard.press('Enter');
  }
  async function pick(page: Page, field: RegExp, option: RegExp): Promise<void> {
    await box(page, field).click();
    await page.getByRole('option', { name: option }).first().click();
  }
  /** What the updater of calculations would do behind the screen. */
  async function calculate(): Promise<void> {
    const write: ReadingWriter['write'] = (scope, rows) => writer.write(scope, rows);
    const calculations = new CompanyCalculations(
      { pool: stage.pool, write, clock: Date.now },
      company.company_id,
    );
    await calculations.load();
    while ((await calculations.workDue()) > 0);
  }

  it('are made with a preview, followed, changed beside somebody else, and deleted', async () => {
    const { page, close } = await stage.open({}, owner);
    await page.goto(PATH);
    await page.getByText('Ancora nessun gruppo di calcolo').waitFor();
    await page.getByRole('link', { name: 'Nuovo gruppo' }).first().click();
    await page.getByLabel('Nome', { exact: true }).fill('Potenza Nord');
    await choose(page, 'nord inv1 potenza');
    await choose(page, 'nord inv2 potenza');
    // The inputs propose their plant, the slowest of their rhythms and their own variable: it is drawn at once.
    await page.locator('canvas').first().waitFor();
    await comesTo(() => box(page, /^Risultato ogni$/).inputValue(), '5 minuti');
    await page.getByLabel('Nome del dispositivo').fill('TOTALE');
    await pick(page, /^Risultato ogni$/, /^1 minuto$/);
    await page.getByText('Un ingresso si legge solo ogni 300 s').waitFor();
    await pick(page, /^Risultato ogni$/, /^5 minuti$/);
    await page.locator('canvas').first().waitFor();
    await choose(page, 'nord inv1 energia');
    await page.getByText('I contatori non si combinano con altri valori').waitFor();
    await page.getByRole('button', { name: /^Togli: .*Energia/ }).click();
    await page.locator('canvas').first().waitFor();
    await page.getByRole('button', { name: 'Salva', exact: true }).click();
    await page.getByText('Elemento salvato').waitFor();
    const row = page.getByRole('row', { name: /Potenza Nord/ });
    await row.getByText(/Valori passati: 0 di \d giorn/).waitFor();
    await calculate();
    await page.reload();
    await row.getByText('Calcolato').waitFor();
    await reads(row, /157,60/);

    await row.getByRole('link', { name: 'Potenza Nord', exact: true }).click();
    await page.getByRole('radio', { name: /Media/ }).waitFor();
    const headers = await signIn(stage, owner, company);
    const [group] = await stage.arrange<{ id: number }>('select id from calc_group');
    const params = { id: String(group?.id) };
    await ask(
      stage,
      calculationsCalls.update,
      { params, body: { name: 'Nord insieme', version: 1 } },
      headers,
    );
    await page.getByRole('radio', { name: /Media/ }).click();
    await page.getByRole('button', { name: 'Salva', exact: true }).click();
    await page.getByRole('cell', { name: 'Nord insieme' }).waitFor();
    await page.getByRole('button', { name: 'Salva la mia versione' }).first().click();
    await page.getByRole('row', { name: /Potenza Nord/ }).waitFor();
    const saved = async () => (await stage.arrange('select from calc_group where version = 3')).length === 1;
    assert.ok(await reaches(saved), 'my own was not saved');
    const [stored] = await stage.arrange<object>('select name, operation, version from calc_group');
    assert.deepEqual(stored, { name: 'Potenza Nord', operation: 'mean', version: 3 });

    await page.getByRole('button', { name: 'Elimina: Potenza Nord' }).click();
    await page.getByRole('dialog').getByText('La variabile di TOTALE va nel cestino').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByText('Elemento eliminato').waitFor();
    await page.getByText('Ancora nessun gruppo di calcolo').waitFor();
    await close();
  });

  it('ask before what was typed is lost', async () => {
    const { page, close } = await stage.open({}, owner);
    await page.goto(NEW);
    await page.getByLabel('Nome', { exact: true }).fill('Mai salvato');
    await page.getByRole('button', { name: 'Salva', exact: true }).click();
    await page.getByText('obbligatorio').first().waitFor();
    await page.getByRole('button', { name: 'Annulla' }).click();
    await page.getByRole('dialog').waitFor();
    await close();
  });

  inTodaysLook(0, (eyes) => {
    it('stand in order', async () => {
      const page = await eyes.open(stage, newcomer);
      await eyes.goto(PATH);
      await page
        .getByRole('status')
        .filter({ hasText: /inverter/ })
        .waitFor();
      await eyes.look('no groups');
      await eyes.goto(NEW);
      await search(page).waitFor();
      await eyes.look('a new group');
      await choose(page, 'nord inv1');
      await choose(page, 'nord inv2');
      await page.getByRole('radio', { name: /^(Differenza|Difference)/ }).click();
      await pick(page, /^(Risultato ogni|Result every)$/, /^1 minut[oe]$/);
      await page.getByText(/300 s/).first().waitFor();
      eyes.forgive();
      await eyes.look('a group with faults');
      eyes.verdict();
      const stops = await tabThrough(page, 60);
      assert.deepEqual(
        stops.filter((stop) => !stop.visible || stop.name === ''),
        [],
      );
    });
  });
});
