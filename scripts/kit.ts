import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** Serves the page of the kit's parts while one works on them. */
const server = await createServer({
  configFile: fileURLToPath(new URL('../vite.kit.config.ts', import.meta.url)),
});
await server.listen();
server.printUrls();
