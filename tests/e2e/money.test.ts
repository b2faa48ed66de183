import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import type { Locator, Page } from 'playwright-core';
import { keepExpectedDays } from '../../src/features/forecast/server/expected-day-keeper.ts';
import { asRead } from '../../src/features/reports/figures.model.ts';
import type { K451Report } from '../../src/features/reports/reports.contract.ts';
import reporting from '../../src/features/reports/web/reporting/i18n/it.json' with { type: 'json' };
import { makeUser, signIn, type TestUser } from '../support/app.ts';
import { linesOfPdf } from '../support/pdf-text.ts';
import { at, NOW, StoppedPlant } from '../support/stopped-plant.ts';
import { reads, type Stage, startStage } from './support/portal.ts';

const english = { locale: 'en-GB' } as const;

describe('meters, RGI and revenue', () => {
  let stage: Stage;
  let owner: TestUser;
  before(async () => {
    stage = await startStage({ now: () => new Date(NOW) });
    const world = await StoppedPlant.make([{ from: at('10:00'), to: at('13:00') }], stage);
    const { company, inverters } = world;
    await world.record({ start: at('10:00'), stop: at('13:00'), device_ids: [inverters[0]] });
    const many = {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      from_minute: 480,
      to_minute: 600,
      working: false,
      from_on: '2026-08-01',
      to_on: '2026-08-25',
    };
    await stage.app.inject({
      method: 'POST',
      url: '/availability/v1/rgi/',
      headers: world.owner,
      payload: { proj_code: 'SUNNY', name: 'Mornings', repeat: many },
    });
    await keepExpectedDays({ pool: stage.pool, now: new Date(NOW) }, company.company_id);
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    // The owner has all columns of the K451 on screen.
    await stage.app.inject({
      method: 'PUT',
      url: '/api/v1/list-layouts/report-k451/',
      headers: await signIn(stage, owner, company, new Date(NOW)),
      payload: { columns: [], hidden: [], density: null },
    });
  });
  after(() => stage?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

  /** What is no image is refused at its field; a photo is kept before the reading is. */
  async function photograph(reading: Locator) {
    const choose = (buffer: Buffer) =>
      reading.locator('input[type=file]').setInputFiles({
        name: 'contatore.jpg',
        mimeType: 'image/jpeg',
        buffer,
      });
    await choose(Buffer.from('this is no image'));
    await reading.getByText('This is not an image').waitFor();
    await choose(Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'));
    await reading.getByRole('button', { name: 'See the photo' }).waitFor();
  }

  it('a meter is added, read, refused a lower reading, and its register is whole', async () => {
    const { page, faults } = await stage.open(english, owner);
    await page.clock.setFixedTime(NOW);
    await page.goto('/apps/asset/energy-meters?plant=SUNNY&form=new');
    const form = dialog(page, 'New meter');
    await form.getByRole('textbox', { name: 'Serial number' }).fill('M2-001');
    await form.getByRole('combobox', { name: 'Model' }).fill('Landis+Gyr E650');
    await button(page, 'Save').click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'M2-001' }).click();
    for (const [value, refused] of [
      ['1000', false],
      ['900', true],
    ] as const) {
      await button(page, 'Write a reading').click();
      const reading = dialog(page, 'Reading of M2-001');
      await reading.getByRole('textbox', { name: 'Reading' }).fill(value);
      if (!refused) await photograph(reading);
      await reading.getByRole('button', { name: 'Save' }).click();
      // Of the same minute, or lower: either is said at its field, and nothing is written.
      if (refused)
        await reading
          .getByText(/already|Lower than/)
          .first()
          .waitFor();
      else await reading.waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Escape');
    await page.getByText('Every line is as it was written').first().waitFor();
    await button(page, 'Photo of line 1').waitFor();
    // The browser tells of the refusal.
    assert.equal(faults.errors.filter((error) => !error.includes('status of 400')).length, 0);
  });

  it('hours in which a plant is closed stand in the calendar, and a tariff shows what was earned', async () => {
    const { page, faults } = await stage.open(english, owner);
    await page.clock.setFixedTime(NOW);
    await page.goto('/apps/asset/rgi?plant=SUNNY&day=2026-06-18');
    const day = (name: RegExp) => page.getByRole('gridcell', { name });
    const form = dialog(page, 'New period');
    const chosen = (from: string, to: string) => (url: URL) =>
      url.searchParams.get('day') === from && url.searchParams.get('until') === to;
    // By the keyboard two days are chosen, and left again; by dragging two others are.
    await day(/^Monday 22 June/).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Space');
    await page.waitForURL(chosen('2026-06-22', '2026-06-23'));
    await form.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await day(/^Thursday 18 June/).hover();
    await page.mouse.down();
    await day(/^Friday 19 June/).hover();
    await page.mouse.up();
    await page.waitForURL(chosen('2026-06-18', '2026-06-19'));
    await form.getByRole('textbox', { name: 'Name' }).fill('Mowing');
    // What it does to last month stands there before it is saved: nothing is known of May.
    await form.getByText(/^May 2026: contractual availability stays –/).waitFor();
    await button(page, 'Save').click();
    await form.waitFor({ state: 'detached' });
    await page
      .getByRole('link', { name: /Mowing/ })
      .first()
      .waitFor();
    await page.getByText('Year', { exact: true }).click();
    await day(/^Friday 19 June, 1 entry/).click();
    await page.waitForURL(chosen('2026-06-19', '2026-06-19'));
    await form.getByText(/^Overlaps, and will be refused: Mowing/).waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    // A week is chosen from by hours, likewise.
    await page.goto('/apps/asset/rgi?plant=SUNNY&show=week&day=2026-06-22');
    const hours = (from: string, to: string) => (url: URL) =>
      url.searchParams.get('hour') === from && url.searchParams.get('until_hour') === to;
    await day(/^Monday 22 June 09:00/).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Space');
    await page.waitForURL(hours('2026-06-22T09', '2026-06-22T11'));
    await form.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await day(/^Tuesday 23 June 08:00/).hover();
    await page.mouse.down();
    await day(/^Tuesday 23 June 10:00/).hover();
    await page.mouse.up();
    await page.waitForURL(hours('2026-06-23T08', '2026-06-23T11'));
    await form.getByText('23/06/2026 11:00').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    // An entry of many periods has pages of them, and shows the one on which something is wrong.
    await page.goto('/apps/asset/rgi?plant=SUNNY&view=list');
    await page.getByRole('link', { name: 'Mornings' }).or(button(page, 'Edit Mornings')).first().click();
    const entry = dialog(page, 'Mornings');
    await entry.getByText('1–20 of 25').waitFor();
    await button(page, 'Add a period').click();
    await entry.getByText('21–26 of 26').waitFor();
    await entry.getByRole('combobox', { name: 'Pages · Periods' }).selectOption('1 · 01/08/2026');
    await button(page, 'Remove period 1').waitFor();
    await button(page, 'Save').click();
    await button(page, 'Remove period 26').waitFor();
    await entry.locator('button[aria-invalid=true]:focus, :focus[data-error]').first().waitFor();
    await button(page, 'Remove period 26').click();
    await button(page, 'Remove period 21').click();
    await button(page, 'Save').click();
    await entry.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Mornings' }).getByText('24').first().waitFor();
    await page.goto('/apps/asset/rgi?view=availability&month=2026-06');
    // From all plants to one.
    await page.getByRole('rowheader').getByRole('link').click();
    await page.waitForURL(/plant=SUNNY/);
    await page.getByRole('rowheader', { name: 'INV1' }).waitFor();
    await page.getByRole('combobox', { name: 'Day' }).selectOption('2026-06-18');
    await page
      .getByRole('cell', { name: /The RGI calendar has the plant closed/ })
      .first()
      .waitFor();
    await button(page, 'New guarantee').click();
    const guarantee = dialog(page, 'New guarantee');
    await guarantee.getByRole('textbox', { name: 'Contract' }).fill('O&M 2026');
    await guarantee.getByRole('textbox', { name: 'Guaranteed' }).fill('97.5');
    await button(page, 'Save').click();
    await guarantee.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'O&M 2026' }).getByText('97.50 %').waitFor();

    await page.goto('/apps/asset/revenues?plant=SUNNY&view=tariffs&form=new');
    const tariff = dialog(page, 'New tariff');
    await tariff.getByRole('textbox', { name: 'Tariff' }).fill('Sale');
    await tariff.getByRole('textbox', { name: 'Rate' }).fill('0.1');
    await button(page, 'Save').click();
    await tariff.waitFor({ state: 'detached' });
    await page.goto('/apps/asset/revenues?month=2026-06');
    await page.getByRole('link', { name: /SUNNY/ }).click();
    await page.getByRole('button', { name: '18/06/2026' }).click();
    await page.getByText(/^Sale \(Fixed price\): /).waitFor();
    // Its figures stand on one line with the day, whatever is open below.
    const dayRow = page.getByRole('row').filter({ hasText: '18/06/2026' });
    const [named, figure] = [
      await middleOf(dayRow.getByRole('button', { name: '18/06/2026' })),
      await middleOf(dayRow.locator('strong')),
    ];
    assert.ok(Math.abs(named - figure) < 3, `${named} and ${figure}`);
    await page.goto('/apps/asset/revenues?plant=SUNNY&view=payments&month=2026-05&form=payment');
    const payment = dialog(page, 'Book a payment');
    await payment.getByRole('textbox', { name: 'Amount' }).fill('12.5');
    await button(page, 'Save').click();
    await payment.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'May 2026' }).getByText('Too much').waitFor();
    assert.deepEqual(faults.errors, []);
  });

  it('K451 has the same digits on screen, in the call, in CSV, in the workbook and in the PDF', async () => {
    const { page, faults } = await stage.open({}, owner);
    await page.clock.setFixedTime(NOW);
    const answered = page.waitForResponse('**/k451-data/');
    await page.goto('/apps/asset/report/k451?plant=SUNNY&month=2026-06');
    const { rows } = (await (await answered).json()) as K451Report;
    const row = rows.find(({ period }) => period === '2026-06-18') ?? assert.fail('no row of the day');
    const expected = K451_FIGURES.map((name) => asRead(name, row[name] ?? null));
    assert.ok(expected.filter((figure) => figure !== null).length >= 10, String(expected));

    const shown = page.getByRole('row').filter({ hasText: '18/06/2026' });
    await shown.waitFor();
    // Plants of like names are told apart by their code.
    await reads(shown.first().getByRole('rowheader'), /^SUNNY SUNNY$/);
    const heads = await page.getByRole('columnheader').allInnerTexts();
    const cells = await shown.locator('th, td').allInnerTexts();
    const onScreen = K451_FIGURES.map((name) => {
      const at = heads.findIndex((head) => head.trim() === reporting.column[name]);
      return numberOf(cells[at] ?? '');
    });
    assert.deepEqual(onScreen, expected, `on screen, under ${heads}`);
    // The total is the most, and comes first once the most does.
    const most = page.getByRole('columnheader', { name: reporting.column.produced_kwh }).getByRole('button');
    await most.click();
    await most.click();
    await page.getByRole('row').nth(1).filter({ hasText: reporting.total }).waitFor();

    const [csv, xlsx, pdf] = [
      await savedAs(page, /CSV/),
      await savedAs(page, /Excel/),
      await savedAs(page, /PDF/),
    ];
    const line =
      csv
        .toString('utf8')
        .split('\r\n')
        .find((one) => one.includes('2026-06-18')) ?? '';
    const { sheets } = await readXlsx(xlsx);
    const sheet = sheets[0]?.rows.find((one) => one.includes('2026-06-18')) ?? [];
    // Before the figures stand plant and period; among them a source and the downtimes, in words.
    const figuresOf = <T>(all: readonly T[]): T[] =>
      all.filter((_, i) => i >= 2 && i !== DOWNTIMES && i !== SOURCE);
    assert.deepEqual(figuresOf(line.split(';')).map(numberOf), expected, 'CSV');
    assert.deepEqual(figuresOf(Array.from({ length: 22 }, (_, i) => sheet[i] ?? null)), expected, 'workbook');
    // A narrow column breaks the day at its hyphens: the row is known by its first figure.
    const known = expected.filter((figure) => figure !== null);
    const printed = linesOfPdf(pdf).find((one) => numberWords(one).includes(expected[0] ?? Number.NaN)) ?? '';
    // In their order; between them stand words, and the numbers of the downtimes.
    let at = 0;
    for (const word of numberWords(printed)) if (word !== null && word === known[at]) at += 1;
    assert.equal(at, known.length, `${known} in ${printed}`);
    assert.deepEqual(faults.errors, []);
  });
});

/** How far down the page the middle of a part stands, in pixels. */
async function middleOf(part: Locator): Promise<number> {
  const { y, height } = (await part.boundingBox()) ?? assert.fail('not on screen');
  return y + height / 2;
}

/** Where the downtimes stand in a file. */
const DOWNTIMES = 18;
/** Beside the irradiation on the horizontal stands what says so. */
const SOURCE = 8;
/** The figures of the report in the order of its files. */
const K451_FIGURES = [
  'produced_kwh',
  'exported_kwh',
  'used_kwh',
  'imported_kwh',
  'irradiation_kwh_m2',
  'irradiation_horizontal_kwh_m2',
  'expected_kwh',
  'pr',
  'pr_25',
  'pr_weather',
  'performance_index',
  'missing_share',
  'availability_raw',
  'availability',
  'completeness',
  'lost_kwh',
  'lost_eur',
  'revenue_eur',
] as const;

/** A number as it is written in Italian; null where there is none. */
function numberOf(text: string): number | null {
  const digits = text.replaceAll(/[^\d,-]/g, '').replace(',', '.');
  return digits === '' || digits === '-' ? null : Number(digits);
}

/** The numbers among the words of a line. */
const numberWords = (line: string): (number | null)[] => line.split(' ').map(numberOf);

/** Saves what is shown as one of the files that are offered. */
async function savedAs(page: Page, kind: RegExp): Promise<Buffer> {
  await page.getByRole('button', { name: 'Esporta', exact: true }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kind }).click();
  return readFile(await (await coming).path());
}
