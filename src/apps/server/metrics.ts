import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/server/errors.ts';
import { isFromThisMachine } from '../../shared/server/http/this-machine.ts';
import { METRICS_TYPE, requestTime, writeMetrics } from '../../shared/server/metrics.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets in whoever shows the token, from anywhere; where there is none, this machine alone. @throws AppError */
function assertReader(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    if (isFromThisMachine(request)) return;
    throw new AppError('forbidden', 'This machine alone may read this: set METRICS_TOKEN to let others in');
  }
  const shown = digest(request.headers.authorization ?? '');
  if (timingSafeEqual(shown, digest(`Bearer ${token}`))) return;
  throw new AppError('unauthenticated', 'Send METRICS_TOKEN as a bearer token');
}

/** The first part of a declared path: never what somebody typed. */
function classOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (url === undefined || url === '/*') return 'portal';
  return url.split('/')[1] || 'portal';
}

/** Measures every answer from now on, and serves `/metrics` to whoever may read it. */
export function serveMetrics(app: FastifyInstance, token: string | undefined): void {
  app.addHook('onResponse', async (request, reply) => {
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    requestTime.observe(
      { class: classOf(request), method: request.method, status },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/metrics', async (request, reply) => {
    assertReader(request, token);
    return reply.type(METRICS_TYPE).send(await writeMetrics());
  });
}
