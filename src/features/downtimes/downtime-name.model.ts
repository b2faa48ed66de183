import { knownZone, offsetAt } from '../../shared/units/zones.ts';

/** What a downtime is called: its plant's code and when it began, by the plant's clock, as DD/MM/YYYY HH:mm. // spec §9 */
export function downtimeName({
  proj_code,
  time_zone,
  start,
}: {
  readonly proj_code: string;
  readonly time_zone: string;
  readonly start: string;
}): string {
  const at = Date.parse(start);
  const wall = new Date(at + offsetAt(knownZone(time_zone), at)).toISOString();
  const [year, month, day, hour, minute] = wall.split(/[-T:]/);
  return `${proj_code} ${day}/${month}/${year} ${hour}:${minute}`;
}
