import {
  type PlantDefinition,
  plantDevices,
  publishesItself,
  type SimulatedDevice,
} from '../../../../simulators/plant-definition.ts';
import { createGroup } from '../../../features/cloudcontrol/server/calc-groups.service.ts';
import { setDeviceTags, tags } from '../../../features/cloudcontrol/server/catalogue.service.ts';
import { addAttribute } from '../../../features/plants/server/attributes.public.ts';
import { createSection } from '../../../features/plants/server/sections.public.ts';
import { createRow } from '../../../shared/server/records/company-list.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';

/** Modules' power over inverters' power, and what one module and one string have, in the demonstration's plants. */
const DC_TO_AC = 1.1;
const PANEL_WATT = 450;
const PANELS_OF_STRING = 24;
/** Plants of as many inverters have sections and a sum of their inverters. */
const LARGE = 6;

/** Where the strings of a SunSpec device stand that begins at 40000 (common model). Source: SunSpec information models. */
const COMMON = [
  { name: 'manufacturer', address: 40004, length: 16 },
  { name: 'model', address: 40020, length: 16 },
  { name: 'firmware', address: 40044, length: 8 },
  { name: 'serial_number', address: 40052, length: 16 },
].map((place) => ({ ...place, function_code: 3 as const, swapped: false }));

/** What is known of an inverter's modules; nothing of other devices. // spec §3 Cloud-control device */
export function modulesOf({ kind, nominal_power_kw }: SimulatedDevice) {
  if (kind !== 'inverter') return {};
  const strings = Math.round((nominal_power_kw * DC_TO_AC * 1000) / PANEL_WATT / PANELS_OF_STRING);
  const number_of_panels = strings * PANELS_OF_STRING;
  return {
    panel_watt: PANEL_WATT,
    number_of_panels,
    number_of_strings: strings,
    kw_peak: (number_of_panels * PANEL_WATT) / 1000,
  };
}

const isLarge = (plant: PlantDefinition) =>
  plant.production_type === 'photovoltaic' && plant.generators >= LARGE;

/** The halves of a large plant; undefined for others. */
export async function sectionsOf(tx: Tx, plant: PlantDefinition): Promise<number[] | undefined> {
  if (!isLarge(plant)) return undefined;
  const { proj_code, tilt, azimuth, potenza_nominale_kw } = plant;
  const half = { tilt_deg: tilt, azimuth_deg: azimuth, kw_peak: potenza_nominale_kw / 2, losses_percent: 3 };
  const made: number[] = [];
  for (const name of ['Campo est', 'Campo ovest'])
    made.push((await createSection(tx, { proj_code, name, ...half })).id);
  return made;
}

/** Strings that are read, tags, and what the inverters of a large plant make together. */
export async function seedControl(
  tx: Tx,
  plant: PlantDefinition,
  { ids, now_ms }: { ids: ReadonlyMap<string, number>; now_ms: number },
): Promise<void> {
  const devices = plantDevices(plant);
  const idOf = ({ short_name }: SimulatedDevice): number => ids.get(short_name) ?? 0;
  if (!isLarge(plant)) return;
  const warranty = await createRow(tx, tags, {
    name: `Garanzia ${plant.name}`,
    colour: '#0E8F82',
    description: 'Sostituzione gratuita fino al 2031',
  });
  for (const device of devices.filter((one) => one.kind === 'inverter')) {
    await setDeviceTags(tx, idOf(device), { tag_ids: [warranty.id] });
    if (publishesItself(plant, device)) continue;
    for (const place of COMMON) await addAttribute(tx, idOf(device), place);
  }
  const inverters = devices.filter((one) => one.kind === 'inverter').map(idOf);
  const definition = {
    name: `Potenza degli inverter, ${plant.name}`,
    description: 'Quanto erogano insieme, da confrontare con il contatore di produzione',
    operation: 'sum' as const,
    inputs: inverters.map((device_id) => ({ device_id, name: 'ac_power_kw' })),
    result: {
      device: { proj_code: plant.proj_code, short_name: 'INV-TOTALE', interval_s: 60 },
      variable: 'ac_power_kw',
    },
  };
  await createGroup(tx, definition, now_ms);
}
