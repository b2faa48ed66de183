import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../shared/server/config.ts';
import { sendProblem } from '../../shared/server/http/problems.ts';
import { demoUsers } from './demo/people.ts';

const CALLS =
  /^\/(api|ingest|legacy|availability|cer|cer-simulation|cloudcontrol|health)(\/|$)|^\/user\/v1(\/|$)|^\/openapi/;

function wantsScreen(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return !CALLS.test(path) && (request.headers.accept ?? '').includes('text/html');
}

/** What the browser must know before anybody signs in; the demonstration also says how to. */
function runtimeConfig(config: Pick<Config, 'demo' | 'demoPassword' | 'providerName'>): object {
  const common = { demo: config.demo, provider_name: config.providerName };
  if (!config.demo) return common;
  return {
    ...common,
    demo_users: demoUsers.map(({ email, label, memberships }) => ({
      email,
      label,
      applications: memberships.some(({ roles }) => roles.includes('APP_0')),
    })),
    demo_password: config.demoPassword,
  };
}

/** Serves the built portal: hashed assets for ever, and its one page for every screen's address. */
export async function servePortal(
  app: FastifyInstance,
  { folder, config }: { folder: string; config: Pick<Config, 'demo' | 'demoPassword' | 'providerName'> },
): Promise<void> {
  const index = await readFile(join(folder, 'index.html'));
  const runtime = runtimeConfig(config);
  app.get('/config.json', async () => runtime);
  await app.register(files, {
    root: folder,
    index: false,
    // A folder is no file: its address is a screen's or nothing, where the library would answer 403, also for `/`.
    allowedPath: (path) => !path.endsWith('/'),
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const forEver = path.includes('/assets/');
      response.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (wantsScreen(request))
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(index);
    return sendProblem(reply, { status: 404, code: 'not_found', detail: 'Not found' });
  });
}
