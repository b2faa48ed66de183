import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { thirdPartyNotices } from './scripts/third-party-notices.ts';
import { withoutJsonSchemas } from './scripts/without-json-schemas.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Words that are wanted together come as one file for each language; those of an area otherwise. */
const WORDS = /\/i18n\/(en|it)\.json$/;
const TOGETHER: readonly (readonly [folders: RegExp, name: string])[] = [
  [/src\/(shared\/web|features\/identity)\/i18n/, 'first'],
  [/src\/shared\/web\/charts|features\/alarms\/(i18n|web\/(detail|logs|snooze))/, 'frame'],
  [/features\/((overview|plants|measurements)\/|cloudcontrol\/i18n)/, 'asset'],
  [/src\/(?:shared\/web|features)\/(\w+)/, '$1'],
];
function wordsFile(path: string): string {
  const language = WORDS.exec(path)?.[1] ?? '';
  for (const [folders, name] of TOGETHER) {
    const found = folders.exec(path);
    if (found) return `words-${name.replace('$1', found[1] ?? '')}-${language}`;
  }
  throw new Error(`no area has the words of ${path}`);
}

/** Libraries that every screen needs change rarely: they keep their own file, so that a release leaves them cached. */
const STEADY = /node_modules\/(react|react-dom|scheduler|@tanstack|i18next|react-i18next|zod)\//;

export default defineConfig({
  root: at('./src/apps/web'),
  plugins: [react(), thirdPartyNotices(), withoutJsonSchemas()],
  json: { namedExports: false },
  // The strict content security policy allows no data: scripts and no inlined modules.
  build: {
    outDir: at('./dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // Files that share files in a circle would else run before what they need: an empty page.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            { name: wordsFile, debugName: 'words', test: WORDS },
            { name: 'steady', test: STEADY, tags: ['$initial'] },
            { name: 'first', tags: ['$initial'] },
            // What most screens share comes as one file: sixty small ones cost more than their bytes. Libraries and
            // general parts apart from the features' own, which pages before the sign-in do not need.
            { name: 'common', test: /node_modules|src\/shared\/(?!web\/charts)/, minShareCount: 5 },
            { name: 'accounts', test: /src\/features\/identity\//, minShareCount: 2 },
            { name: 'portal', minShareCount: 5 },
            { name: 'small', minShareCount: 2, maxModuleSize: 4_000 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/user/v1', '/legacy', '/availability', '/config.json', '/openapi.json'].map((path) => [
        path,
        process.env.API_URL ?? 'http://127.0.0.1:3000',
      ]),
    ),
  },
});
