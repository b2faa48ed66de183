/**
 * What this browser remembers about its session between two pages; no secret. `open`: there is a cookie to renew it
 * with. `ending`: somebody signed out, and the server has not heard of it yet. `ended`: it ended by itself or was ended
 * elsewhere; told until the next sign-in, however often the page is loaded before.
 */
export type SessionMark = 'open' | 'ending' | 'ended';

const MARKS: readonly string[] = ['open', 'ending', 'ended'] satisfies SessionMark[];

const KEY = 'session';

/** The mark, or null when nobody has signed in in this browser, or signed out. */
export function sessionMark(): SessionMark | null {
  const mark = localStorage.getItem(KEY);
  return mark !== null && MARKS.includes(mark) ? (mark as SessionMark) : null;
}

export function markSession(mark: SessionMark): void {
  localStorage.setItem(KEY, mark);
}

export function unmarkSession(): void {
  localStorage.removeItem(KEY);
}

const USER = 'session-user';

/** Whose session it was last; null where none was here. */
export function sessionUser(): number | null {
  return Number(localStorage.getItem(USER)) || null;
}

export function markSessionUser(id: number): void {
  localStorage.setItem(USER, String(id));
}
