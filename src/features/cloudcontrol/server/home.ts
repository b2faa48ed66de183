import type { z } from 'zod';
import { DATA_TYPES, REGISTERS } from '../../../devices/register.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { describePeople } from '../../identity/server/people.public.ts';
import {
  BAUD_RATES,
  BYTE_ORDERS,
  BYTE_SIZES,
  FRAMERS,
  FUNCTION_CODES,
  PARITIES,
  POLLS,
  PORT_TYPES,
  PROTOCOLS,
  STOP_BITS,
} from '../../plants/field.model.ts';
import { DEVICE_CATEGORIES, QUANTITIES, VARIABLE_KINDS } from '../../plants/plants.model.ts';
import type { Dashboard, DefinedParameters, DeviceTree } from '../configuration.contract.ts';
import { DEVICE_STATES, HINTS, LIMITS, TIMEOUT_S } from '../configuration.model.ts';
import {
  countStates,
  listNewestChanges,
  listNewestEvents,
  listPortStates,
  listTreeRows,
  listWords,
} from './tree.repository.ts';

const PORTS_SHOWN = 200;
const NEWEST_SHOWN = 20;

/** The home of cloud control as things stand at `now`. */
export async function getDashboard(tx: Tx, now: Date): Promise<Dashboard> {
  const states = await countStates(tx, now);
  const { count, ports } = await listPortStates(tx, PORTS_SHOWN);
  const sum = (of: (row: (typeof states)[number]) => number) =>
    states.reduce((total, row) => total + of(row), 0);
  const countOf = (name: string) => sum((row) => (row.state === name ? row.count : 0));
  const changes = await listNewestChanges(tx, NEWEST_SHOWN);
  const ids = changes.flatMap(({ user_id }) => user_id ?? []);
  const people = await describePeople(tx, [...new Set(ids)]);
  return {
    devices: {
      total: sum((row) => row.count),
      virtual: sum((row) => row.virtual),
      asleep: sum((row) => (row.asleep ? row.count : 0)),
      ...(Object.fromEntries(DEVICE_STATES.map((state) => [state, countOf(state)])) as Record<
        (typeof DEVICE_STATES)[number],
        number
      >),
    },
    ports_total: count,
    ports,
    events: await listNewestEvents(tx, NEWEST_SHOWN),
    changes: changes.map(({ user_id, ...change }) => ({
      ...change,
      person: people.get(user_id ?? 0)?.name ?? null,
    })),
  };
}

/** Plants with their ports and devices. @throws AppError not_found for a code that the scope may not see */
export async function loadTree(tx: Tx, proj_code: string | undefined, now: Date): Promise<DeviceTree> {
  const { plants, ports, devices } = await listTreeRows(tx, proj_code, now);
  if (proj_code !== undefined && plants.length === 0) notFound();
  const ofPort = Map.groupBy(devices, ({ port_id }) => port_id);
  const portsOf = Map.groupBy(ports, (port) => port.proj_code);
  const loose = Map.groupBy(ofPort.get(null) ?? [], (device) => device.proj_code);
  const bare = (rows: typeof devices | undefined) =>
    (rows ?? []).map(({ proj_code: _p, port_id: _o, ...device }) => device);
  return plants.map((plant) => ({
    ...plant,
    ports: (portsOf.get(plant.proj_code) ?? []).map((port) => ({
      ...port,
      devices: bare(ofPort.get(port.id)),
    })),
    devices: bare(loose.get(plant.proj_code)),
  }));
}

/** Every word and limit of the forms, with what the company has added. */
export async function getParameters(tx: Tx): Promise<z.input<typeof DefinedParameters>> {
  const { categories, groups, tags, names, sections } = await listWords(tx);
  return {
    port_types: [...PORT_TYPES],
    protocols: [...PROTOCOLS],
    framers: [...FRAMERS],
    parities: [...PARITIES],
    baudrates: [...BAUD_RATES],
    bytesizes: [...BYTE_SIZES],
    stopbits: [...STOP_BITS],
    byte_orders: [...BYTE_ORDERS],
    function_codes: [...FUNCTION_CODES],
    data_types: DATA_TYPES.map((name) => ({ name, registers: REGISTERS[name] })),
    polls: [...POLLS],
    kinds: [...VARIABLE_KINDS],
    quantities: [...QUANTITIES],
    device_kinds: [...DEVICE_CATEGORIES],
    states: [...DEVICE_STATES],
    categories,
    groups,
    tags,
    sections,
    names,
    limits: { ...LIMITS },
    hints: { ...HINTS },
    timeout_s: TIMEOUT_S,
  };
}
