import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clearSkyGhiWm2, diffuseFraction, splitGlobal } from './clear-sky.ts';
import { cosIncidence, extraterrestrialWm2, planeOfArray } from './plane-of-array.ts';

function near(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);
}

describe('cosIncidence', () => {
  it("gives the incidence of NREL's SPA example: 25.18700° on a plane of 30° facing 170°", () => {
    const cosine = cosIncidence(
      { zenith_deg: 50.11162, azimuth_deg: 194.34024 },
      { tilt_deg: 30, azimuth_deg: 170 },
    );
    near((Math.acos(cosine) * 180) / Math.PI, 25.187, 0.001);
  });
});

describe('planeOfArray', () => {
  /** Sky diffuse of pvlib's test of Hay-Davies (values of its MATLAB ancestor), tilt 40°, facing south. */
  const rows = [
    {
      ghi: 79.73860422,
      dni: 316.1949056,
      dhi: 40.46149818,
      zenith: 82.85457044,
      azimuth: 66.71410338,
      sky: 27.1775,
    },
    {
      ghi: 1042.48031487,
      dni: 939.95469881,
      dhi: 118.45831879,
      zenith: 10.56413562,
      azimuth: 144.76567754,
      sky: 102.9949,
    },
    {
      ghi: 257.20751138,
      dni: 646.22886049,
      dhi: 62.03376265,
      zenith: 72.41687122,
      azimuth: 287.04104128,
      sky: 33.1909,
    },
  ];

  for (const row of rows) {
    it(`gives the published sky diffuse ${row.sky} W/m²`, () => {
      const plane = planeOfArray({
        irradiance: { ghi_wm2: row.ghi, dni_wm2: row.dni, dhi_wm2: row.dhi },
        sun: { zenith_deg: row.zenith, azimuth_deg: row.azimuth },
        surface: { tilt_deg: 40, azimuth_deg: 180 },
        extraterrestrial_wm2: 1321.1655834833093,
      });
      near(plane.sky_diffuse_wm2, row.sky, 1e-4);
      near(plane.poa_wm2, plane.beam_wm2 + plane.sky_diffuse_wm2 + plane.ground_wm2, 1e-9);
    });
  }

  it('gives the published ground part: 26.32 W/m² of 900 at 40° with albedo 0.25', () => {
    const { ground_wm2 } = planeOfArray({
      irradiance: { ghi_wm2: 900, dni_wm2: 0, dhi_wm2: 900 },
      sun: { zenith_deg: 30, azimuth_deg: 180 },
      surface: { tilt_deg: 40, azimuth_deg: 180 },
      extraterrestrial_wm2: 1366,
      albedo: 0.25,
    });
    near(ground_wm2, 26.32000014911496, 1e-6);
  });

  it('is the global irradiance itself on a level plane', () => {
    const irradiance = splitGlobal(700, 40, 1366);
    const { poa_wm2 } = planeOfArray({
      irradiance,
      sun: { zenith_deg: 40, azimuth_deg: 120 },
      surface: { tilt_deg: 0, azimuth_deg: 180 },
      extraterrestrial_wm2: 1366,
    });
    near(poa_wm2, 700, 1e-9);
  });
});

describe('extraterrestrialWm2', () => {
  it('gives the published 1321.16558 W/m² of 24 June, and most in early January', () => {
    near(extraterrestrialWm2(3), 1414.02, 0.01);
    near(extraterrestrialWm2(175), 1321.1655834833093, 1e-9);
    near(extraterrestrialWm2(300), 1383.636203, 10);
  });
});

describe('clear sky', () => {
  it('follows Haurwitz', () => {
    near(clearSkyGhiWm2(0), 1035.0920325, 1e-6);
    near(clearSkyGhiWm2(60), 487.8941329, 1e-6);
    assert.equal(clearSkyGhiWm2(90), 0);
    assert.equal(clearSkyGhiWm2(120), 0);
  });

  it('splits as Erbs does', () => {
    near(diffuseFraction(0), 1, 1e-12);
    near(diffuseFraction(0.2), 0.982, 1e-12);
    near(diffuseFraction(0.5), 0.6592, 1e-4);
    near(diffuseFraction(0.9), 0.165, 1e-12);
  });

  it('keeps GHI = DNI cos z + DHI, all diffuse near the horizon', () => {
    const parts = splitGlobal(600, 50, 1366);
    near(parts.dni_wm2 * Math.cos((50 * Math.PI) / 180) + parts.dhi_wm2, 600, 1e-9);
    assert.deepEqual(splitGlobal(12, 88, 1366), { ghi_wm2: 12, dni_wm2: 0, dhi_wm2: 12 });
  });
});
