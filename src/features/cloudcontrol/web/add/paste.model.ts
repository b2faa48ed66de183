import type { Draft, Row } from './draft.model.ts';

const ADDRESS = /^([^\s:]+):(\d{1,5})$/;

function rowOf(cells: readonly string[], i: number, draft: Draft): Row {
  const [short_name = '', address = '', unit = '', serial_number = '', power = ''] = cells.map((cell) =>
    cell.trim(),
  );
  const [, host = address, port = draft.port] = ADDRESS.exec(address) ?? [];
  const unit_id = unit === '' ? draft.unit : unit;
  return {
    key: `paste ${i}`,
    short_name,
    host,
    port,
    unit_id,
    serial_number,
    nominal_power: power || draft.power,
  };
}

/** Rows of a spreadsheet, tabs or semicolons between its columns; a heading is left out. */
export function pastedRows(text: string, draft: Draft, max: number): Row[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const cells = lines.map((line) => line.split(/\t|;/));
  // A heading has no number where a unit id stands.
  const headed = cells.length > 1 && /[^\d\s]/.test(cells[0]?.[2] ?? '');
  return cells.slice(headed ? 1 : 0, max + (headed ? 1 : 0)).map((one, i) => rowOf(one, i, draft));
}
