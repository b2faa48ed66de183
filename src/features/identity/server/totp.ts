import { randomBytes } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
const SECRET_BYTES = 20;
/** A clock may be one step fast or slow. */
const WINDOW = 1;

const asSecret = (bytes: Uint8Array): Secret =>
  new Secret({ buffer: new Uint8Array(bytes).buffer as ArrayBuffer });

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The time step of an instant. // RFC 6238, T0 = 0, X = 30 s */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / PERIOD_S);

/** The step that a six-digit code stands for, within one step of now; undefined for a code of no step nearby. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const counter = stepAt(now);
  const delta = HOTP.validate({ token: code, secret: asSecret(secret), counter, window: WINDOW });
  return delta === null ? undefined : counter + delta;
}

/** What an authenticator takes: the secret in base32, and the address that its QR code holds. */
export function enrolment(
  secret: Uint8Array,
  { issuer, label }: { issuer: string; label: string },
): { secret: string; otpauth_uri: string } {
  const totp = new TOTP({ issuer, label, secret: asSecret(secret), period: PERIOD_S });
  return { secret: totp.secret.base32, otpauth_uri: totp.toString() };
}
