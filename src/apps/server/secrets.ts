import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, StartFault } from '../../shared/server/start-fault.ts';

/** DATA_DIR/secrets, which only the program's user may enter. */
export function secretsFolder(dataDir: string): string {
  return join(dataDir, 'secrets');
}

/** The secret kept under a name, undefined before there is one. @throws StartFault when the file is empty */
export function findSecret(dataDir: string, name: string): string | undefined {
  const path = join(secretsFolder(dataDir), name);
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text === '') throw new StartFault(`The secret ${path} is empty: put back the one that you keep.`);
    return text;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The secret kept under a name, made of 32 random bytes (base64url) the first time and never changed. */
export function keepSecret(dataDir: string, name: string): string {
  const kept = findSecret(dataDir, name);
  if (kept !== undefined) return kept;
  const folder = secretsFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const draft = join(folder, `.${name}.${process.pid}`);
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // A link refuses to replace a file, so two starts at once end with one secret.
    linkSync(draft, join(folder, name));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  const made = findSecret(dataDir, name);
  if (made === undefined) throw new Error(`secret ${name} vanished while it was made`);
  return made;
}
