import { parseArgs } from 'node:util';
import { StartFault } from '../../shared/server/start-fault.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Node ${process.versions.node} is too old to run this directly: use npm run admin.`);
  process.exit(1);
}

const { keepCompiled } = await import('./compile-cache.ts');
keepCompiled();
const { commands, help } = await import('./admin-commands.ts');
const { adminFault } = await import('./admin-values.ts');
const { joinInstallation } = await import('./installation.ts');
const { loadConfig } = await import('../../shared/server/config.ts');
const { createPool } = await import('../../shared/server/db.ts');

async function main(): Promise<void> {
  const [name, ...rest] = process.argv.slice(2);
  const command = name === undefined ? undefined : commands[name];
  if (!command) throw new StartFault(help());
  if (rest.includes('--help')) return console.log(`npm run admin -- ${command.usage}`);
  const { values, positionals } = parseArgs({ args: rest, options: command.options, allowPositionals: true });
  const installation = await joinInstallation(loadConfig(process.env, { demo: false }));
  const pool = createPool(installation.database, { max: 4, name: 'meridiana admin' });
  try {
    await command.run(pool, values as Record<string, string | undefined>, positionals, installation.config);
  } finally {
    await pool.end();
    await installation.close();
  }
}

try {
  await main();
} catch (error) {
  const sentence = adminFault(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exit(1);
}
