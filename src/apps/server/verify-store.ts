import { StartFault } from '../../shared/server/start-fault.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Node ${process.versions.node} is too old to run this directly: use npm run verify-store.`);
  process.exit(1);
}

const { keepCompiled } = await import('./compile-cache.ts');
keepCompiled();
const { checkStore, NOTHING_CHECKED } = await import('../../features/measurements/server/store-check.ts');
const { adminFault } = await import('./admin-values.ts');
const { joinInstallation } = await import('./installation.ts');
const { loadConfig } = await import('../../shared/server/config.ts');
const { createPool } = await import('../../shared/server/db.ts');
const { listAllCompanies } = await import('../../shared/server/callers.ts');
const { scopeOfWork } = await import('../../shared/server/tenancy.ts');

const USAGE = 'npm run verify-store [-- number of a company]';

function companyIn(argument: string | undefined): number | undefined {
  if (argument === undefined) return undefined;
  const id = Number(argument);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new StartFault(`Usage: ${USAGE}`);
}

/** Answers whether everything is as it should be. */
async function main(): Promise<boolean> {
  const wanted = companyIn(process.argv[2]);
  const installation = await joinInstallation(loadConfig(process.env, { demo: false }));
  const pool = createPool(installation.database, { max: 2, name: 'meridiana verify-store' });
  const total = { ...NOTHING_CHECKED };
  try {
    const all = await listAllCompanies(pool);
    if (wanted !== undefined && !all.includes(wanted)) throw new StartFault(`There is no company ${wanted}.`);
    for (const company_id of wanted === undefined ? all : [wanted]) {
      const found = await checkStore(pool, scopeOfWork(company_id), console.error);
      for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += found[key];
    }
  } finally {
    await pool.end();
    await installation.close();
  }
  const { devices, days, packed, expired, waiting, readings, faults } = total;
  console.log(
    `${devices} devices, ${days} days (${packed} packed, ${expired} let go, ${waiting} still to be made), ` +
      `${readings} readings read: ${faults === 0 ? 'no fault' : `${faults} faults`}.`,
  );
  return faults === 0;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  const sentence = adminFault(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exitCode = 1;
}
