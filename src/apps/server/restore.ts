import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartFault } from '../../shared/server/start-fault.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Node ${process.versions.node} is too old to run this directly: use npm run restore.`);
  process.exit(1);
}

const { keepCompiled } = await import('./compile-cache.ts');
keepCompiled();
const { restoreInto } = await import('./backup/restore-into.ts');
const { splitMigrations } = await import('./backup/restore-tables.ts');
const { verifyBackup } = await import('./backup/record-reader.ts');
const { migrationFolder } = await import('./postgres/migrate.ts');
const { adminFault } = await import('./admin-values.ts');
const { loadConfig } = await import('../../shared/server/config.ts');

const usage = [
  'Usage: npm run restore -- <file> [--check] [--key-is-lost]',
  '',
  '  --check         reads all of the backup, says what it is, and changes nothing',
  '  --key-is-lost   restores with another secret key than the backup was made with: second factors are removed',
].join('\n');
const options = {
  check: { type: 'boolean' },
  'key-is-lost': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return console.log(usage);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new StartFault(usage);
  const path = resolve(file);
  const settings = loadConfig(process.env, { demo: false });
  const { header, end } = await verifyBackup(path);
  const since = splitMigrations(header, migrationFolder).since.length;
  console.log(
    `The backup of ${header.made_at} by version ${header.program_version} is whole: ${end.rows} rows of ${end.tables} tables.`,
  );
  if (values.check) return;
  const { unsealed } = await restoreInto(settings, {
    path,
    header,
    keyIsLost: values['key-is-lost'] === true,
  });
  if (since > 0) console.log(`Its tables were brought to this version by ${since} migrations.`);
  if (unsealed > 0) console.log(`Accounts that must set up their second factor again: ${unsealed}.`);
  console.log('It is restored: npm start serves it. Everybody signs in again.');
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const sentence = adminFault(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exit(1);
}
