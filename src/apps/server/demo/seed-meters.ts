import type pg from 'pg';
import { fleet } from '../../../../simulators/fleet.ts';
import { deviceReadings } from '../../../../simulators/history.ts';
import { plantDevices } from '../../../../simulators/plant-definition.ts';
import { getDeviceTemplate } from '../../../devices/templates/device-templates.ts';
import { NewEnergyMeter } from '../../../features/meters/meters.contract.ts';
import { NewReading } from '../../../features/meters/register.contract.ts';
import { importEnergies } from '../../../features/meters/server/energy-statement.service.ts';
import { judgeMeters, recentMonths } from '../../../features/meters/server/judge-meters.ts';
import { createMeter } from '../../../features/meters/server/meters.service.ts';
import { addReading } from '../../../features/meters/server/register.service.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { monthBefore } from '../../../shared/units/months.ts';
import { dayBorders, ITALY } from '../../../shared/units/zones.ts';
import { listDeviceIds } from './demo.repository.ts';

/** Of meters behind transformers of current and voltage: kWh for each unit of the counter. */
const K = 600;
const MONTHS = 4;

interface Given {
  readonly proj_code: string;
  readonly serial_number: string;
  readonly role: 'production' | 'import';
  readonly counter: 'energy_total_kwh' | 'energy_import_kwh';
  /** What GSE says of the month that is over, for each kWh that was read. */
  readonly stated?: number;
}

const METERS: readonly Given[] = [
  {
    proj_code: 'AUR-001',
    serial_number: 'M2-7741203',
    role: 'production',
    counter: 'energy_total_kwh',
    stated: 0.955,
  },
  {
    proj_code: 'AUR-001',
    serial_number: 'M1-7741198',
    role: 'import',
    counter: 'energy_import_kwh',
  },
  {
    proj_code: 'AUR-002',
    serial_number: 'M2-7735560',
    role: 'production',
    counter: 'energy_total_kwh',
    stated: 1.004,
  },
];

/** The begins of some months, oldest first, as far as they are past. */
function bordersOf(now: Date): number[] {
  const months = [now.toISOString().slice(0, 7)];
  while (months.length < MONTHS) months.push(monthBefore(months.at(-1) ?? ''));
  return months
    .map((month) => dayBorders(ITALY, `${month}-01`).start)
    .filter((at) => at <= now.getTime())
    .reverse();
}

/** What the plant's meter shows at some instants, kWh. */
function countersOf({ proj_code, counter }: Given, times: readonly number[]): readonly number[] {
  const plant = fleet.find((one) => one.proj_code === proj_code);
  const device = plant && plantDevices(plant).find(({ kind }) => kind === 'meter');
  if (!plant || !device) return [];
  const slot = getDeviceTemplate(device.template).variables.findIndex(({ name }) => name === counter);
  return [...(deviceReadings(plant, device, times).values[slot] ?? [])];
}

async function seedMeter(tx: Tx, given: Given, now: Date): Promise<number | null> {
  const { proj_code, serial_number, role, stated } = given;
  const borders = bordersOf(now);
  const counters = countersOf(given, borders);
  const [device_id] = await listDeviceIds(tx, proj_code, 'production_meter');
  const [first] = borders;
  if (device_id === undefined || first === undefined || counters.length < borders.length) return null;
  const { id } = await createMeter(
    tx,
    NewEnergyMeter.parse({
      proj_code,
      serial_number,
      role,
      device_id,
      model: 'Landis+Gyr E650',
      constant_k: K,
      digits: 8,
      from_on: new Date(first - 86_400_000).toISOString().slice(0, 10),
    }),
  );
  for (const [i, at] of borders.entries()) {
    const reading = Math.round(((counters[i] ?? 0) / K) * 100) / 100;
    await addReading(tx, id, NewReading.parse({ at: new Date(at).toISOString(), reading }), now);
  }
  const [from, to] = counters.slice(-2);
  if (stated === undefined || from === undefined || to === undefined) return id;
  const [year, month] = monthBefore(now.toISOString().slice(0, 7)).split('-');
  const text = `Matricola;Mese;kWh\n${serial_number};${month}/${year};${Math.round((to - from) * stated)}`;
  await importEnergies(tx, { text, proj_code, source: 'gse' }, now);
  return id;
}

/** Meters with the readings of some months, of which GSE states one otherwise than it was read. */
export async function seedMeters(pool: pg.Pool, scope: Scope, now: Date): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    const made = [];
    for (const given of METERS) made.push(await seedMeter(tx, given, now));
    const meter_ids = made.filter((id) => id !== null);
    await judgeMeters(tx, { meter_ids, months: recentMonths(now) }, now);
  });
}
