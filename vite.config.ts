import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorker } from './scripts/service-worker.ts';
import { thirdPartyNotices } from './scripts/third-party-notices.ts';
import { withoutJsonSchemas } from './scripts/without-json-schemas.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Words have names of their own among the built files: `words-alarms-it`, `words-identity-audit-en`. */
const WORDS = /\/(\w+)(?:\/web)?\/i18n\/(?:(\w+)\.)?(en|it)\.json$/;
function nameOfChunk({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const words = WORDS.exec(facadeModuleId ?? '');
  const name = words ? ['words', ...words.slice(1).filter(Boolean)].join('-') : '[name]';
  return `assets/${name}-[hash].js`;
}

/** Libraries that every screen needs change rarely: they keep their own file, so that a release leaves them cached. */
const STEADY = /node_modules\/(react|react-dom|scheduler|@tanstack|i18next|react-i18next|zod)\//;

/**
 * What draws maps is large: screens that show one share a file of it, and no other screen has a part of that. A group takes along
 * whatever its modules import, so that what imports the map belongs here as well.
 */
const MAP =
  /node_modules\/(maplibre-gl|pmtiles|fflate)\/|shared\/web\/geo\/(MapCanvas|PlacePicker|PointsMap|basemap|map-look|offline-style)\./;

export default defineConfig({
  root: at('./src/apps/web'),
  plugins: [react(), thirdPartyNotices(), withoutJsonSchemas(), serviceWorker()],
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
        chunkFileNames: nameOfChunk,
        // Files that share files in a circle would else run before what they need: an empty page.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            { name: 'steady', test: STEADY, tags: ['$initial'] },
            { name: 'first', tags: ['$initial'] },
            // What most screens share comes as one file: sixty small ones cost more than their bytes. Libraries and
            // general parts apart from the features' own, which pages before the sign-in do not need.
            { name: 'common', test: /node_modules|src\/shared\/(?!web\/charts)/, minShareCount: 5 },
            { name: 'accounts', test: /src\/features\/identity\//, minShareCount: 2 },
            { name: 'portal', minShareCount: 5 },
            { name: 'small', test: (id: string) => !MAP.test(id), minShareCount: 2, maxModuleSize: 4_000 },
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
