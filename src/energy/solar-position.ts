import { DAY_MS } from '../shared/units/zones.ts';

const RADIANS = Math.PI / 180;
/** 2000-01-01T12:00Z, the epoch J2000.0, in milliseconds of the Unix clock. */
const J2000_MS = 946_728_000_000;
/** Upper limb on the horizon: half a solar diameter (16') plus mean refraction (34'). */
const HORIZON_ELEVATION_DEG = -0.833;

export interface SolarPosition {
  /** Geometric zenith angle, degrees, refraction left out. */
  readonly zenith_deg: number;
  /** Geometric elevation, degrees: 90 − zenith. */
  readonly elevation_deg: number;
  /** Elevation as seen through the atmosphere, degrees. */
  readonly apparent_elevation_deg: number;
  /** Degrees clockwise from north: E = 90, S = 180. In [0, 360). */
  readonly azimuth_deg: number;
}

interface SunAmongStars {
  readonly sin_declination: number;
  readonly cos_declination: number;
  /** Apparent minus mean solar time, as an angle in degrees (4 minutes each). */
  readonly equation_of_time_deg: number;
}

/**
 * Declination and equation of time.
 * Equations: Meeus, Astronomical Algorithms, 2nd ed., chapters 25 and 28, in the low-precision form
 * that NOAA's solar calculator publishes (gml.noaa.gov/grad/solcalc/calcdetails.html).
 */
function sunAmongStars(atMs: number): SunAmongStars {
  const centuries = (atMs - J2000_MS) / (DAY_MS * 36_525);
  const meanLongitude = (280.46646 + centuries * (36_000.76983 + centuries * 0.0003032)) * RADIANS;
  const anomaly = (357.52911 + centuries * (35_999.05029 - centuries * 0.0001537)) * RADIANS;
  const eccentricity = 0.016708634 - centuries * (0.000042037 + centuries * 0.0000001267);
  const centre =
    Math.sin(anomaly) * (1.914602 - centuries * (0.004817 + centuries * 0.000014)) +
    Math.sin(2 * anomaly) * (0.019993 - centuries * 0.000101) +
    Math.sin(3 * anomaly) * 0.000289;
  const node = (125.04 - 1934.136 * centuries) * RADIANS;
  const apparentLongitude = meanLongitude + (centre - 0.00569 - 0.00478 * Math.sin(node)) * RADIANS;
  const obliquity = (23.439291 - 0.0130042 * centuries + 0.00256 * Math.cos(node)) * RADIANS;
  const sinDeclination = Math.sin(obliquity) * Math.sin(apparentLongitude);
  const y = Math.tan(obliquity / 2) ** 2;
  const equationOfTime =
    y * Math.sin(2 * meanLongitude) -
    2 * eccentricity * Math.sin(anomaly) +
    4 * eccentricity * y * Math.sin(anomaly) * Math.cos(2 * meanLongitude) -
    0.5 * y * y * Math.sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * anomaly);
  return {
    sin_declination: sinDeclination,
    cos_declination: Math.sqrt(1 - sinDeclination * sinDeclination),
    equation_of_time_deg: equationOfTime / RADIANS,
  };
}

const LAST_SUNS = 3;
let lastSuns: readonly { readonly atMs: number; readonly sun: SunAmongStars }[] = [];

/** The same, kept for the last instants: thousands of places are asked about for one, or for an hour before and after it as well. */
function sunAt(atMs: number): SunAmongStars {
  const known = lastSuns.find((last) => last.atMs === atMs);
  if (known) return known.sun;
  const sun = sunAmongStars(atMs);
  lastSuns = [{ atMs, sun }, ...lastSuns.slice(0, LAST_SUNS - 1)];
  return sun;
}

/** Apparent solar time as an angle from noon, radians. */
const hourAngleAt = (longitudeDeg: number, atMs: number, sun: SunAmongStars): number =>
  (((atMs % DAY_MS) / DAY_MS) * 360 - 180 + longitudeDeg + sun.equation_of_time_deg) * RADIANS;

/** sin e = sin φ sin δ + cos φ cos δ cos H, in degrees. */
function elevationAt(latitudeDeg: number, hourAngle: number, sun: SunAmongStars): number {
  const sinElevation =
    Math.sin(latitudeDeg * RADIANS) * sun.sin_declination +
    Math.cos(latitudeDeg * RADIANS) * sun.cos_declination * Math.cos(hourAngle);
  return Math.asin(Math.max(-1, Math.min(1, sinElevation))) / RADIANS;
}

/** Refraction in degrees for a geometric elevation in degrees (NOAA's piecewise form, 1013 hPa, 10 °C). */
function refractionDeg(elevationDeg: number): number {
  if (elevationDeg > 85) return 0;
  const tangent = Math.tan(elevationDeg * RADIANS);
  if (elevationDeg > 5) return (58.1 / tangent - 0.07 / tangent ** 3 + 0.000086 / tangent ** 5) / 3600;
  if (elevationDeg > -0.575) {
    const e = elevationDeg;
    return (1735 + e * (-518.2 + e * (103.4 + e * (-12.79 + e * 0.711)))) / 3600;
  }
  return -20.772 / tangent / 3600;
}

/**
 * Where the sun stands for an observer.
 *
 * @param latitudeDeg degrees, north positive, −90…90
 * @param longitudeDeg degrees, east positive, −180…180
 * @param at the instant (Date, or milliseconds of the Unix clock)
 * @returns angles in degrees; within 0.02° of NREL's SPA between 1950 and 2050 (parallax, below 0.0025°,
 *   is left out). At the poles azimuth has no meaning and is 180 or 0.
 * @throws RangeError when an argument is not finite or the latitude is beyond a pole
 *
 * cos z = sin φ sin δ + cos φ cos δ cos H; tan(azimuth − 180°) = sin H / (cos H sin φ − tan δ cos φ).
 * Source: NOAA solar calculator; Meeus (1998), chapter 13.
 */
export function solarPosition(latitudeDeg: number, longitudeDeg: number, at: Date | number): SolarPosition {
  const atMs = Number(at);
  checkPlace(latitudeDeg, longitudeDeg, atMs);
  const sun = sunAt(atMs);
  const hourAngle = hourAngleAt(longitudeDeg, atMs, sun);
  const sinLatitude = Math.sin(latitudeDeg * RADIANS);
  const cosLatitude = Math.cos(latitudeDeg * RADIANS);
  const cosHour = Math.cos(hourAngle);
  const elevation = elevationAt(latitudeDeg, hourAngle, sun);
  const fromSouth = Math.atan2(
    sun.cos_declination * Math.sin(hourAngle),
    cosHour * sun.cos_declination * sinLatitude - sun.sin_declination * cosLatitude,
  );
  return {
    zenith_deg: 90 - elevation,
    elevation_deg: elevation,
    apparent_elevation_deg: elevation + refractionDeg(elevation),
    azimuth_deg: (fromSouth / RADIANS + 540) % 360,
  };
}

/**
 * Whether any part of the sun's disc stands above a flat horizon.
 * Geometric elevation > −0.833° (16' half-diameter + 34' refraction), the almanacs' definition of day.
 * Parameters and errors as in {@link solarPosition}.
 */
export function isSunUp(latitudeDeg: number, longitudeDeg: number, at: Date | number): boolean {
  const atMs = Number(at);
  checkPlace(latitudeDeg, longitudeDeg, atMs);
  const sun = sunAt(atMs);
  return elevationAt(latitudeDeg, hourAngleAt(longitudeDeg, atMs, sun), sun) > HORIZON_ELEVATION_DEG;
}

export interface SunTimes {
  readonly noon_at: Date;
  /** Null when the sun does not cross the horizon on that day. */
  readonly sunrise_at: Date | null;
  readonly sunset_at: Date | null;
  readonly day_kind: 'normal' | 'polar_day' | 'polar_night';
}

/**
 * Sunrise, solar noon and sunset of a calendar day, as instants.
 *
 * @param latitudeDeg degrees, north positive
 * @param longitudeDeg degrees, east positive
 * @param day `YYYY-MM-DD`, counted in local solar time (the day whose noon is nearest to 12:00 there)
 * @returns instants within about 20 s below 60° of latitude on a flat horizon; null and a day_kind where
 *   the sun stays up or down
 * @throws RangeError when the day cannot be read or the place is not one
 *
 * cos H0 = (sin −0.833° − sin φ sin δ) / (cos φ cos δ), with δ and the equation of time taken anew at the
 * event itself. Source: NOAA solar calculator.
 */
export function sunTimes(latitudeDeg: number, longitudeDeg: number, day: string): SunTimes {
  return sunCrossings(latitudeDeg, longitudeDeg, { day, elevation_deg: HORIZON_ELEVATION_DEG });
}

/** Geometric elevation of the sun's centre at which civil twilight begins and ends. */
export const CIVIL_ELEVATION_DEG = -6;

/**
 * When the sun's centre rises above, and falls below, an elevation on a day: sunrise and sunset for the horizon's −0.833°,
 * civil dawn and dusk for −6°. Parameters, accuracy and errors as in {@link sunTimes}.
 */
export function sunCrossings(
  latitudeDeg: number,
  longitudeDeg: number,
  { day, elevation_deg }: { readonly day: string; readonly elevation_deg: number },
): SunTimes {
  const meanNoon = Date.parse(`${day}T12:00:00Z`) - (longitudeDeg / 360) * DAY_MS;
  checkPlace(latitudeDeg, longitudeDeg, meanNoon);
  const noon = refineEvent(meanNoon, meanNoon, () => 0);
  const halfDay = (sun: SunAmongStars): number => crossingHourAngleDeg(latitudeDeg, elevation_deg, sun);
  const atNoon = halfDay(sunAmongStars(noon));
  if (!Number.isFinite(atNoon)) {
    const dayKind = atNoon > 0 ? 'polar_day' : 'polar_night';
    return { noon_at: new Date(noon), sunrise_at: null, sunset_at: null, day_kind: dayKind };
  }
  const sunrise = refineEvent(noon, meanNoon, (sun) => -halfDay(sun));
  const sunset = refineEvent(noon, meanNoon, halfDay);
  return {
    noon_at: new Date(noon),
    sunrise_at: dateOf(sunrise),
    sunset_at: dateOf(sunset),
    day_kind: 'normal',
  };
}

/** Hour angle in degrees at which the sun falls below an elevation; +Infinity when it never does, −Infinity when it never is above. */
function crossingHourAngleDeg(latitudeDeg: number, elevationDeg: number, sun: SunAmongStars): number {
  const sinLatitude = Math.sin(latitudeDeg * RADIANS);
  const cosLatitude = Math.cos(latitudeDeg * RADIANS);
  const cosHour =
    (Math.sin(elevationDeg * RADIANS) - sinLatitude * sun.sin_declination) /
    (cosLatitude * sun.cos_declination);
  if (cosHour > 1) return Number.NEGATIVE_INFINITY;
  if (cosHour < -1) return Number.POSITIVE_INFINITY;
  return Math.acos(cosHour) / RADIANS;
}

/** Three passes move the event by less than a tenth of a second each further time. */
function refineEvent(
  firstMs: number,
  meanNoonMs: number,
  hourAngleDeg: (sun: SunAmongStars) => number,
): number {
  let atMs = firstMs;
  for (let pass = 0; pass < 3; pass++) {
    const sun = sunAmongStars(atMs);
    atMs = meanNoonMs + ((hourAngleDeg(sun) - sun.equation_of_time_deg) / 360) * DAY_MS;
  }
  return atMs;
}

function dateOf(ms: number): Date | null {
  return Number.isFinite(ms) ? new Date(ms) : null;
}

function checkPlace(latitudeDeg: number, longitudeDeg: number, atMs: number): void {
  if (!Number.isFinite(atMs)) throw new RangeError('the instant is not a date');
  if (!(Math.abs(latitudeDeg) <= 90)) throw new RangeError(`latitude ${latitudeDeg} is not within ±90°`);
  if (!(Math.abs(longitudeDeg) <= 180)) throw new RangeError(`longitude ${longitudeDeg} is not within ±180°`);
}
