// Months of the calendar as YYYY-MM, years as YYYY or a number, days as YYYY-MM-DD. Nothing here knows of clocks.

/** Years have four digits, so that texts sort as time does. */
const monthText = (index: number): string =>
  `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;

/** The month some months later. */
export function monthAfter(month: string, by = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthText(year * 12 + number - 1 + by);
}

/** The month some months earlier. */
export const monthBefore = (month: string, by = 1): string => monthAfter(month, -by);

/** The first day that is no more of a month. */
export const dayAfterMonth = (month: string): string => `${monthAfter(month)}-01`;

/** Of the last month that four digits can say, too, after which no day can be written. */
export function lastOfMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(0);
  last.setUTCFullYear(year, number, 0);
  return `${month}-${last.getUTCDate()}`;
}

/** The first and the last day of a month. */
export const spanOfMonth = (month: string): { from: string; to: string } => ({
  from: `${month}-01`,
  to: lastOfMonth(month),
});

/** How many days a month has. */
export const countOfDays = (month: string): number => Number(lastOfMonth(month).slice(8));

export const daysOfMonth = (month: string): string[] =>
  Array.from({ length: countOfDays(month) }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);

/** The twelve months of a year. */
export const monthsOfYear = (year: number | string): string[] =>
  Array.from({ length: 12 }, (_, i) => monthText(Number(year) * 12 + i));

/** Months from one to another, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const months = [];
  for (let month = from; month <= to; month = monthAfter(month)) months.push(month);
  return months;
}
