import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

const LOCAL = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/i;

/** Whether a Host header names this machine by an address that is always its own, or by one of the given names. */
export function isLocalName(host: string | undefined, also: readonly string[] = []): boolean {
  const name = (host ?? '').replace(/:\d{1,5}$/, '').toLowerCase();
  return LOCAL.test(name) || also.includes(name);
}

/**
 * Refuses whoever calls this machine by a name that somebody else may have given it: a page of the web could let its own
 * name point here and read what only this machine is to see. The name in PUBLIC_URL was chosen by whoever runs it.
 */
export function answerLocalNames(app: FastifyInstance, publicUrl: string): void {
  const chosen = [new URL(publicUrl).hostname];
  app.addHook('onRequest', async ({ headers }) => {
    // As it was sent: a page may say in X-Forwarded-Host whatever it likes, and this it may not.
    if (isLocalName(headers.host, chosen)) return;
    throw new AppError(
      'invalid',
      'Open this by http://localhost, or set PUBLIC_URL to the name that you use',
      {
        status: 421,
      },
    );
  });
}
