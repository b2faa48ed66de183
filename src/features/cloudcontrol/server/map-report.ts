import { type MapRemark as Remark, type Remarks, sentenceOf } from '../../../devices/map/map-fault.ts';
import { type MapVariable, VARIABLE_COLUMNS } from '../../../devices/map/map-variable.ts';
import type { HeldVariable, MapPlan } from '../../../devices/map/plan-map.ts';
import type { MapReading } from '../../../devices/map/read-map.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { MapRemark, MapReport } from '../maps.contract.ts';
import { differencesOf } from '../versions.model.ts';

/** Faults that a refusal lists. */
const MAX_REFUSED = 50;

const withMessage = (remark: Remark): MapRemark => ({ ...remark, message: sentenceOf(remark) });

type Named = { id: number; name: string; slot: number } & MapVariable;
const named = (variable: MapVariable, name: string): Named => ({ ...variable, id: 0, slot: 0, name });

/** What a person decides of a variable, without what else a row of the table has. */
export function mapVariableOf(variable: MapVariable): MapVariable {
  return Object.fromEntries(
    VARIABLE_COLUMNS.map((column) => [column, variable[column]]),
  ) as unknown as MapVariable;
}

/** What a plan changes, variable by variable, as versions tell it. */
function differencesIn(plan: MapPlan, current: readonly HeldVariable[]): MapReport['differences'] {
  const snapshot = (variables: Named[]) =>
    ({ port: null, device: {}, variables: variables as never, attributes: [] }) as const;
  const before = current.map((one) => named(mapVariableOf(one), one.name));
  const after = plan.after.map((one) => named(mapVariableOf(one.variable), one.name));
  return differencesOf(snapshot(before), snapshot(after));
}

export interface Judged {
  readonly reading: MapReading;
  readonly plan: MapPlan;
  readonly current: readonly HeldVariable[];
}

/** The report of a map that was held against a device or template. */
export function reportOf(
  { reading, plan, current }: Judged,
  { applied, newest_version }: Pick<MapReport, 'applied' | 'newest_version'>,
): MapReport {
  const { columns, rows, faults, warnings } = reading;
  const { add, change, remove, unchanged, others } = plan;
  return {
    applied,
    newest_version,
    columns: columns.map(({ place, header, known }) => ({
      column: place + 1,
      header: header.slice(0, 120).toWellFormed(),
      field: known?.field ?? null,
    })),
    counts: {
      rows: rows.length,
      added: add.length,
      changed: change.length,
      unchanged,
      removed: remove.length,
      others,
      names: add.filter(({ of_name }) => of_name).length,
    },
    differences: differencesIn(plan, current),
    ...listed('faults', faults),
    ...listed('warnings', warnings),
  } as MapReport;
}

/** As somebody goes through the file: what is of the whole first, then row by row. */
const byPlace = (a: Remark, b: Remark): number =>
  (a.row ?? 0) - (b.row ?? 0) || (a.column ?? 0) - (b.column ?? 0);

const listed = (name: 'faults' | 'warnings', { list, count }: Remarks<string>) => ({
  [name]: list.toSorted(byPlace).map(withMessage),
  [`${name}_count`]: count,
});

/** @throws AppError invalid that names the first faults by row and field, where a map has any */
export function assertFaultless({ faults }: MapReading): void {
  if (faults.count === 0) return;
  const many = faults.count === 1 ? 'a fault' : `${faults.count} faults`;
  throw new AppError('invalid', `The map has ${many}: nothing was changed`, {
    errors: faults.list
      .toSorted(byPlace)
      .slice(0, MAX_REFUSED)
      .map((fault) => ({
        path: fault.row === null ? 'file' : `rows.${fault.row}.${fault.field ?? ''}`,
        message: sentenceOf(fault),
        code: fault.code,
        params: fault.params,
      })),
  });
}
