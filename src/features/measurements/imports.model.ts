import type { TargetVariable } from './csv-header.model.ts';
import type { CsvMapping, ImportPreview } from './measurements.contract.ts';

/** What a person should know of how a file is understood. */
export type Note = ImportPreview['notes'][number];
export type Separator = CsvMapping['separator'];

/** The device that a file is meant for. */
export interface ImportTarget {
  readonly variables: readonly TargetVariable[];
  /** kW at most, of the device or else its plant; tells watts from kilowatts. */
  readonly nominal_kw: number | null;
  readonly time_zone: string;
  /** Months for which the company keeps readings; none: for ever. */
  readonly kept_months?: number | null;
  /** Up to here (epoch ms) the device's readings were let go, however long the company keeps them now; none: null. */
  readonly expired_until?: number | null;
}
