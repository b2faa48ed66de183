import {
  hourOfYear,
  readYearNumber,
  type TypicalYear,
  YEAR_HOURS,
  YearBuilder,
  YearFault,
  type YearField,
  yearLines,
} from './typical-year.ts';

const HEADER_LINES = 8;
/** Places of the columns that are read, and what the format calls them; 9999 and 999 mean missing. */
const COLUMNS: readonly { field: YearField; place: number; name: string; missing: number }[] = [
  { field: 'air_c', place: 6, name: 'dry bulb temperature', missing: 99.9 },
  { field: 'ghi_wm2', place: 13, name: 'global horizontal radiation', missing: 9999 },
  { field: 'dni_wm2', place: 14, name: 'direct normal radiation', missing: 9999 },
  { field: 'dhi_wm2', place: 15, name: 'diffuse horizontal radiation', missing: 9999 },
  { field: 'wind_ms', place: 21, name: 'wind speed', missing: 999 },
];

/**
 * Reads a typical year in EnergyPlus' weather format (EPW).
 *
 * @param text the file: `LOCATION,…` with latitude, longitude and hours before UTC in columns 7 to 9, seven more header lines,
 *   then a row for each hour; hour 1 is 00:00 to 01:00 of the place's standard time, its radiation the sum over that hour
 *   (Wh/m², the same number as the mean in W/m²)
 * @returns the year turned to UTC, whole hours; in a zone of half hours a row is that of the hour which begins within the hour before,
 *   and its radiation stands for the middle of that hour all the same
 * @throws YearFault naming line and field
 *
 * Source: EnergyPlus, Auxiliary Programs, "EnergyPlus Weather File (EPW) Data Dictionary".
 */
export function readEpwYear(text: string): TypicalYear {
  const lines = yearLines(text);
  const location = (lines[0] ?? '').split(',');
  if (location[0]?.trim().toUpperCase() !== 'LOCATION')
    throw new YearFault('year_unknown_format', { line: 1 });
  const latitude = readYearNumber(location[6], 'latitude', { line: 1, field: 'latitude' });
  const longitude = readYearNumber(location[7], 'longitude', { line: 1, field: 'longitude' });
  const before = Number(location[8]);
  if (!(location[8]?.trim() && before >= -12 && before <= 14))
    throw new YearFault('year_out_of_range', {
      line: 1,
      field: 'time zone',
      found: (location[8] ?? '').slice(0, 40),
      min: -12,
      max: 14,
    });
  const shift = Math.floor(before);
  const year = new YearBuilder();
  for (let at = HEADER_LINES; at < lines.length && lines[at]?.trim(); at++)
    addRow(year, (lines[at] ?? '').split(','), { line: at + 1, shift });
  return { format: 'epw', latitude, longitude, offset_h: 0.5 - (before - shift), hours: year.complete() };
}

function addRow(
  year: YearBuilder,
  cells: readonly string[],
  { line, shift }: { line: number; shift: number },
): void {
  const [month, day, hour] = [Number(cells[1]), Number(cells[2]), Number(cells[3])];
  // A leap day has no place in a typical year.
  if (month === 2 && day === 29) return;
  const local = hourOfYear(month, day, hour - 1);
  if (local === undefined)
    throw new YearFault('year_not_a_time', {
      line,
      field: 'month, day, hour',
      found: cells.slice(1, 4).join(',').slice(0, 40),
    });
  const values = COLUMNS.map(({ field, place, name, missing }) => {
    if (Number(cells[place]) === missing) throw new YearFault('year_missing_field', { line, field: name });
    return [field, readYearNumber(cells[place], field, { line, field: name })] as const;
  });
  const place = (local - shift + YEAR_HOURS) % YEAR_HOURS;
  year.add(place, Object.fromEntries(values) as Record<YearField, number>, line);
}

/** Whether a text begins as an EPW file does. */
export const looksLikeEpw = (text: string): boolean => /^\uFEFF?\s*LOCATION,/i.test(text.slice(0, 40));
