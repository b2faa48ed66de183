import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problems.ts';

export type NotFound = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

interface Known {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

const asPattern = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);

/** Like every path of a call: plain words between single slashes, so that it can be repeated in a header. */
const PLAIN = /^(?:\/[\w.~%@:,=+-]+)+\/?$/;

/**
 * Notes every address that is served from now on, and answers whoever misses one: 405 with `Allow` for another method, 308
 * where only the slash at the end is missing, else 404.
 */
export function knowRoutes(app: FastifyInstance): NotFound {
  const known = new Map<string, Known>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const of = known.get(url) ?? { pattern: asPattern(url), methods: new Set() };
    for (const one of [method].flat()) of.methods.add(one);
    known.set(url, of);
  });
  const methodsAt = (path: string): readonly string[] =>
    [...known.values()].filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]);

  return (request, reply) => {
    const [path = '', ...query] = request.url.split('?');
    const allowed = methodsAt(path);
    if (allowed.length > 0) {
      reply.header('allow', [...new Set(allowed)].sort().join(', '));
      return sendProblem(reply, {
        status: 405,
        code: 'method_not_allowed',
        detail: 'This address takes other methods',
      });
    }
    if (PLAIN.test(path) && methodsAt(`${path}/`).includes(request.method)) {
      reply.header('location', [`${path}/`, ...query].join('?'));
      return sendProblem(reply, { status: 308, code: 'not_found', detail: 'This address ends with a slash' });
    }
    return sendProblem(reply, { status: 404, code: 'not_found', detail: 'Not found' });
  };
}
