import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { AppError } from '../errors.ts';
import { addressBlock, plainAddress } from '../http/address.ts';
import type { Authenticators } from '../http/admission.ts';
import { MinuteBudget } from '../places/minute-budget.ts';
import { scopeOfLink } from './signed-links.ts';

/** Requests that one address may make a minute with links that open something, and with those that open nothing. */
const OPENED_PER_MINUTE = 240;
const WRONG_PER_MINUTE = 30;

function tooMany(): never {
  throw new AppError('limit', 'Too many attempts; try again in a minute', { retryAfter_s: 60 });
}

/** Whose record a signed link opens, before anything else of the request is read; so many a minute for each address. */
export function linkAuthenticator({
  pool,
  now,
}: {
  pool: pg.Pool;
  now: () => Date;
}): Authenticators['scopeOfLink'] {
  const opened = new MinuteBudget(OPENED_PER_MINUTE);
  const wrong = new MinuteBudget(WRONG_PER_MINUTE);
  return async ({ params, ip }: FastifyRequest) => {
    const at = now();
    const block = addressBlock(ip) ?? '';
    if (!opened.take(block, at.getTime())) tooMany();
    const from = { now: at, address: plainAddress(ip) };
    return scopeOfLink(pool, (params as { token: string }).token, from).catch((error: unknown) => {
      if (!wrong.take(block, at.getTime())) tooMany();
      throw error;
    });
  };
}
