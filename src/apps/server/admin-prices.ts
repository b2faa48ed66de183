import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { isZone, readPrices } from '../../features/weather/prices.model.ts';
import { keepPrices } from '../../features/weather/server/prices.repository.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { type Command, text, type Values } from './admin-values.ts';

/** Faults of a file that are told; the first ones say mostly what is wrong with all. */
const TOLD = 5;

async function importPrices(pool: pg.Pool, values: Values, [path]: readonly string[]): Promise<void> {
  if (path === undefined) throw new StartFault('Name the file of prices: import-prices FILE.');
  if (values.zone !== undefined && !isZone(values.zone))
    throw new StartFault('--zone must be a zone such as NORD.');
  const content = await readFile(path, 'utf8').catch(() => {
    throw new StartFault(`The file ${path} cannot be read.`);
  });
  const found = readPrices(content, values.zone);
  if ('faults' in found) {
    const told = found.faults.slice(0, TOLD).map(({ line, reason }) => `  line ${line}: ${reason}`);
    throw new StartFault(`Nothing was imported, because the file cannot be understood:\n${told.join('\n')}`);
  }
  const zones = [...new Set(found.prices.map(({ zone }) => zone))].sort();
  await keepPrices(pool, found.prices, new Date());
  console.log(`${found.prices.length} prices were imported, of ${zones.join(', ')}.`);
}

/** The market's prices, which are nobody's: whoever runs the installation imports them. */
export const priceCommands: Readonly<Record<string, Command>> = {
  'import-prices': { usage: 'import-prices FILE [--zone PUN]', options: { zone: text }, run: importPrices },
};
