import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

/** Mosquitto's own number. Enough here because the secrets are random: nobody finds 192 bits by trying, however fast. */
const ITERATIONS = 101;
const SALT_BYTES = 12;
const HASH_BYTES = 64;
/** A hash that asks for more work than this was not made here. */
const MAX_ITERATIONS = 100_000;

const FORM = /^\$7\$([1-9]\d{0,5})\$([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]+={0,2})$/;

/**
 * PBKDF2-SHA512 as mosquitto keeps it in a password file: `$7$iterations$salt$hash`. For random secrets only; what people
 * choose as their password belongs to passwords.ts.
 */
export async function hashForBroker(secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(secret, salt, ITERATIONS, HASH_BYTES, 'sha512');
  return `$7$${ITERATIONS}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Whether a secret matches a hash of that form; one of another form never matches. */
export async function matchesBrokerHash(secret: string | Buffer, stored: string): Promise<boolean> {
  const [, iterations = '', salt = '', hash = ''] = FORM.exec(stored) ?? [];
  const expected = Buffer.from(hash, 'base64');
  if (expected.length !== HASH_BYTES || Number(iterations) > MAX_ITERATIONS) return false;
  const given = await derive(
    secret,
    Buffer.from(salt, 'base64'),
    Number(iterations),
    expected.length,
    'sha512',
  );
  return timingSafeEqual(given, expected);
}
