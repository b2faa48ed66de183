import type { MapColumn } from './map-columns.ts';
import type { MapWarningCode, Remarks } from './map-fault.ts';
import { type MapRow, placeOf } from './read-map.ts';

const NOTATIONS = ['modicon', 'one_based', 'hexadecimal'] as const;

/** Says which notations of addresses were read, each with how many and the first of them. */
export function tellNotations(
  { rows, columns }: { rows: readonly MapRow[]; columns: readonly MapColumn[] },
  warnings: Remarks<MapWarningCode>,
): void {
  for (const notation of NOTATIONS) {
    const written = rows.filter(({ said }) => said.address?.notation === notation);
    const [first] = written;
    const address = first?.said.address;
    if (!first || !address) continue;
    const { read, column, header, field } = placeOf(columns, first, 'address');
    const function_code = address.function_code ?? 0;
    const params = { count: written.length, example: read ?? '', address: address.address, function_code };
    warnings.add({ row: null, column, header, field, code: notation, params, read: null });
  }
}
