import { recomputeDirty } from '../../../src/features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../../src/features/measurements/server/reading-writer.ts';
import type { Scope } from '../../../src/shared/server/tenancy.ts';
import { makeDevice } from '../../support/app.ts';
import { makeLivePlants, noonDay } from './field.ts';
import type { Stage } from './portal.ts';

const STEP_MS = 300_000;
const HOUR_STEPS = 12;

export interface Charted {
  /** Ids of the plants by their codes. */
  plants: Map<string, number>;
  /** Ids of the devices by plant and short name: `NORD/INV1`. */
  devices: Map<string, number>;
}

/** Two plants with readings of this morning: inverters that make the same, save for a weak one, and a weather station. */
export async function makeCharted(stage: Pick<Stage, 'pool'>, company: Scope): Promise<Charted> {
  const noon = noonDay();
  const plants = await makeLivePlants(
    stage.pool,
    company,
    [
      { code: 'NORD', name: 'Parco Nord', productionType: 'photovoltaic', potenza_nominale: 300 },
      { code: 'SUD', name: 'Parco Sud', productionType: 'photovoltaic', potenza_nominale: 100 },
    ],
    noon,
  );
  const devices = new Map<string, number>();
  const make = async (code: string, name: string, variables: string[], category: string) => {
    const id = await makeDevice(stage.pool, company, plants.get(code) ?? 0, name, variables, {
      category,
      interval_s: 300,
      ...(category === 'inverter' ? { nominal_power: 100 } : {}),
    });
    devices.set(`${code}/${name}`, id);
    return id;
  };
  const names = ['ac_power_kw', 'energy_total_kwh', 'cabinet_temperature_c', 'dc_voltage_v'];
  const inverters: [number, number][] = [];
  for (const [code, name, share] of [
    ['NORD', 'INV1', 1],
    ['NORD', 'INV2', 0.97],
    ['NORD', 'INV3', 1],
    ['SUD', 'INV1', 1],
  ] as const)
    inverters.push([await make(code, name, names, 'inverter'), share]);
  const weather = await make('NORD', 'METEO', ['irradiance_poa_wm2'], 'weather_station');
  const last = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  const steps = Array.from({ length: 6 * HOUR_STEPS }, (_, i) => last - (6 * HOUR_STEPS - 1 - i) * STEP_MS);
  const writer = new ReadingWriter(stage.pool);
  for (const [device_id, share] of inverters) {
    const rows = steps.map((ts, i) => ({
      device_id,
      ts,
      values: Float64Array.of(80 * share, 1000 + ((80 * share) / HOUR_STEPS) * i, 40, 650),
      quality: null,
    }));
    await writer.write(company, rows);
  }
  await writer.write(
    company,
    steps.map((ts) => ({ device_id: weather, ts, values: Float64Array.of(700), quality: null })),
  );
  await writer.close();
  await recomputeDirty(stage.pool, company, { today: true });
  return { plants, devices };
}
