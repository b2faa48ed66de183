import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Chromium, findChromium } from './chromium.ts';
import { memoryHasRoom } from './memory-folder.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Maps draw with WebGL; without a graphics card it is done in software.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--font-render-hinting=none',
];
/** Pages of tests live for seconds: what compiles their busiest parts a second time never earns its cost. */
const WITHOUT_COMPILERS = '--js-flags=--no-opt --no-maglev';

export const WIDE = { width: 1440, height: 900 } as const;
export const NARROW = { width: 390, height: 844 } as const;

/** A Chromium in several hundred ends by a fault of its own before it answers. */
const STARTS = 3;

/**
 * Starts a headless Chromium, again where it ended while it started; the caller closes it.
 * @param asPeopleHaveIt compiles what a page does often, as every browser does; for what is timed
 */
export async function launchBrowser(found?: Chromium, asPeopleHaveIt = false): Promise<Browser> {
  const { executable, env } = found ?? (await findChromium());
  for (let start = 1; ; start++) {
    try {
      return await chromium.launch({
        executablePath: executable,
        args: asPeopleHaveIt ? FLAGS : [...FLAGS, WITHOUT_COMPILERS],
        // Each part of a page that is drawn passes through shared memory: as files of a disk that is a tenth of a story's cost.
        ignoreDefaultArgs: memoryHasRoom() ? ['--disable-dev-shm-usage'] : [],
        env: { ...definedOf(process.env), ...env },
        // The run's own signal handlers end it; a second set would fight them.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
    } catch (error) {
      if (start === STARTS) throw error;
    }
  }
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export interface PortalView {
  /** Origin of the server, such as http://127.0.0.1:40123. */
  origin?: string;
  viewport?: { width: number; height: number };
  /** The browser's language. */
  locale?: 'it-IT' | 'en-GB';
  colorScheme?: 'light' | 'dark';
  timezoneId?: string;
  /** Used with a finger. */
  touch?: boolean;
}

/** What went wrong in a page since it was opened; each an empty list when all is well. */
export interface Faults {
  /** Errors on the console and exceptions nobody caught. */
  readonly errors: string[];
  /** Violations of the content security policy. */
  readonly csp: string[];
}

export interface OpenPortal {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: Faults;
  close(): Promise<void>;
}

const CSP_MARK = 'content-security-policy: ';
const TELL_CSP = `document.addEventListener('securitypolicyviolation', (e) =>
  console.error('${CSP_MARK}' + e.violatedDirective + ' ' + e.blockedURI))`;

/** A fresh browser profile with one page, wide, Italian and light unless told otherwise; nothing is opened in it yet. */
export async function openPortal(browser: Browser, view: PortalView = {}): Promise<OpenPortal> {
  const context = await browser.newContext({
    viewport: view.viewport ?? WIDE,
    locale: view.locale ?? 'it-IT',
    colorScheme: view.colorScheme ?? 'light',
    timezoneId: view.timezoneId ?? 'Europe/Rome',
    reducedMotion: 'reduce',
    hasTouch: view.touch ?? false,
    ...(view.origin ? { baseURL: view.origin } : {}),
  });
  context.setDefaultTimeout(90_000);
  await context.addInitScript(TELL_CSP);
  const page = await context.newPage();
  return { page, context, faults: collectFaults(page), close: () => context.close() };
}

function collectFaults(page: Page): Faults {
  const faults: Faults = { errors: [], csp: [] };
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    if (text.startsWith(CSP_MARK)) faults.csp.push(text.slice(CSP_MARK.length));
    else faults.errors.push(`${text} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.errors.push(error.stack ?? error.message));
  return faults;
}

/** What stands in a page, as far as it is used here. */
interface InPage {
  readonly axe?: { run(part: unknown, options: RunOptions): Promise<AxeResults> };
  readonly document: { querySelectorAll(selector: string): Iterable<unknown> };
}
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
  // No rule among these reads style sheets, which axe would copy and parse anew each time.
  preload: { assets: ['media'] },
};

/**
 * What axe finds in the page as it stands, one line for each violation with the elements at fault. While a dialog holds
 * everything else out of reach, only that is looked at: what lies below was there before it.
 * Its source goes in by the debugging protocol, so the page's content security policy stays in force.
 */
export async function findAxeFaults(page: Page, options: RunOptions = RULES): Promise<string[]> {
  const run = () =>
    page.evaluate(async (given) => {
      const { axe, document } = globalThis as unknown as InPage;
      const part = [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document;
      return (await axe?.run(part, given))?.violations;
    }, options);
  let violations = await run();
  if (!violations) {
    // Half a megabyte to compile: once for each page that was loaded.
    await page.evaluate(axeSource);
    violations = await run();
  }
  if (!violations) throw new Error('axe did not come into the page');
  return violations.map(
    ({ id, impact, help, nodes }) =>
      `${id} (${impact}): ${help}\n${nodes.map((node) => `    ${node.target.join(' ')}  ${node.html.slice(0, 160)}`).join('\n')}`,
  );
}
