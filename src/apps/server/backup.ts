import { join, resolve } from 'node:path';
import { StartFault } from '../../shared/server/start-fault.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Node ${process.versions.node} is too old to run this directly: use npm run backup.`);
  process.exit(1);
}

const { keepCompiled } = await import('./compile-cache.ts');
keepCompiled();
const { existsSync } = await import('node:fs');
const { accessAsOwner } = await import('./backup/owner-access.ts');
const { takeBackup } = await import('./backup/take-backup.ts');
const { adminFault } = await import('./admin-values.ts');
const { findSecretKey } = await import('./installation.ts');
const { loadConfig } = await import('../../shared/server/config.ts');

// Ended by hand it leaves nothing behind; killed, a file that is called .part.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

const usage = 'Usage: npm run backup -- [file]   (by default a new one in DATA_DIR/backups)';

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return console.log(usage);
  if (args.length > 1 || args[0]?.startsWith('-')) throw new StartFault(usage);
  const settings = loadConfig(process.env, { demo: false });
  const now = new Date();
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const path = resolve(args[0] ?? join(settings.dataDir, 'backups', `meridiana-${stamp}.backup`));
  if (existsSync(path)) throw new StartFault(`${path} is there already: choose another name.`);
  const secretKey = findSecretKey(settings);
  if (secretKey === undefined) {
    throw new StartFault(
      'The installation has no secret key: set DATA_DIR, or SECRET_KEY, as the program has it.',
    );
  }
  const access = await accessAsOwner(settings);
  try {
    const { tables, rows, bytes } = await takeBackup({
      owner: access.owner,
      path,
      secretKey,
      now,
      stop: stop.signal,
    });
    console.log(`${rows} rows of ${tables} tables were backed up to ${path} (${bytes} bytes).`);
    console.log(
      'The secret key is not in it: keep SECRET_KEY, or DATA_DIR/secrets/secret-key, at another place.',
    );
  } finally {
    await access.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const sentence = adminFault(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exit(1);
}
