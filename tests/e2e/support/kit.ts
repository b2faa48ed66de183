import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

let built: Promise<unknown> | undefined;

/** Builds the page of the kit's parts, once for each process, and answers for it at `/kit/` of any server. */
export async function serveKit(page: Page | BrowserContext): Promise<void> {
  built ??= build({ configFile: join(root, 'vite.kit.config.ts'), logLevel: 'warn' });
  await built;
  await page.route('**/kit/**', async (route) => {
    const [, file = ''] = new URL(route.request().url()).pathname.split('/kit/');
    const path = file || 'index.html';
    const body = await readFile(join(root, 'dist/kit', path));
    await route.fulfill({ body, contentType: TYPES[extname(path)] ?? 'application/octet-stream' });
  });
}
