import type pg from 'pg';
import { CsvMapping } from '../../features/measurements/measurements.contract.ts';
import { importCsvFile } from '../../features/measurements/server/import-work.ts';
import { passwordLines } from '../../features/measurements/server/mqtt-credentials.service.ts';
import { NewDevice } from '../../features/plants/device-fields.contract.ts';
import { NewPlant } from '../../features/plants/plants.contract.ts';
import { createDevice, createPlant } from '../../features/plants/server/plants.service.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { inScope, scopeOfWork } from '../../shared/server/tenancy.ts';
import { type Command, companyOf, need, text, type Values } from './admin-values.ts';

const MAPPING = CsvMapping.partial();

function numberOf(values: Values, name: string): number | null {
  const given = values[name];
  if (given === undefined) return null;
  const value = Number(given);
  if (Number.isFinite(value)) return value;
  throw new StartFault(`--${name} must be a number.`);
}

function checked<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Error) || !('issues' in error)) throw error;
    const issues = error.issues as { path: PropertyKey[]; message: string }[];
    throw new StartFault(issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
  }
}

async function addPlant(pool: pg.Pool, values: Values): Promise<void> {
  const plant = checked(() =>
    NewPlant.parse({
      proj_code: need(values, 'code'),
      name: values.name ?? values.code,
      potenza_nominale: numberOf(values, 'kwp'),
      latitude: numberOf(values, 'latitude'),
      longitude: numberOf(values, 'longitude'),
      ...(values.type ? { productionType: values.type } : {}),
      ...(values.zone ? { time_zone: values.zone } : {}),
    }),
  );
  const made = await inScope(pool, scopeOfWork(companyOf(values)), (tx) => createPlant(tx, plant));
  console.log(`Plant ${made.proj_code} ${made.name} (${made.time_zone}) was made.`);
}

async function addDevice(pool: pg.Pool, values: Values): Promise<void> {
  const names = need(values, 'variables').split(',');
  const device = checked(() =>
    NewDevice.parse({
      proj_code: need(values, 'plant'),
      short_name: need(values, 'name'),
      category: values.category ?? 'inverter',
      nominal_power: numberOf(values, 'kw'),
      interval_s: numberOf(values, 'interval') ?? 60,
      variables: names.map((name) => ({ name: name.trim() })),
    }),
  );
  const made = await inScope(pool, scopeOfWork(companyOf(values)), (tx) => createDevice(tx, device));
  console.log(`Device ${made.id} ${made.short_name} of ${made.proj_code} was made.`);
}

function mappingIn(values: Values): Partial<CsvMapping> {
  let given: unknown;
  try {
    given = JSON.parse(values.mapping ?? '{}');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StartFault('--mapping must be JSON, such as \'{"decimal":","}\'.');
  }
  const mapping = checked(() => MAPPING.parse(given));
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined));
}

async function importFile(pool: pg.Pool, values: Values): Promise<void> {
  const { understood, report } = await importCsvFile({
    pool,
    scope: scopeOfWork(companyOf(values)),
    device: need(values, 'device'),
    path: need(values, 'file'),
    mapping: mappingIn(values),
  });
  const columns = understood.columns.map(
    ({ column, variable, unit }) => `column ${column + 1} → ${variable} [${unit}]`,
  );
  console.log(
    `Understood: ${columns.join(', ')}; time in column ${understood.time_column + 1}, ${understood.time_zone} where a stamp has no offset.`,
  );
  console.log(JSON.stringify(report, null, 2));
}

/** What an administrator does to plants and devices from the command line. */
export const fieldCommands: Readonly<Record<string, Command>> = {
  plant: {
    usage:
      'plant --company ID --code C [--name N --zone Europe/Rome --kwp P --latitude A --longitude O --type photovoltaic]',
    options: {
      company: text,
      code: text,
      name: text,
      zone: text,
      kwp: text,
      latitude: text,
      longitude: text,
      type: text,
    },
    run: addPlant,
  },
  device: {
    usage:
      'device --company ID --plant C --name N --variables ac_power_kw,… [--category inverter --kw P --interval S]',
    options: {
      company: text,
      plant: text,
      name: text,
      variables: text,
      category: text,
      kw: text,
      interval: text,
    },
    run: addDevice,
  },
  'mqtt-passwords': {
    usage: 'mqtt-passwords > passwords',
    options: {},
    async run(pool) {
      for (const line of await passwordLines(pool)) console.log(line);
    },
  },
  import: {
    usage: 'import --company ID --device PLANT/NAME --file F.csv [--mapping \'{"decimal":",", …}\']',
    options: { company: text, device: text, file: text, mapping: text },
    run: importFile,
  },
};
