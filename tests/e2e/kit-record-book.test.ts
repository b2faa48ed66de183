import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { serveKit } from './support/kit.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

/** The names of a column's cards. */
const cardsOf = (page: Page, column: string): Promise<string[]> =>
  page
    .getByRole('region', { name: column, exact: true })
    .getByRole('listitem')
    .evaluateAll((cards) =>
      cards.map((card) => card.querySelector('div > div')?.firstChild?.textContent ?? ''),
    );

/** What the focus stands on is called there. */
const focused = (page: Page, attribute: string): Promise<string | null> =>
  page.locator(':focus').getAttribute(attribute);

/** Waits until the focus stands there. */
const hasFocus = (part: Locator): Promise<void> => part.and(part.page().locator(':focus')).waitFor();

describe('parts of a record book', () => {
  let stage: Stage;
  let page: Page;
  before(async () => {
    stage = await startStage();
    ({ page } = await stage.open());
    await serveKit(page);
  });
  after(() => stage?.close());

  it('keeps what is typed into a form, and offers it again with its age until it is saved', async () => {
    await page.goto('/kit/');
    const write = page.getByRole('button', { name: 'Write a visit' });
    await write.click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Gutter of the north roof');
    await page.getByText('resta su questo dispositivo').waitFor();
    // Nothing is lost, so nobody is asked.
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Subject' }).waitFor({ state: 'detached' });
    await page.reload();
    await write.click();
    await page.getByText("Su questo dispositivo c'è una bozza di").waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Subject' }).inputValue(), '');
    await page.getByRole('button', { name: 'Riprendi la bozza' }).click();
    assert.equal(
      await page.getByRole('textbox', { name: 'Subject' }).inputValue(),
      'Gutter of the north roof',
    );
    await page.getByRole('form', { name: 'New visit' }).getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).waitFor({ state: 'detached' });
    assert.deepEqual(
      await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))"),
      [],
    );
  });

  it('begins a form at its first field, goes back to what opened it, and shows its calendars whole', async () => {
    await page.goto('/kit/');
    for (const kind of ['dialog', 'drawer']) {
      const opener = page.getByRole('button', { name: `Open the ${kind}` });
      await opener.click();
      const form = page.getByRole('dialog', { name: 'Device' });
      await hasFocus(form.getByRole('textbox', { name: 'Name', exact: true }));
      await form.getByRole('button', { name: 'Next visit' }).click();
      const calendar = page.locator('[data-dates-dropdown]');
      await calendar.waitFor();
      // In the dialog for whoever listens, and yet not cut by its edge.
      await calendar.and(page.locator('[data-fixed]')).waitFor();
      await page.keyboard.press('Escape');
      await calendar.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
      await hasFocus(opener);
    }
  });

  it('carries cards by keys, says where they are, and takes them back with the reason where that is refused', async () => {
    await page.goto('/kit/');
    const board = page.getByRole('region', { name: 'Requests by state' });
    const handle = board.getByRole('button', { name: 'Sposta Inverter 3 does not start' });
    await handle.focus();
    for (const key of [' ', 'ArrowRight']) await page.keyboard.press(key);
    await comesTo(() => board.getByRole('status').textContent(), 'Accepted');
    await page.keyboard.press(' ');
    await comesTo(() => cardsOf(page, 'Accepted'), ['Inverter 3 does not start', 'Fuses of string 4']);
    await comesTo(() => focused(page, 'aria-label'), 'Sposta Inverter 3 does not start');
    for (const key of [' ', 'ArrowRight', ' ']) await page.keyboard.press(key);
    await board.getByRole('alert').getByText('Inverter 3 does not start è tornata al suo posto').waitFor();
    assert.deepEqual(await cardsOf(page, 'Accepted'), ['Inverter 3 does not start', 'Fuses of string 4']);
    for (const key of [' ', 'ArrowLeft', 'Escape']) await page.keyboard.press(key);
    assert.deepEqual(await cardsOf(page, 'Open'), ['Wash the panels']);
  });

  it('moves cards by dragging and by a menu that offers only where they may go', async () => {
    await page.goto('/kit/');
    const board = page.getByRole('region', { name: 'Requests by state' });
    await board
      .getByText('Wash the panels')
      .dragTo(page.getByRole('region', { name: 'Accepted', exact: true }));
    await comesTo(() => cardsOf(page, 'Accepted'), ['Wash the panels', 'Fuses of string 4']);
    await board.getByRole('button', { name: 'Sposta Fuses of string 4' }).click();
    await board.getByRole('menuitem', { name: 'Open' }).waitFor();
    assert.deepEqual(await board.getByRole('menuitem').allTextContents(), ['Open', 'Solved']);
    await board.getByRole('menuitem', { name: 'Open' }).click();
    await comesTo(() => cardsOf(page, 'Open'), ['Inverter 3 does not start', 'Fuses of string 4']);
  });

  it('goes through a calendar by keys, and from a full day into its week', async () => {
    await page.goto('/kit/');
    const calendar = page.getByRole('region', { name: 'Planned work, by month' });
    const day = (name: RegExp) => calendar.getByRole('gridcell', { name });
    await day(/^mercoledì 17 giugno, 5 voci/).focus();
    await page.keyboard.press('ArrowDown');
    await comesTo(() => focused(page, 'data-day'), '2026-06-24');
    await page.keyboard.press('PageDown');
    await calendar.getByRole('heading', { name: 'luglio 2026' }).waitFor();
    await comesTo(() => focused(page, 'data-day'), '2026-07-24');
    await page.keyboard.press('PageUp');
    await calendar.getByRole('button', { name: 'altre 2' }).click();
    await calendar.getByRole('heading', { name: '15–21 giugno 2026' }).waitFor();
    await calendar.getByRole('link', { name: 'Fire extinguishers' }).waitFor();
  });
});
