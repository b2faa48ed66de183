const RADIANS = Math.PI / 180;
const SOLAR_CONSTANT_WM2 = 1366.1;
/** cos 89°: near the horizon the ratio of beam projections would run away. */
const MIN_COS_ZENITH = 0.01745;

export interface Surface {
  /** Degrees from the horizontal: 0 flat, 90 upright. */
  readonly tilt_deg: number;
  /** Direction that the surface faces, degrees from north: E = 90, S = 180. */
  readonly azimuth_deg: number;
}

export interface Irradiance {
  /** Global horizontal, W/m². */
  readonly ghi_wm2: number;
  /** Direct normal, W/m². */
  readonly dni_wm2: number;
  /** Diffuse horizontal, W/m². */
  readonly dhi_wm2: number;
}

export interface SunDirection {
  readonly zenith_deg: number;
  readonly azimuth_deg: number;
}

export interface PlaneOfArray {
  readonly poa_wm2: number;
  readonly beam_wm2: number;
  readonly sky_diffuse_wm2: number;
  readonly ground_wm2: number;
}

/**
 * Irradiance outside the atmosphere on a plane facing the sun.
 * @param dayOfYear 1…366
 * @returns W/m², 1321…1414
 * Source: Spencer (1971) with a solar constant of 1366.1 W/m², as in pvlib `get_extra_radiation`.
 */
export function extraterrestrialWm2(dayOfYear: number): number {
  const b = (2 * Math.PI * (dayOfYear - 1)) / 365;
  return (
    SOLAR_CONSTANT_WM2 *
    (1.00011 +
      0.034221 * Math.cos(b) +
      0.00128 * Math.sin(b) +
      0.000719 * Math.cos(2 * b) +
      0.000077 * Math.sin(2 * b))
  );
}

/**
 * Cosine of the angle between the sun and the normal of a surface; negative when the sun is behind it.
 * cos z cos β + sin z sin β cos(γs − γ). Source: Duffie & Beckman, Solar Engineering, eq. 1.6.3.
 */
export function cosIncidence(sun: SunDirection, surface: Surface): number {
  const zenith = sun.zenith_deg * RADIANS;
  const tilt = surface.tilt_deg * RADIANS;
  const between = (sun.azimuth_deg - surface.azimuth_deg) * RADIANS;
  return Math.cos(zenith) * Math.cos(tilt) + Math.sin(zenith) * Math.sin(tilt) * Math.cos(between);
}

/**
 * Irradiance on a tilted plane: beam + Hay-Davies sky + ground.
 *
 * @param parts.irradiance horizontal and normal components, W/m²
 * @param parts.sun zenith and azimuth, degrees, at the instant that the irradiance stands for (the middle
 *   of the interval for a mean)
 * @param parts.surface tilt and azimuth, degrees
 * @param parts.extraterrestrial_wm2 from {@link extraterrestrialWm2}
 * @param parts.albedo reflected share of the ground, 0…1, default 0.2
 * @returns W/m², each part and the sum, never negative for non-negative input; NaN in, NaN out
 *
 * sky = DHI · [A·Rb + (1−A)(1+cos β)/2], A = DNI/E0, Rb = max(0, cos AOI)/max(cos z, 0.01745).
 * Source: Hay & Davies (1980); pvlib `irradiance.haydavies`, `get_ground_diffuse`.
 */
export function planeOfArray(parts: {
  readonly irradiance: Irradiance;
  readonly sun: SunDirection;
  readonly surface: Surface;
  readonly extraterrestrial_wm2: number;
  readonly albedo?: number;
}): PlaneOfArray {
  const { irradiance, sun, surface } = parts;
  const facing = Math.max(0, cosIncidence(sun, surface));
  const cosTilt = Math.cos(surface.tilt_deg * RADIANS);
  const cosZenith = Math.cos(sun.zenith_deg * RADIANS);
  const anisotropy = irradiance.dni_wm2 / parts.extraterrestrial_wm2;
  const beamRatio = facing / Math.max(cosZenith, MIN_COS_ZENITH);
  const beam = irradiance.dni_wm2 * facing;
  const sky = irradiance.dhi_wm2 * (anisotropy * beamRatio + ((1 - anisotropy) * (1 + cosTilt)) / 2);
  const ground = (irradiance.ghi_wm2 * (parts.albedo ?? 0.2) * (1 - cosTilt)) / 2;
  return { poa_wm2: beam + sky + ground, beam_wm2: beam, sky_diffuse_wm2: sky, ground_wm2: ground };
}
