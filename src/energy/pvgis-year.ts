import {
  hourOfYear,
  readYearNumber,
  type TypicalYear,
  YearBuilder,
  YearFault,
  type YearField,
  yearLines,
} from './typical-year.ts';

/** PVGIS' names of the columns that are read. */
const COLUMNS: Readonly<Record<YearField, string>> = {
  ghi_wm2: 'G(h)',
  dni_wm2: 'Gb(n)',
  dhi_wm2: 'Gd(h)',
  air_c: 'T2m',
  wind_ms: 'WS10m',
};
const HEADER_LINES = 40;
const TIME = /^\d{4}(\d{2})(\d{2}):(\d{2})\d{2}$/;

/** A value of the lines above the table, such as `Latitude (decimal degrees): 45.000`. */
function headValue(
  lines: readonly string[],
  {
    label,
    kind,
    otherwise,
  }: { label: string; kind: 'latitude' | 'longitude' | 'offset_h'; otherwise?: string },
): number {
  const at = lines.slice(0, HEADER_LINES).findIndex((line) => line.startsWith(label));
  const text = at < 0 ? otherwise : lines[at]?.slice((lines[at]?.indexOf(':') ?? 0) + 1);
  return readYearNumber(text, kind, { line: Math.max(1, at + 1), field: label });
}

/**
 * Reads a typical year as PVGIS answers it (CSV; JRC, European Commission: PVGIS 5.2 and 5.3 with its header lines).
 *
 * @param text the file: place and time offset above, then rows `YYYYMMDD:HHMM,T2m,RH,G(h),Gb(n),Gd(h),…` in UTC, a legend below
 * @returns the year; irradiance is of the instant HH:00 + "Irradiance Time Offset", or of HH:00 where the file names none
 * @throws YearFault naming line and field
 */
export function readPvgisYear(text: string): TypicalYear {
  const lines = yearLines(text);
  const head = lines.slice(0, HEADER_LINES).findIndex((line) => line.startsWith('time(UTC)'));
  if (head < 0) throw new YearFault('year_unknown_format', { line: 1 });
  const names = (lines[head] ?? '').split(',').map((name) => name.trim());
  const places = Object.entries(COLUMNS).map(([field, name]) => {
    const place = names.indexOf(name);
    if (place < 0) throw new YearFault('year_missing_field', { line: head + 1, field: name });
    return { field: field as YearField, name, place };
  });
  const year = new YearBuilder();
  // The table ends with the first empty line.
  for (let at = head + 1; at < lines.length && lines[at]?.trim(); at++) {
    const line = at + 1;
    const cells = (lines[at] ?? '').split(',');
    const [, month, day, hour] = TIME.exec(cells[0]?.trim() ?? '') ?? [];
    const place = hourOfYear(Number(month), Number(day), Number(hour));
    if (place === undefined)
      throw new YearFault('year_not_a_time', {
        line,
        field: 'time(UTC)',
        found: (cells[0] ?? '').slice(0, 40),
      });
    const values = places.map(
      ({ field, name, place: cell }) =>
        [field, readYearNumber(cells[cell], field, { line, field: name })] as const,
    );
    year.add(place, Object.fromEntries(values) as Record<YearField, number>, line);
  }
  return {
    format: 'pvgis',
    latitude: headValue(lines, { label: 'Latitude', kind: 'latitude' }),
    longitude: headValue(lines, { label: 'Longitude', kind: 'longitude' }),
    offset_h: headValue(lines, { label: 'Irradiance Time Offset', kind: 'offset_h', otherwise: '0' }),
    hours: year.complete(),
  };
}
