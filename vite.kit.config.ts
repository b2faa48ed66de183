import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page of the kit's parts, built by itself: the portal knows nothing of it. */
export default defineConfig({
  root: at('./src/apps/web/kit'),
  base: '/kit/',
  publicDir: at('./src/apps/web/public'),
  plugins: [react()],
  build: {
    outDir: at('./dist/kit'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
  },
});
