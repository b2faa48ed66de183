import type pg from 'pg';
import { fleet } from '../../../../simulators/fleet.ts';
import {
  type PlantDefinition,
  plantDevices,
  publishesItself,
  type SimulatedDevice,
} from '../../../../simulators/plant-definition.ts';
import { getDeviceTemplate } from '../../../devices/templates/device-templates.ts';
import { createCompany } from '../../../features/companies/server/companies.repository.ts';
import type { InvitationDeps } from '../../../features/companies/server/invitations.service.ts';
import { NewDevice } from '../../../features/plants/device-fields.contract.ts';
import type { DeviceCategory } from '../../../features/plants/plants.model.ts';
import { insertCatalogue } from '../../../features/plants/server/plants.repository.ts';
import { createDevice, createPlant } from '../../../features/plants/server/plants.service.ts';
import { scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { ITALY } from '../../../shared/units/zones.ts';
import { type DemoState, findDemoState, saveDemoState } from './demo.repository.ts';
import { installInvitations, installPeople } from './install-people.ts';
import { type DemoCompany, demoColleagues, demoCompanies, demoUsers } from './people.ts';
import { modulesOf, sectionsOf, seedControl } from './seed-control.ts';

/** How often each kind is polled: the meters and the weather set the pace of the dashboard. */
const INTERVAL_S: Readonly<Record<SimulatedDevice['kind'], number>> = {
  meter: 10,
  weather_station: 10,
  inverter: 20,
  hydro_turbine: 10,
  biogas_engine: 10,
  string_box: 30,
};

function categoryOf(device: SimulatedDevice): DeviceCategory {
  const { category } = getDeviceTemplate(device.template);
  return category === 'meter' ? 'production_meter' : category;
}

export function newDevice(plant: PlantDefinition, device: SimulatedDevice, port: number) {
  return NewDevice.parse({
    proj_code: plant.proj_code,
    short_name: device.short_name,
    description: `${device.manufacturer} ${device.model}`,
    category: categoryOf(device),
    nominal_power: device.nominal_power_kw > 0 ? Math.round(device.nominal_power_kw * 100) / 100 : null,
    manufacturer: device.manufacturer,
    model: device.model,
    interval_s: INTERVAL_S[device.kind],
    ...modulesOf(device),
    ...(publishesItself(plant, device)
      ? {
          variables: getDeviceTemplate(device.template).variables.map(({ name, value_table }) => ({
            name,
            value_table,
          })),
        }
      : polled(device, port)),
  });
}

/** How a device is reached through its plant's gateway, and where its registers lie. */
function polled(device: SimulatedDevice, port: number) {
  return {
    port: { host: '127.0.0.1', port, framer: 'tcp', timeout_ms: 2000 },
    unit_id: device.unit_id,
    variables: getDeviceTemplate(device.template).variables.map((v) => ({
      name: v.name,
      value_table: v.value_table,
      register: {
        function_code: v.function_code,
        address: v.address,
        data_type: v.data_type,
        word_order: v.word_order,
        bit: v.bit,
        factor: v.factor,
        value_offset: v.value_offset,
        scale_address: v.scale_address,
        sentinel: v.sentinel,
      },
    })),
  };
}

type Place = Pick<DemoOptions, 'ports' | 'now_ms'>;

async function seed(tx: Tx, company: DemoCompany, { ports, now_ms }: Place): Promise<void> {
  await insertCatalogue(tx);
  for (const plant of fleet.filter((p) => p.company === company)) {
    await createPlant(tx, {
      proj_code: plant.proj_code,
      name: plant.name,
      productionType: plant.production_type,
      potenza_nominale: plant.potenza_nominale_kw,
      latitude: plant.latitude,
      longitude: plant.longitude,
      comune: `${plant.comune} (${plant.provincia})`,
      time_zone: ITALY,
      ...(plant.production_type === 'photovoltaic'
        ? { tilt_deg: plant.tilt, azimuth_deg: plant.azimuth }
        : {}),
    });
    const sections = await sectionsOf(tx, plant);
    const ids = new Map<string, number>();
    for (const device of plantDevices(plant)) {
      const given = newDevice(plant, device, ports.get(plant.proj_code) ?? 502);
      const section_id = sections?.[device.number % sections.length] ?? null;
      const { device_id } = await createDevice(tx, { ...given, section_id });
      ids.set(device.short_name, device_id);
    }
    await seedControl(tx, plant, { ids, now_ms });
  }
}

export interface DemoOptions {
  password: string;
  ports: ReadonlyMap<string, number>;
  now_ms: number;
  /** How invitations leave; without it nobody is invited. */
  invitations?: InvitationDeps;
}

/**
 * Makes the demonstration's companies, plants, devices and users where they are missing, and answers where they are.
 * A start that was cut off is taken up again: what exists is kept.
 */
export async function installDemo(pool: pg.Pool, options: DemoOptions): Promise<DemoState> {
  const before = await findDemoState(pool);
  const made: Partial<Record<DemoCompany, number>> = { ...before?.companies };
  for (const key of Object.keys(demoCompanies) as DemoCompany[]) {
    made[key] ??= (await createCompany(pool, demoCompanies[key], (tx) => seed(tx, key, options))).company_id;
    await saveDemoState(pool, {
      ...before,
      started_ms: before?.started_ms ?? options.now_ms,
      companies: made,
    });
  }
  const state = await findDemoState(pool);
  if (!state?.companies.aurora || !state.companies.borea) throw new Error('the demonstration was not made');
  if (state.peopled) return state;
  const { aurora, borea } = state.companies;
  const scopes = { aurora: scopeOfWork(aurora), borea: scopeOfWork(borea) };
  const people = [...demoUsers, ...demoColleagues];
  await installPeople(pool, scopes, { people, password: options.password });
  if (options.invitations) await installInvitations(pool, scopes, options.invitations);
  await saveDemoState(pool, { ...state, peopled: true });
  return state;
}
