import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/server/errors.ts';
import { type Browser, readBrowser, writeBrowser } from './browsers.ts';
import { SESSION_DAYS } from './sessions.service.ts';

const REFRESH = 'meridiana_refresh';
const BROWSER = 'meridiana_browser';
const PATH = '/user/v1/';
const DAY_S = 86_400;
const BROWSER_DAYS = 365;

interface CookieContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly publicUrl: string;
}

// Behind a proxy the request itself may come by plain HTTP: then the address that people use says how they come.
const options = ({ request, publicUrl }: CookieContext, days: number) => ({
  path: PATH,
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: request.protocol === 'https' || new URL(publicUrl).protocol === 'https:',
  maxAge: days * DAY_S,
});

export function setRefresh(asked: CookieContext, token: string): void {
  asked.reply.setCookie(REFRESH, token, options(asked, SESSION_DAYS));
}

export function clearRefresh(reply: FastifyReply): void {
  reply.clearCookie(REFRESH, { path: PATH });
}

// Browsers say where a call comes from, over plain HTTP by its Origin alone; a program says neither, and has no cookie
// that it did not choose to send. Behind a proxy that passes on another name, ours is the one in PUBLIC_URL.
function isFromElsewhere({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  const ours = [`http://${host}`, `https://${host}`, new URL(publicUrl).origin];
  return origin !== undefined && !ours.includes(origin);
}

/** The refresh token of the cookie. It travels by itself, so a call that lives by it must come from our own pages. */
export function refreshOf(request: FastifyRequest, publicUrl: string): string | undefined {
  if (isFromElsewhere(request, publicUrl)) {
    throw new AppError('forbidden', 'This call must come from the portal itself');
  }
  return request.cookies[REFRESH];
}

/** Outlives the session: it says who has signed in here before, and lets nobody in. */
export function setBrowser(asked: CookieContext, browser: Browser): void {
  asked.reply.setCookie(BROWSER, writeBrowser(browser), options(asked, BROWSER_DAYS));
}

export const browserOf = (request: FastifyRequest): Browser | undefined =>
  readBrowser(request.cookies[BROWSER]);
