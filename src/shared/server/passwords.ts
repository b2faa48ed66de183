import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { promisify } from 'node:util';
import { AppError } from './errors.ts';

// OWASP's floor for argon2id: 19 MiB, two passes.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
const AT_ONCE = 2;
const WAITING = 50;

const derive = promisify(argon2);
let running = 0;
const queue: (() => void)[] = [];

/** Told of every hash that is computed, with nothing about it: what guessing costs can be counted. */
export const passwordHashes = channel('meridiana:password-hash');

// Hashes share the thread pool with the rest of the program: two at once, a bounded queue, then 429.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.length >= WAITING) {
    throw new AppError('limit', 'Too many sign-ins at this moment; try again shortly', { retryAfter_s: 5 });
  }
  if (running >= AT_ONCE) await new Promise<void>((next) => queue.push(next));
  else running++;
  try {
    return await work();
  } finally {
    // The place is handed over, not given up: whoever comes in between waits behind.
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

interface Parameters {
  memory: number;
  passes: number;
  nonce: Buffer;
  tagLength: number;
}

async function tag(password: string, { memory, passes, nonce, tagLength }: Parameters): Promise<Buffer> {
  return inTurn(() => {
    passwordHashes.publish({});
    const message = password.normalize('NFKC');
    return derive('argon2id', { message, nonce, parallelism: 1, tagLength, memory, passes });
  });
}

const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const phc = (nonce: Buffer, digest: Buffer): string =>
  `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${b64(nonce)}$${b64(digest)}`;

/** Matches no password, and costs what any other does: held against the password where there is no account. */
export const decoyHash = phc(randomBytes(16), randomBytes(TAG_BYTES));

/** argon2id in PHC string form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return phc(nonce, await tag(password, { memory: MEMORY_KIB, passes: PASSES, nonce, tagLength: TAG_BYTES }));
}

/** Whether a password matches a PHC string; a string of another form never matches. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc);
  if (!parts) return false;
  const [, memory, passes, salt = '', hash = ''] = parts;
  const expected = Buffer.from(hash, 'base64');
  const actual = await tag(password, {
    memory: Number(memory),
    passes: Number(passes),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}
