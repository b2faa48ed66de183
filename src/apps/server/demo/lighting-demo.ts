import type pg from 'pg';
import { type LightingFleet, startLightingFleet } from '../../../../simulators/lighting-fleet.ts';
import { LIGHTING_PROFILE } from '../../../../simulators/lighting-registers.ts';
import { breakTown, TOWN, townCabinets } from '../../../../simulators/lighting-town.ts';
import { sunTimes } from '../../../energy/solar-position.ts';
import { createPlant } from '../../../features/plants/server/plants.service.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, HOUR_MS, ITALY, localDay } from '../../../shared/units/zones.ts';
import { listPlantIds } from './demo.repository.ts';
import {
  insertCabinets,
  insertLitHours,
  insertLitLines,
  insertLitPort,
  insertPrices,
  insertTown,
  type LitHour,
} from './lighting-demo.repository.ts';

/** What the cabinets' controllers hang on; it makes nothing. */
export const LIT_PLANT = 'AUR-LUX';
/** So far back what was used is known: a month and the same of last year. */
const NIGHTS = 400;
const PRICES = [
  { from_day: '2024-01-01', eur_kwh: 0.218 },
  { from_day: '2026-01-01', eur_kwh: 0.231 },
];

/** The town's cabinets as Modbus TCP peers behind one port, some of them broken. */
export async function startTown(): Promise<LightingFleet & { readonly port: number }> {
  const fleet = await startLightingFleet(
    townCabinets.map(({ definition }) => definition),
    { units: townCabinets.length },
  );
  breakTown(fleet.cabinets.map(({ controller }) => controller));
  return { ...fleet, port: fleet.cabinets[0]?.port ?? 0 };
}

/** Makes the town, its cabinets and what they have used until now. */
export async function installTown(
  pool: pg.Pool,
  scope: Scope,
  { fleet, now_ms }: { fleet: LightingFleet & { readonly port: number }; now_ms: number },
): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    await createPlant(tx, {
      proj_code: LIT_PLANT,
      name: `Illuminazione ${TOWN.name}`,
      productionType: 'other',
      potenza_nominale: null,
      latitude: TOWN.latitude,
      longitude: TOWN.longitude,
      comune: `${TOWN.name} (${TOWN.province})`,
      time_zone: ITALY,
    });
    const [plant_id = 0] = await listPlantIds(tx, [LIT_PLANT]);
    const municipality_id = await insertTown(tx, TOWN);
    const port_id = await insertLitPort(tx, { plant_id, port: fleet.port });
    const placed = fleet.cabinets.flatMap(({ port, unit_id }, i) => {
      const cabinet = townCabinets[i];
      return cabinet ? [{ cabinet, port, unit_id }] : [];
    });
    const at = { plant_id, municipality_id, port_id, profile: LIGHTING_PROFILE };
    const ids = await insertCabinets(tx, placed, at);
    await insertPast(tx, ids, now_ms);
  });
}

async function insertPast(tx: Tx, ids: readonly number[], now_ms: number): Promise<void> {
  const paired = townCabinets.flatMap((cabinet, i) =>
    cabinet.paired ? [{ cabinet, box_id: ids[i] ?? 0 }] : [],
  );
  await insertPrices(
    tx,
    paired.map(({ cabinet }) => cabinet.pod),
    PRICES,
  );
  const boxes = paired.map(({ cabinet, box_id }) => ({
    box_id,
    kw: cabinet.definition.loads_kw.reduce((sum, kw) => sum + kw, 0),
    lines: cabinet.definition.loads_kw.flatMap((kw, i) => (kw > 0 ? [i + 1] : [])),
  }));
  // One cabinet a statement: all of them at once take longer on a slow machine than one statement may.
  const hours = litHours(now_ms);
  for (const box of boxes) {
    await insertLitHours(tx, box, hours);
    await insertLitLines(tx, box, hours);
  }
}

/** The lit share of each hour of the nights before, from sunset to sunrise. */
function litHours(now_ms: number): LitHour[] {
  const shares = new Map<number, number>();
  const today = localDay(ITALY, now_ms).day;
  for (let night = NIGHTS; night >= 1; night--) {
    const day = addDays(today, -night);
    const from = sunTimes(TOWN.latitude, TOWN.longitude, day).sunset_at?.getTime();
    const to = sunTimes(TOWN.latitude, TOWN.longitude, addDays(day, 1)).sunrise_at?.getTime();
    if (from === undefined || to === undefined) continue;
    for (let hour = Math.floor(from / HOUR_MS) * HOUR_MS; hour < to; hour += HOUR_MS) {
      const lit_ms = Math.min(to, hour + HOUR_MS) - Math.max(from, hour);
      shares.set(hour, (shares.get(hour) ?? 0) + lit_ms / HOUR_MS);
    }
  }
  return [...shares].map(([hour, share]) => ({
    hour: new Date(hour).toISOString(),
    share: Math.min(1, share),
  }));
}
