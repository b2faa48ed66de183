import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { serveKit } from '../tests/e2e/support/kit.ts';
import type { Stage } from '../tests/e2e/support/portal.ts';
import type { OpenPortal } from '../tests/support/browser.ts';
import { heading, type Screen } from './sheet/screen.ts';
import { SCREENS } from './sheet/screens.ts';
import { atNoon, bring, canShow, personOf, type State } from './sheet/staging.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist/sheets');

interface Shot {
  label: string;
  width: number;
  height: number;
  dark: boolean;
  english: boolean;
  state: State;
}

const wide = { width: 1440, height: 900, dark: false, english: false } as const;
const phone = { width: 390, height: 844, english: true } as const;
const SHOTS: readonly Shot[] = [
  { label: '1440 light', ...wide, state: 'full' },
  { label: '1440 dark English', ...wide, dark: true, english: true, state: 'full' },
  { label: '1024 light', ...wide, width: 1024, height: 768, state: 'full' },
  { label: '390 light', ...phone, dark: false, state: 'full' },
  { label: '390 dark', ...phone, dark: true, state: 'full' },
  { label: 'empty', ...wide, state: 'empty' },
  { label: 'loading', ...wide, state: 'loading' },
  { label: 'failed', ...wide, state: 'failed' },
];

/** The states that a screen can be brought to. */
const shotsOf = (screen: Screen): Shot[] => SHOTS.filter(({ state }) => canShow(screen, state));

async function openFor(stage: Stage, screen: Screen, shot: Shot, noon: number): Promise<OpenPortal> {
  const view = {
    viewport: { width: shot.width, height: shot.height },
    locale: shot.english ? ('en-GB' as const) : ('it-IT' as const),
    colorScheme: shot.dark ? ('dark' as const) : ('light' as const),
  };
  const portal = await stage.open(view, screen.signedIn ? personOf('owner') : undefined);
  await portal.page.clock.setFixedTime(noon);
  return portal;
}

/** Until nothing holds a place any more: a slow machine would show what is awaited for what is empty or failed. */
async function answered(page: Page): Promise<void> {
  const main = page.locator('main');
  try {
    await main.getByRole('heading').first().waitFor();
    await main.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached', timeout: 10_000 });
  } catch {
    console.warn(`${page.url()} is still waiting`);
  }
}

/** A picture of one screen in one state, as PNG. */
async function photograph(stage: Stage, screen: Screen, shot: Shot, noon: number): Promise<Buffer> {
  const portal = await openFor(stage, screen, shot, noon);
  const { page } = portal;
  try {
    await bring(page, screen, {
      ...shot,
      settle: async (after) => {
        await page.evaluate('document.fonts.ready.then(() => undefined)');
        if (shot.state === 'empty' || shot.state === 'failed') await answered(page);
        const drawn = shot.state === 'full' ? 250 : 900;
        await page.waitForTimeout(after === 'acting' ? 400 : drawn);
      },
    });
    // A pressed button would keep its tooltip, and a long page must start at its top.
    await page.mouse.move(2, 2);
    if (screen.long) await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)');
    return await page.screenshot({ fullPage: screen.long === true, animations: 'disabled' });
  } finally {
    await portal.close();
  }
}

interface Picture {
  label: string;
  width: number;
  file: string;
}

const SHEET_STYLE = `body { margin: 24px; font: 600 15px system-ui; background: #c9cfd8; color: #17202e }
  div { display: flex; flex-wrap: wrap; gap: 24px; align-items: start }
  figure { margin: 0 } figcaption { margin-bottom: 6px } img { display: block; border: 1px solid #8a94a3 }`;

/** All pictures of a screen on one page, at half their size. */
function sheetOf(screen: Screen, pictures: readonly Picture[]): string {
  const figures = pictures.map(
    ({ label, width, file }) =>
      `<figure><figcaption>${label}</figcaption><img src="${file}" width="${width / 2}"></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>${screen.name}</title><style>${SHEET_STYLE}</style><h1>${screen.name}</h1><div>${figures.join('')}</div>`;
}

async function makeSheet(stage: Stage, screen: Screen, noon: number): Promise<void> {
  const pictures: Picture[] = [];
  for (const shot of shotsOf(screen)) {
    const file = `${screen.name} ${shot.label}.png`.replaceAll(' ', '-');
    await writeFile(join(out, file), await photograph(stage, screen, shot, noon));
    pictures.push({ label: shot.label, width: shot.width, file });
  }
  const html = join(out, `${screen.name}.html`);
  await writeFile(html, sheetOf(screen, pictures));
  const portal = await stage.open({ viewport: { width: 1560, height: 1000 } });
  await portal.page.goto(`file://${html}`);
  await portal.page.screenshot({ path: join(out, `${screen.name}.png`), fullPage: true });
  await portal.close();
  console.log(`dist/sheets/${screen.name}.png`);
}

/** Every part of the kit in its states; a page for developers, not of the portal. */
const KIT: Screen = {
  name: 'kit',
  path: '/kit/',
  signedIn: false,
  long: true,
  prepare: serveKit,
  ready: heading,
};

/** The picture that the README shows. */
async function pictureOfReadme(stage: Stage, noon: number): Promise<void> {
  const dashboard = SCREENS.find(({ name }) => name === 'dashboard');
  const [shot] = SHOTS;
  if (!dashboard || !shot) throw new Error('there is no dashboard to show');
  // Ascending codes bring plants in every state to the top.
  const lively = { ...dashboard, path: `${dashboard.path}?sort=CI-C` };
  await writeFile(join(root, 'docs/dashboard.png'), await photograph(stage, lively, shot, noon));
  console.log('docs/dashboard.png');
}

/**
 * Photographs every screen by a sunny noon: wide, narrow, light, dark, empty, loading, failed; one sheet for each in
 * dist/sheets. Names of screens as arguments choose some; with the dashboard's comes the README's picture.
 */
async function main(chosen: readonly string[]): Promise<void> {
  await atNoon(async (stage, noon) => {
    await mkdir(out, { recursive: true });
    const screens = [KIT, ...SCREENS].filter(({ name }) => chosen.length === 0 || chosen.includes(name));
    for (const screen of screens) await makeSheet(stage, screen, noon);
    if (screens.some(({ name }) => name === 'dashboard')) await pictureOfReadme(stage, noon);
  });
}

if (import.meta.main) {
  const chosen = process.argv.slice(2);
  if (chosen.length === 0) await rm(out, { recursive: true, force: true });
  await main(chosen);
  process.exit(0);
}
