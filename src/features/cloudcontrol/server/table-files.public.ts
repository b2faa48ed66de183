import type { Scope } from '../../../shared/server/tenancy.ts';
import { MapFiles } from './map-files.ts';

/** A table as a spreadsheet shows it; `cut`: rows beyond the bound were left unread. */
export interface ReadTable {
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  readonly cut: boolean;
}

export interface TableFiles {
  /** @throws AppError invalid, in a sentence, for what is no table; unavailable when too many wait */
  read(scope: Scope, bytes: Uint8Array): Promise<ReadTable>;
}

/** Files with a table that people keep in a spreadsheet, CSV or workbook: read by threads, one of a company at a time. */
export const createTableFiles = (): TableFiles => new MapFiles();
