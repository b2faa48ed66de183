import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../shared/server/config.ts';
import type { NotFound } from '../../shared/server/http/routes-known.ts';
import { isFromThisMachine } from '../../shared/server/http/this-machine.ts';
import { geocoderOf } from '../../shared/server/places/geocoders.ts';
import { demoUsers } from './demo/people.ts';

const CALLS =
  /^\/(api|ingest|legacy|availability|cer|cer-simulation|cloudcontrol|health)(\/|$)|^\/user\/v1(\/|$)|^\/openapi/;

function wantsScreen(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  // Whoever knows nothing but the address, such as curl, is shown that something is there.
  return path === '/' || (!CALLS.test(path) && (request.headers.accept ?? '').includes('text/html'));
}

type Shown = Pick<Config, 'demo' | 'demoPassword' | 'providerName' | 'registration'> &
  Partial<Pick<Config, 'geocoder' | 'hosts' | 'map'>>;

/** What the browser must know before anybody signs in; the demonstration also says who may. */
function runtimeConfig(config: Shown): object {
  const { demo, providerName: provider_name, registration } = config;
  const geocoder = geocoderOf(config.geocoder?.provider ?? 'none');
  const common = {
    demo,
    provider_name,
    registration,
    map_style_url: config.map?.styleUrl,
    map_style_dark_url: config.map?.styleDarkUrl,
    hosts: Object.keys(config.hosts ?? {}).length > 0 ? config.hosts : undefined,
    geocoder: geocoder && { asks: geocoder.asks, credit: geocoder.credit },
  };
  if (!config.demo) return common;
  return {
    ...common,
    demo_users: demoUsers.map(({ email, label, memberships }) => ({
      email,
      label,
      applications: memberships.some(({ roles }) => roles.includes('APP_0')),
    })),
  };
}

/**
 * Answers a file as it stands now, read again where it changed: a portal that was built anew names other scripts. While
 * a build has taken the file away, or is still writing it, the last whole one stands.
 * @throws when the file is not there at first
 */
async function freshFile(path: string): Promise<() => Promise<Buffer>> {
  let known = { bytes: await readFile(path), changed: (await stat(path)).mtimeMs };
  return async () => {
    const changed = await stat(path).then(({ mtimeMs }) => mtimeMs, goneMeanwhile);
    if (changed === undefined || changed === known.changed) return known.bytes;
    const bytes = await readFile(path).catch(goneMeanwhile);
    if (bytes?.includes('</html>')) known = { bytes, changed };
    return known.bytes;
  };
}

function goneMeanwhile(fault: NodeJS.ErrnoException): undefined {
  if (fault.code !== 'ENOENT') throw fault;
}

/** Serves the built portal: hashed assets for ever, and its one page for every screen's address. */
export async function servePortal(
  app: FastifyInstance,
  { folder, config, nowhere }: { folder: string; config: Shown; nowhere: NotFound },
): Promise<void> {
  const index = await freshFile(join(folder, 'index.html'));
  const runtime = runtimeConfig(config);
  const withPassword = config.demo ? { ...runtime, demo_password: config.demoPassword } : runtime;
  app.get('/config.json', async (request) => (isFromThisMachine(request) ? withPassword : runtime));
  await app.register(files, {
    root: folder,
    index: false,
    // The library's own route reads whole folders for every file that it sends, to compare the spelling.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const forEver = path.includes('/assets/');
      response.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const path = request.params['*'];
      // A folder is no file: its address is a screen's or nothing, where the library would answer 403, also for `/`.
      if (path === '' || path.endsWith('/')) return reply.callNotFound();
      return reply.sendFile(path);
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (wantsScreen(request)) {
      const page = await index();
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    }
    return nowhere(request, reply);
  });
}
