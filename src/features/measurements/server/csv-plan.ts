import { findClock, timeCell, usualStep } from '../csv-clock.model.ts';
import { Intervals, powerOfEnergy } from '../csv-interval.model.ts';
import { conversion } from '../csv-number.model.ts';
import { type ColumnPlan, plausibleOf } from '../csv-rows.model.ts';
import { parseStamp } from '../csv-time.model.ts';
import type { ImportTarget } from '../imports.model.ts';
import type { CsvMapping } from '../measurements.contract.ts';
import { invalid } from './csv-records.ts';
import { monthsBefore } from './expiry.public.ts';

/** The earliest instant whose readings stay: days that were let go stay so when the company keeps more again. */
export function keptFrom({ kept_months, expired_until }: ImportTarget, now: number): number {
  const kept = kept_months ? monthsBefore(new Date(now), kept_months).getTime() : Number.NEGATIVE_INFINITY;
  return Math.max(kept, expired_until ?? Number.NEGATIVE_INFINITY);
}

export function planOf(mapping: CsvMapping, target: ImportTarget, header: readonly string[]): ColumnPlan[] {
  const taken = new Set<string>();
  return mapping.columns.map(({ column, variable, unit }, i) => {
    const known = target.variables.find((candidate) => candidate.name === variable);
    const params = { column: header[column] || String(column + 1), variable };
    const wrong = (part: string, message: string, code: string, more: Record<string, string> = {}) =>
      invalid({ path: `columns.${i}.${part}`, message, code, params: { ...params, ...more } });
    if (!known) return wrong('variable', 'unknown variable', 'unknown_variable');
    if (taken.has(variable)) {
      return wrong('variable', 'stands for another column already', 'variable_twice');
    }
    if (column === mapping.time_column || column === mapping.clock_column)
      return wrong('column', 'is the time', 'column_is_time');
    taken.add(variable);
    const power = known.kind === 'gauge' ? powerOfEnergy(unit, known.unit) : undefined;
    const rule = power === undefined ? conversion(unit, known.unit) : { factor: power, offset: 0 };
    if (!rule) {
      const into = known.unit || 'a bare number';
      return wrong('unit', `cannot be turned into ${into}`, 'bad_unit', { unit, into: known.unit || '–' });
    }
    return {
      column,
      header: header[column] ?? '',
      counter: known.kind === 'counter',
      per_interval: power !== undefined,
      plausible: plausibleOf(known),
      ...rule,
    };
  });
}

/** The mapping with the column of the clock, found out where it says nothing; what is stored as a value is no clock. */
export function withClock(mapping: CsvMapping, records: readonly string[][]): CsvMapping {
  const { clock_column, header_rows, time_column, columns } = mapping;
  if (clock_column !== undefined) return mapping;
  const found = findClock(records.slice(header_rows), time_column, records.slice(0, header_rows));
  if (found === null || columns.some(({ column }) => column === found)) return mapping;
  return { ...mapping, clock_column: found };
}

/** What the stamps of a file stand for. */
export function intervalsOf(records: readonly string[][], mapping: CsvMapping): Intervals {
  const { header_rows, time_column, clock_column = null, time_format } = mapping;
  const body = records.slice(header_rows);
  return new Intervals(mapping, usualStep(body, time_column, clock_column, time_format));
}

/** Whether a file begins with its newest row. */
export function runsBackwards(records: readonly (readonly string[])[], mapping: CsvMapping): boolean {
  const stamps = records
    .slice(mapping.header_rows)
    .map((record) =>
      parseStamp(timeCell(record, mapping.time_column, mapping.clock_column ?? null), mapping.time_format),
    )
    .filter((stamp) => stamp !== undefined);
  const [first, last] = [stamps[0], stamps.at(-1)];
  return first !== undefined && last !== undefined && last.local < first.local;
}
