import ipaddr from 'ipaddr.js';

/** How a mail server is reached. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; else it begins by STARTTLS. */
  secure: boolean;
  /** Nothing is said before TLS: without it no password leaves this machine. */
  requireTLS: boolean;
  /** TLS is not begun even where it is offered. */
  ignoreTLS: boolean;
  auth?: { user: string; pass: string };
}

/**
 * A mail server from `smtp://user:password@host:587` or `smtps://…`. TLS is begun where it is offered, and demanded where
 * one signs in; not on this very machine, whose mail server has rarely a certificate that anybody vouches for, and not
 * where `?tls=off` says that the way there is safe.
 * @returns undefined for what is no such address
 */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  try {
    return serverOf(new URL(text));
  } catch {
    // Not an address, or an escape in it that stands for no character: said in the same words.
    return undefined;
  }
}

function serverOf(url: URL): SmtpServer | undefined {
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  if (!/^smtps?:$/.test(url.protocol) || host === '' || !/^\/?$/.test(url.pathname)) return undefined;
  const off = url.searchParams.get('tls') === 'off';
  if (url.search !== '' && !off) return undefined;
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  const signsIn = user !== '';
  const ignoreTLS = !secure && (off || isThisMachine(host));
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && signsIn && !ignoreTLS,
    ignoreTLS,
    ...(signsIn ? { auth: { user, pass } } : {}),
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}
