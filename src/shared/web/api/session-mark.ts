/**
 * What this browser remembers about its session between two pages; no secret. `open`: there is a cookie to renew it
 * with. `ending`: somebody signed out, and the server has not heard of it yet.
 */
export type SessionMark = 'open' | 'ending';

const KEY = 'session';

/** The mark, or null when nobody is signed in in this browser. */
export function sessionMark(): SessionMark | null {
  const mark = localStorage.getItem(KEY);
  return mark === 'open' || mark === 'ending' ? mark : null;
}

export function markSession(mark: SessionMark): void {
  localStorage.setItem(KEY, mark);
}

export function unmarkSession(): void {
  localStorage.removeItem(KEY);
}
