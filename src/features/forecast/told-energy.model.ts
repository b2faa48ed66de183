/**
 * Energy of a source's hours without those that hold more than themselves: the first one after a silence in which the sun was up,
 * however long it lasted. It is not known how much of it was made in which hour.
 * @param values kWh of each hour of a day; NaN is not known
 * @param before the same of the day before, whose silence may reach over midnight
 * @param isUp whether the sun was up in an hour of the day; of the day before they are counted back from -1
 */
export function withoutCatchingUp(
  values: Float64Array,
  before: Float64Array,
  isUp: (hour: number) => boolean,
): Float64Array {
  let silent = false;
  for (let hour = -1; hour >= -before.length && Number.isNaN(before.at(hour) ?? 0); hour--)
    silent ||= isUp(hour);
  return values.map((kwh, hour) => {
    const missing = Number.isNaN(kwh);
    const catchesUp = !missing && silent;
    silent = missing && (silent || isUp(hour));
    return catchesUp ? Number.NaN : kwh;
  });
}
