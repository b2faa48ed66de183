import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A browser that somebody has signed in with: a number of its own, and a mark for each of them. */
export interface Browser {
  readonly id: string;
  readonly marks: readonly string[];
}

const PART = /^[A-Za-z0-9_-]{22}$/;
const MAX_MARKS = 8;

const part = (bytes: Buffer): string => bytes.subarray(0, 16).toString('base64url');

function markOf(key: Uint8Array, id: string, user_id: number): string {
  return part(createHmac('sha256', key).update(`${id}|${user_id}`).digest());
}

/** The browser as its cookie tells it; undefined for a cookie that is not one of ours by its form. */
export function readBrowser(cookie: string | undefined): Browser | undefined {
  const [id = '', ...marks] = (cookie ?? '').split('.');
  if (marks.length > MAX_MARKS || ![id, ...marks].every((one) => PART.test(one))) return undefined;
  return { id, marks };
}

/** What the cookie holds: nothing of the accounts, and nothing that opens one. */
export const writeBrowser = ({ id, marks }: Browser): string => [id, ...marks].join('.');

/** Whether this user has signed in with this browser. A cookie that was made up holds no mark of the installation's key. */
export function isKnown(key: Uint8Array, browser: Browser | undefined, user_id: number): boolean {
  const wanted = Buffer.from(markOf(key, browser?.id ?? '', user_id));
  return (browser?.marks ?? []).some((mark) => timingSafeEqual(Buffer.from(mark), wanted));
}

/** The browser with the mark of one more user; of many users the latest are kept. */
export function withUser(key: Uint8Array, browser: Browser | undefined, user_id: number): Browser {
  const id = browser?.id ?? part(randomBytes(16));
  const mark = markOf(key, id, user_id);
  const others = (browser?.marks ?? []).filter((one) => one !== mark);
  return { id, marks: [...others, mark].slice(-MAX_MARKS) };
}
