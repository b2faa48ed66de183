import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { readingDevices } from '../../plants/server/reading-devices.public.ts';
import { addNames } from '../../plants/server/variables.public.ts';
import { leftOutColumns } from '../left-out.model.ts';
import type { CsvMapping, ImportPreview } from '../measurements.contract.ts';
import type { ReadingRow } from '../readings.model.ts';
import { closedTo, REFUSED } from '../refusals.model.ts';
import { CsvReading, understand } from './csv-file.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { countMarks, findImportDevice, type ImportDevice } from './imports.repository.ts';
import { listNamedDevices } from './ingest.repository.ts';
import type { ProgressChange } from './progress.repository.ts';
import { ReadingWriter } from './reading-writer.ts';
import { tableOf } from './workbook.ts';

const ROWS_AT_ONCE = 2000;
/** Another process may be at work on the same days: they are waited for as long as they become fewer within this. */
const DAYS_WAIT_MS = 60_000;
const DAYS_PAUSE_MS = 200;

/** What an import came to. */
export interface ImportReport {
  device_id: number;
  short_name: string;
  file_name: string;
  rows: number;
  /** Readings in the file that are on disk now, new or repeated. */
  stored: number;
  empty: number;
  bad_rows: number;
  bad: ImportPreview['bad'];
  /** Columns of the file that were stored nowhere, by their header or else their number. */
  left_out: string[];
  first_at: string | null;
  last_at: string | null;
  step_s: number | null;
  /** What a person should know about how it was read. */
  notes: ImportPreview['notes'];
  /** Days whose totals are not counted yet; 0 as a rule. */
  days_left: number;
}

/** A file and where its readings go. */
export interface Work {
  pool: pg.Pool;
  writer: ReadingWriter;
  scope: Scope;
  device_id: number;
  file_name: string;
  text: string;
  mapping: CsvMapping;
  now: () => Date;
  onStep?: (step: ProgressChange) => Promise<void>;
  daysWait_ms?: number;
}

/** The device of a file. @throws AppError not_found; invalid where it takes no readings from outside */
export async function deviceOf(tx: Tx, device_id: number): Promise<ImportDevice> {
  const device = (await findImportDevice(tx, device_id)) ?? notFound();
  const code = closedTo(device);
  if (!code) return device;
  const message = REFUSED[code];
  throw new AppError('invalid', `No file can be imported: ${message}`, {
    errors: [{ path: 'device_id', message, code }],
  });
}

/** The device with every variable that the mapping names, made where it is missing, and the rhythm of the file. */
async function prepare({ pool, scope, device_id, text, mapping, now }: Work): Promise<ImportDevice> {
  const known = await inScope(pool, scope, (tx) => deviceOf(tx, device_id), 'read only');
  const dry = await CsvReading.open(text, mapping, known, now().getTime());
  for await (const _ of dry.rows());
  const step_s = dry.account.step();
  return inScope(pool, scope, async (tx) => {
    const device = await deviceOf(tx, device_id);
    const missing = mapping.columns
      .map(({ variable }) => variable)
      .filter((name) => device.variables.some((known) => known.name === name && known.slot === null));
    await addNames(tx, device_id, missing);
    if (step_s !== null) await readingDevices.setInterval(tx, device_id, step_s);
    return missing.length > 0 ? deviceOf(tx, device_id) : device;
  });
}

/** Where each column is stored. A variable that has gone since the file was mapped must not land in another's place. */
export function slotsOf(mapping: CsvMapping, device: ImportDevice): number[] {
  return mapping.columns.map(({ variable }, i) => {
    const slot = device.variables.find((known) => known.name === variable)?.slot ?? null;
    if (slot !== null) return slot;
    throw new AppError('invalid', `The device has no variable ${variable}`, {
      errors: [{ path: `columns.${i}.variable`, message: 'unknown variable', code: 'no_such_variable' }],
    });
  });
}

/** Stores the readings of a file through the one writer and makes the device's days anew. */
export async function storeFile(work: Work): Promise<ImportReport> {
  const { writer, scope, device_id, text, mapping, now } = work;
  const device = await prepare(work);
  const slots = slotsOf(mapping, device);
  const length = Math.max(0, ...slots.map((slot) => slot + 1));
  const reading = await CsvReading.open(text, mapping, device, now().getTime());
  let batch: ReadingRow[] = [];
  const flush = async () => {
    await writer.write(scope, batch);
    batch = [];
    await work.onStep?.({ done: reading.account.rows });
  };
  for await (const rows of reading.rows()) {
    for (const { ts, values } of rows) {
      const row = new Float64Array(length).fill(Number.NaN);
      slots.forEach((slot, i) => {
        row[slot] = values[i] ?? Number.NaN;
      });
      batch.push({ device_id, ts, values: row, quality: null });
      if (batch.length >= ROWS_AT_ONCE) await flush();
    }
  }
  await flush();
  await work.onStep?.({ detail: { phase: 'days' } });
  const days_left = await settleDays(work);
  const { rows, readings, empty, badRows, bad, firstAt, lastAt } = reading.account;
  const any = lastAt >= firstAt;
  return {
    device_id,
    short_name: device.short_name,
    file_name: work.file_name,
    rows,
    stored: readings,
    empty,
    bad_rows: badRows,
    bad,
    left_out: leftOutColumns(reading.header, mapping),
    first_at: any ? new Date(firstAt).toISOString() : null,
    last_at: any ? new Date(lastAt).toISOString() : null,
    step_s: reading.account.step(),
    notes: reading.account.notes(device.time_zone),
    days_left,
  };
}

/**
 * Months and the year are right when the work says that it is done. Answers how many days still wait to be counted
 * because another process was at them for too long; the day updater makes those.
 */
async function settleDays({
  pool,
  scope,
  device_id,
  daysWait_ms = DAYS_WAIT_MS,
  onStep,
}: Work): Promise<number> {
  let min = Number.POSITIVE_INFINITY;
  let until = 0;
  for (;;) {
    await recomputeDirty(pool, scope, { device_id, today: true });
    const left = await inScope(pool, scope, (tx) => countMarks(tx, device_id), 'read only');
    if (left < min) {
      min = left;
      until = performance.now() + daysWait_ms;
    }
    if (left === 0 || performance.now() > until) return left;
    await onStep?.({ detail: { phase: 'days' } });
    await pause(DAYS_PAUSE_MS);
  }
}

export interface FileImport {
  pool: pg.Pool;
  scope: Scope;
  /** `proj_code/short_name`, or a short name that only one device of the company has. */
  device: string;
  path: string;
  /** What differs from how the file is understood by itself. */
  mapping?: Partial<CsvMapping>;
  now?: () => Date;
}

/** Imports a file from disk, for the command line. @throws AppError not_found for the device, invalid for the file */
export async function importCsvFile(
  given: FileImport,
): Promise<{ understood: CsvMapping; report: ImportReport }> {
  const { pool, scope, path, now = () => new Date() } = given;
  const [code, name] = given.device.includes('/') ? given.device.split('/') : [undefined, given.device];
  const device = await inScope(
    pool,
    scope,
    async (tx) => {
      const [found, ...others] = (await listNamedDevices(tx, [name ?? ''])).filter(
        ({ proj_code }) => code === undefined || proj_code === code,
      );
      if (!found || others.length > 0)
        throw new AppError('not_found', `No device, or more than one, is called ${given.device}`);
      return deviceOf(tx, found.device_id);
    },
    'read only',
  );
  const { text, ...table } = await tableOf(await readFile(path), given.mapping?.sheet);
  const detected = await understand({ text, ...table }, device);
  const mapping = { ...detected.mapping, ...given.mapping };
  const writer = new ReadingWriter(pool);
  try {
    const { device_id } = device;
    const report = await storeFile({
      pool,
      writer,
      scope,
      device_id,
      file_name: basename(path),
      text,
      mapping,
      now,
    });
    return { understood: mapping, report };
  } finally {
    await writer.close();
  }
}
