import { CallError } from '../../contract/client.ts';
import { markSession, markSessionUser, sessionMark } from './session-mark.ts';

/** Exchanges the refresh cookie for an access token; throws CallError. */
export type Renewal = () => Promise<string>;
/** Signed out here, in another tab, or no longer renewable. */
export type Ended = 'here' | 'elsewhere' | 'expired';
type Heard = { kind: 'signed-out' } | { kind: 'signed-in'; user: number };

let access: string | null = null;
let user: number | null = null;
let renewal: Renewal | undefined;
let pending: Promise<string> | null = null;
const endListeners = new Set<(how: Ended) => void>();
const channel = new BroadcastChannel('meridiana-session');

/** The access token lives in this page's memory only: a script that reads storage finds nothing. */
export function accessToken(): string | null {
  return access;
}

export function setRenewal(given: Renewal): void {
  renewal = given;
}

/** Runs when this session is over: signed out here or in another tab, or no longer renewable. */
export function onSessionEnd(listener: (how: Ended) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

export function beginSession(token: string, userId: number): void {
  access = token;
  user = userId;
  markSession('open');
  markSessionUser(userId);
  channel.postMessage({ kind: 'signed-in', user: userId } satisfies Heard);
}

/** Names the user that a renewed session belongs to, so that another user's sign-in in a second tab is noticed. */
export function sessionBelongsTo(userId: number): void {
  user = userId;
  markSessionUser(userId);
}

function forget(how: Ended): void {
  access = null;
  user = null;
  for (const listener of endListeners) listener(how);
}

export function endSession(): void {
  channel.postMessage({ kind: 'signed-out' } satisfies Heard);
  forget('here');
}

channel.onmessage = ({ data }: MessageEvent<Heard>) => {
  if (data.kind === 'signed-out') forget('elsewhere');
  // The cookie now belongs to somebody else: this tab must not go on under the old name.
  else if (user !== null && data.user !== user) location.reload();
};

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return navigator.locks.request('meridiana-refresh', work);
}

async function renewNow(): Promise<string> {
  if (!renewal) throw new Error('no way to renew the session was given');
  // Somebody signed out: the cookie that the server has not taken back yet opens nothing any more.
  if (sessionMark() === 'ending') throw new CallError(401, { code: 'unauthenticated' });
  const exchange = renewal;
  try {
    access = await inTurn(exchange);
    return access;
  } catch (fault) {
    if (fault instanceof CallError && (fault.status === 401 || fault.status === 403)) {
      // Whoever is signing out meanwhile is told nothing of an end.
      if (sessionMark() === 'open') markSession('ended');
      forget('expired');
    }
    throw fault;
  }
}

/**
 * A new access token. Tabs take turns, and the calls of one tab share one exchange.
 * @throws CallError 401 when the session is over (listeners have been told), 0 when the server is away
 */
export function renewAccess(): Promise<string> {
  pending ??= renewNow().finally(() => {
    pending = null;
  });
  return pending;
}
