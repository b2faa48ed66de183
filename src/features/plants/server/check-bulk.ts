import type { z } from 'zod';
import { AppError, type FieldFault, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { findDoubles, findManyUnitFault, MANY_FAULTS, type ManyFault } from '../bulk-devices.model.ts';
import type { AttributeFields, DeviceFields, NewVariable, PortWish } from '../device-fields.contract.ts';
import { type Framer, gatewayKey } from '../field.model.ts';
import { type DeviceCategory, MAX_VARIABLES } from '../plants.model.ts';
import {
  holdKnownPorts,
  listCategoryKinds,
  listSectionPlants,
  listTaken,
} from './bulk-devices.repository.ts';
import { assertNames, rowsOf, type Words, wordsFor } from './new-variables.ts';
import { listSamePorts } from './ports.repository.ts';
import type { VariableRow } from './variables.repository.ts';

/** A device that is to be added among others, with all that it is made of. */
export interface DeviceRequest extends DeviceFields {
  readonly short_name: string;
  /** In place of a port_id: made where the plant has none such yet. */
  readonly port?: PortWish | null | undefined;
  readonly template_key?: string | null | undefined;
  readonly template_version?: number | null | undefined;
  readonly variables: readonly NewVariable[];
  readonly attributes: readonly z.output<typeof AttributeFields>[];
}

type BulkRequest = readonly DeviceRequest[];

/** A fault as an answer carries it. */
export function faultOf({ index, field, code, params = {} }: ManyFault): FieldFault {
  return { path: `devices.${index}.${field}`, message: MANY_FAULTS[code], code, params };
}

/** Which port a device gets: one that stands, or the one that is made of `newPorts[made]`. */
interface Way {
  readonly port_id?: number;
  readonly made?: number;
}

interface Judged {
  readonly faults: readonly ManyFault[];
  readonly newPorts: readonly PortWish[];
  readonly ways: readonly Way[];
  readonly kinds: readonly { category?: DeviceCategory; category_id?: number | null }[];
  /** Rows of each device's variables; devices that share a list share its rows. */
  readonly rows: readonly (readonly VariableRow[])[];
}

/** The different ways to the field that are wished for, each once. */
function waysOf(requests: BulkRequest): Map<string, PortWish> {
  const ways = new Map<string, PortWish>();
  for (const { port } of requests) if (port && !ways.has(gatewayKey(port))) ways.set(gatewayKey(port), port);
  return ways;
}

async function judgePorts(
  tx: Tx,
  plant_id: number,
  requests: BulkRequest,
): Promise<Pick<Judged, 'faults' | 'newPorts' | 'ways'>> {
  const wished = waysOf(requests);
  const same = wished.size > 0 ? await listSamePorts(tx, plant_id, [...wished.values()]) : [];
  const named = requests.flatMap(({ port_id }) => port_id ?? []);
  const found = same.filter((id) => id !== null);
  const held = await holdKnownPorts(tx, [...new Set([...named, ...found])]);
  const standing = new Map([...wished.keys()].map((key, i) => [key, held.get(same[i] ?? 0)?.id]));
  const made = [...wished.keys()].filter((key) => standing.get(key) === undefined);
  const faults: ManyFault[] = [];
  const ways = requests.map((request, index): Way => {
    const { port, port_id = null, unit_id } = request;
    const known = port_id === null ? undefined : (held.get(port_id) ?? notFound());
    if (known && known.plant_id !== plant_id)
      faults.push({ index, field: 'port_id', code: 'port_elsewhere' });
    const framer: Framer | null = port?.framer ?? known?.framer ?? null;
    const code = findManyUnitFault(unit_id, framer);
    if (code) faults.push({ index, field: 'unit_id', code, params: { framer: framer ?? '' } });
    if (!port) return known ? { port_id: known.id } : {};
    const id = standing.get(gatewayKey(port));
    return id === undefined ? { made: made.indexOf(gatewayKey(port)) } : { port_id: id };
  });
  return { faults, ways, newPorts: made.flatMap((key) => wished.get(key) ?? []) };
}

async function judgePlaces(tx: Tx, plant_id: number, requests: BulkRequest): Promise<ManyFault[]> {
  const ids = new Set(requests.flatMap(({ section_id }) => section_id ?? []));
  const plants = await listSectionPlants(tx, [...ids]);
  return requests.flatMap(({ section_id }, index) => {
    if (!section_id) return [];
    const of = plants.get(section_id) ?? notFound();
    return of === plant_id ? [] : [{ index, field: 'section_id', code: 'section_elsewhere' as const }];
  });
}

/** A category brings its kind; a kind alone means the category that is named like it. */
async function kindsOf(tx: Tx, requests: BulkRequest): Promise<Judged['kinds']> {
  const known = await listCategoryKinds(tx);
  return requests.map(({ category, category_id }) => {
    if (category_id !== undefined && category_id !== null) {
      return { category: (known.find(({ id }) => id === category_id) ?? notFound()).kind };
    }
    if (category === undefined || category_id === null) return {};
    const named = known.find(({ name, kind }) => name === category && kind === category);
    return { category_id: named?.id ?? null };
  });
}

async function judgeNames(tx: Tx, plant_id: number, requests: BulkRequest): Promise<ManyFault[]> {
  const taken = await listTaken(tx, {
    plant_id,
    short_names: requests.map(({ short_name }) => short_name),
    serial_numbers: requests.flatMap(({ serial_number }) => serial_number ?? []),
  });
  const others = requests.flatMap(({ short_name, serial_number }, index): ManyFault[] => [
    ...(taken.short_names.has(short_name)
      ? [{ index, field: 'short_name', code: 'name_taken', params: { value: short_name } } as const]
      : []),
    ...(serial_number && taken.serial_numbers.has(serial_number)
      ? [{ index, field: 'serial_number', code: 'serial_taken', params: { value: serial_number } } as const]
      : []),
  ]);
  return [...findDoubles(requests), ...others];
}

function judgeAttributes(requests: BulkRequest): ManyFault[] {
  return requests.flatMap(({ attributes }, index) =>
    attributes.flatMap(({ name, address, length }, i): ManyFault[] => {
      const field = `attributes.${i}`;
      if (attributes.findIndex((one) => one.name === name) < i)
        return [{ index, field: `${field}.name`, code: 'attribute_twice', params: { value: name } }];
      return address + length <= 0x1_0000
        ? []
        : [{ index, field: `${field}.length`, code: 'attribute_place' }];
    }),
  );
}

/** Has what is thrown of a device's own fields say which device it is. */
function ofDevice<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (fault) {
    if (!(fault instanceof AppError)) throw fault;
    const errors = fault.options.errors?.map((one) => ({ ...one, path: `devices.${index}.${one.path}` }));
    throw new AppError(fault.code, fault.message, { ...fault.options, ...(errors ? { errors } : {}) });
  }
}

/** Rows of the devices' variables: those that were given one list, and one order of bytes, share them. */
async function rowsOfAll(tx: Tx, requests: BulkRequest): Promise<(readonly VariableRow[])[]> {
  const words = await wordsFor(tx, [...new Set(requests.map(({ variables }) => variables))].flat());
  const made = new Map<readonly NewVariable[], Map<string, readonly VariableRow[]>>();
  const rows = requests.map((request, index) => ofDevice(index, () => shared(words, made, request)));
  const said = requests.flatMap(({ variables }, index) =>
    variables.map(({ name }, i) => ({ path: `devices.${index}.variables.${i}.name`, name })),
  );
  const first = new Map<number, (typeof said)[number]>();
  for (const [i, { variable_name_id }] of rows.flat().entries()) {
    const at = said[i];
    if (at && !first.has(variable_name_id)) first.set(variable_name_id, at);
  }
  const names = [...first.keys()].map((variable_name_id) => ({ variable_name_id }));
  await assertNames(tx, names, (i) => [...first.values()][i] ?? { path: 'devices', name: '' });
  return rows;
}

function shared(
  words: Words,
  made: Map<readonly NewVariable[], Map<string, readonly VariableRow[]>>,
  { variables, byte_order = 'ABCD' }: DeviceRequest,
): readonly VariableRow[] {
  const known = made.get(variables)?.get(byte_order);
  if (known) return known;
  const rows = rowsOf(words, { byte_order, virtual: false }, variables);
  made.set(variables, (made.get(variables) ?? new Map()).set(byte_order, rows));
  return rows;
}

/** Everything that can be wrong with the wishes, and what they come to; nothing is stored. */
export async function checkBulk(tx: Tx, plant_id: number, requests: BulkRequest): Promise<Judged> {
  const ports = await judgePorts(tx, plant_id, requests);
  const faults = [
    ...ports.faults,
    ...(await judgePlaces(tx, plant_id, requests)),
    ...(await judgeNames(tx, plant_id, requests)),
    ...judgeAttributes(requests),
    ...requests.flatMap(({ variables }, index): ManyFault[] =>
      variables.length > MAX_VARIABLES ? [{ index, field: 'variables', code: 'too_many_variables' }] : [],
    ),
  ];
  const kinds = await kindsOf(tx, requests);
  const rows = faults.length > 0 ? [] : await rowsOfAll(tx, requests);
  return { faults, newPorts: ports.newPorts, ways: ports.ways, kinds, rows };
}
