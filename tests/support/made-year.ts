/** A typical year that nobody measured: the same numbers at each run, with clear, broken and grey days. */
export const MADE_YEAR = { latitude: 44.5, longitude: 11.3, offset_h: 0.1761 };

const RADIANS = Math.PI / 180;
const DAYS_OF = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

interface MadeHour {
  month: number;
  day: number;
  hour: number;
  air_c: number;
  ghi: number;
  dni: number;
  dhi: number;
  wind: number;
}

/** Numbers between 0 and 1 that are the same at each run (a linear congruence of 32 bits). */
function lots(): () => number {
  let state = 20_261_123;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Height of the sun by Cooper's formula: near enough for weather that is made up. */
function cosZenith(dayOfYear: number, hour: number): number {
  const declination = 23.45 * Math.sin((2 * Math.PI * (284 + dayOfYear)) / 365) * RADIANS;
  const angle = 15 * (hour + MADE_YEAR.offset_h + MADE_YEAR.longitude / 15 - 12) * RADIANS;
  const latitude = MADE_YEAR.latitude * RADIANS;
  return (
    Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(angle)
  );
}

/** 8,760 hours from 1 January 00:00 UTC on. */
export function madeHours(): MadeHour[] {
  const lot = lots();
  const hours: MadeHour[] = [];
  let dayOfYear = 0;
  for (const [place, days] of DAYS_OF.entries())
    for (let day = 1; day <= days; day++) {
      dayOfYear++;
      const clear = 0.25 + 0.75 * Math.sqrt(lot());
      for (let hour = 0; hour < 24; hour++) {
        const height = cosZenith(dayOfYear, hour);
        const share = Math.min(1, clear * (0.85 + 0.3 * lot()));
        const ghi = height > 0.02 ? share * 1098 * height * Math.exp(-0.059 / height) : 0;
        const dhi = height > 0.1 ? ghi * (1 - 0.85 * share * share) : ghi;
        hours.push({
          month: place + 1,
          day,
          hour,
          air_c:
            13 -
            10 * Math.cos((2 * Math.PI * (dayOfYear - 20)) / 365) -
            4 * Math.cos((2 * Math.PI * (hour - 2)) / 24),
          ghi,
          dni: height > 0.1 ? (ghi - dhi) / height : 0,
          dhi,
          wind: 0.5 + 3 * lot(),
        });
      }
    }
  return hours;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The year as PVGIS writes it. */
export function madePvgisYear(): string {
  const rows = madeHours().map(
    ({ month, day, hour, air_c, ghi, dni, dhi, wind }) =>
      `2019${two(month)}${two(day)}:${two(hour)}00,${air_c.toFixed(2)},70.00,${ghi.toFixed(2)},${dni.toFixed(2)},${dhi.toFixed(2)},300.00,${wind.toFixed(2)},180.0,99000.0`,
  );
  return [
    `Latitude (decimal degrees): ${MADE_YEAR.latitude.toFixed(3)}`,
    `Longitude (decimal degrees): ${MADE_YEAR.longitude.toFixed(3)}`,
    'Elevation (m): 60.0',
    `Irradiance Time Offset (h): ${MADE_YEAR.offset_h}`,
    'month,year',
    ...DAYS_OF.map((_, month) => `${month + 1},2019`),
    'time(UTC),T2m,RH,G(h),Gb(n),Gd(h),IR(h),WS10m,WD10m,SP',
    ...rows,
    '',
    'T2m: 2-m air temperature (degree Celsius)',
    '',
  ].join('\r\n');
}

/** The year as EPW, in the standard time of a zone some hours before UTC. */
export function madeEpwYear(zone = 1): string {
  const hours = madeHours();
  const rows = hours.map(({ month, day, hour }, at) => {
    const { air_c, ghi, dni, dhi, wind } = hours[(at - zone + hours.length) % hours.length] as MadeHour;
    const cells = [2019, month, day, hour + 1, 0, 'A7', air_c.toFixed(2), 8, 70, 99_000, 0, 0, 300];
    return [
      ...cells,
      ghi.toFixed(2),
      dni.toFixed(2),
      dhi.toFixed(2),
      0,
      0,
      0,
      0,
      180,
      wind.toFixed(2),
      0,
      0,
    ].join(',');
  });
  return [
    `LOCATION,Made,-,ITA,MADE,000000,${MADE_YEAR.latitude},${MADE_YEAR.longitude},${zone},60`,
    'DESIGN CONDITIONS,0',
    'TYPICAL/EXTREME PERIODS,0',
    'GROUND TEMPERATURES,0',
    'HOLIDAYS/DAYLIGHT SAVINGS,No,0,0,0',
    'COMMENTS 1,made up',
    'COMMENTS 2,',
    'DATA PERIODS,1,1,Data,Sunday,1/1,12/31',
    ...rows,
    '',
  ].join('\n');
}
