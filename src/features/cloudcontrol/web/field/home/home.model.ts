import { compareNames } from '../../../../../shared/units/names.ts';
import { fold } from '../../../../../shared/web/list/data-table.model.ts';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { type ShownState, shownState } from '../../../configuration.model.ts';

type Plant = DeviceTree[number];
export type TreePort = Plant['ports'][number];
export type TreeDevice = TreePort['devices'][number];

/** A device with the plant and the port that it stands under. */
export interface Placed {
  device: TreeDevice;
  plant: Plant;
  /** Null for virtual devices, templates, and those that send by themselves. */
  port: TreePort | null;
}

/** What the reader looks for. */
export interface HomeFilter {
  q: string;
  sort: string;
  state: ShownState | '';
  plant: string;
  /** Name of a category. */
  category: string;
  /** Name of a tag. */
  tag: string;
}

export type Row =
  | { kind: 'plant'; key: string; plant: Plant; shown: number; silent: number }
  | { kind: 'port'; key: string; plant: Plant; port: TreePort; shown: number }
  | { kind: 'device'; key: string; placed: Placed };

/** The words that a device is found and ordered by, as the reader sees them. */
export interface Words {
  categoryOf: (device: TreeDevice) => { name: string; label: string };
  tagNames: ReadonlyMap<number, string>;
}

/** How a port is reached: `10.0.0.7:502`, `/dev/ttyUSB0`. */
export function addressOf(port: Pick<TreePort, 'type' | 'host' | 'port' | 'tty'>): string {
  if (port.type === 'serial') return port.tty ?? '';
  return port.host.includes(':') ? `[${port.host}]:${port.port}` : `${port.host}:${port.port}`;
}

/** A port among others: its name and how it is reached, once where both are the same. */
export const portLabel = (port: Pick<TreePort, 'name' | 'type' | 'host' | 'port' | 'tty'>): string =>
  [...new Set([port.name, addressOf(port)])].filter(Boolean).join(' · ');

/**
 * Other devices behind a port that have the same number on the bus. Two logical devices of one unit may; else the wrong
 * one answers. Templates are never asked.
 */
export function sameUnit(
  port: Pick<TreePort, 'devices'> | null | undefined,
  unit_id: number | null,
  own_id?: number,
): string[] {
  if (unit_id === null) return [];
  return (port?.devices ?? [])
    .filter((one) => one.unit_id === unit_id && one.id !== own_id && !one.template)
    .map(({ short_name }) => short_name);
}

export function placedOf(tree: DeviceTree): Placed[] {
  return tree.flatMap((plant) => [
    ...plant.ports.flatMap((port) => port.devices.map((device) => ({ device, plant, port }))),
    ...plant.devices.map((device) => ({ device, plant, port: null })),
  ]);
}

/** Whether anything but the order is asked for. */
export const isNarrowed = ({ q, state, plant, category, tag }: HomeFilter): boolean =>
  q.trim() !== '' || state !== '' || plant !== '' || category !== '' || tag !== '';

const wordsOf = (q: string): string[] => fold(q).split(/\s+/).filter(Boolean);

function textOf({ device, plant, port }: Placed, words: Words): string {
  return fold(
    [
      device.short_name,
      words.categoryOf(device).label,
      plant.name,
      plant.proj_code,
      port?.name ?? '',
      port ? addressOf(port) : '',
      ...device.tag_ids.map((id) => words.tagNames.get(id) ?? ''),
    ].join('\n'),
  );
}

/** A test of whether a device is what the reader looks for. */
export function finderOf(filter: HomeFilter, words: Words): (placed: Placed) => boolean {
  const asked = wordsOf(filter.q);
  return (placed) => {
    const { device, plant } = placed;
    if (filter.state !== '' && shownState(device) !== filter.state) return false;
    if (filter.plant !== '' && plant.proj_code !== filter.plant) return false;
    if (filter.category !== '' && words.categoryOf(device).name !== filter.category) return false;
    if (filter.tag !== '' && !device.tag_ids.some((id) => words.tagNames.get(id) === filter.tag))
      return false;
    if (asked.length === 0) return true;
    const text = textOf(placed, words);
    return asked.every((word) => text.includes(word));
  };
}

/** Silent devices and ports that are cut stand before what is well, in the order of the tree otherwise. */
function problemsFirst<T>(all: readonly T[], isProblem: (one: T) => boolean): T[] {
  return all.toSorted((a, b) => Number(isProblem(b)) - Number(isProblem(a)));
}
const isSilent = (device: TreeDevice) => shownState(device) === 'silent';
const isClosed = (port: TreePort) => port.enabled && port.state?.connected === false;

/** Whether the night switches off all that stands behind a port: nothing is wrong where it is not connected. */
export const isPortAsleep = ({ devices }: TreePort) =>
  devices.length > 0 && devices.every(({ asleep }) => asleep);

const isCut = (port: TreePort) => (isClosed(port) && !isPortAsleep(port)) || port.devices.some(isSilent);
const hasProblem = (plant: Plant) => plant.ports.some(isCut) || plant.devices.some(isSilent);

/**
 * Plants, their ports, their devices, problems first, else in the order of the tree. Groups without a device that is looked for are left out;
 * where nothing is looked for they stay, so that an empty port can be filled.
 */
export function groupedRows(tree: DeviceTree, filter: HomeFilter, words: Words): Row[] {
  const fits = finderOf(filter, words);
  const narrowed = isNarrowed(filter);
  return problemsFirst(tree, hasProblem).flatMap((plant) => {
    const deviceRows = (devices: readonly TreeDevice[], port: TreePort | null): Row[] =>
      problemsFirst(devices, isSilent)
        .map((device) => ({ device, plant, port }))
        .filter(fits)
        .map((placed) => ({ kind: 'device', key: `d${placed.device.id}`, placed }));
    const ports = problemsFirst(plant.ports, isCut).flatMap((port): Row[] => {
      const rows = deviceRows(port.devices, port);
      if (rows.length === 0 && narrowed) return [];
      return [{ kind: 'port', key: `p${port.id}`, plant, port, shown: rows.length }, ...rows];
    });
    const rows = [...ports, ...deviceRows(plant.devices, null)];
    if (rows.length === 0 && narrowed) return [];
    const devices = rows.flatMap((row) => (row.kind === 'device' ? row.placed.device : []));
    const silent = devices.filter(isSilent).length;
    const head: Row = { kind: 'plant', key: plant.proj_code, plant, shown: devices.length, silent };
    return [head, ...rows];
  });
}

/** Gravest first, as problems are looked for. */
const GRAVITY: readonly ShownState[] = ['silent', 'unknown', 'answering', 'asleep', 'disabled', 'template'];

type Key = string | number | null;
const KEYS: Readonly<Record<string, (placed: Placed, words: Words) => Key>> = {
  device: ({ device }) => device.short_name,
  plant: ({ plant }) => plant.name,
  state: ({ device }) => GRAVITY.indexOf(shownState(device)),
  contact: ({ device }) => lastHeard(device),
  success: ({ device }) => device.success_rate,
  latency: ({ device }) => device.latency_ms,
  category: ({ device }, words) => words.categoryOf(device).label,
  unit: ({ device }) => device.unit_id,
  address: ({ port }) => (port ? addressOf(port) : null),
};

/** The later of its last answer and its newest value, epoch ms; null for one that was never heard. */
export function lastHeard({ last_contact_at, last_reading_at }: TreeDevice): number | null {
  const known = [last_contact_at, last_reading_at].flatMap((at) => (at === null ? [] : Date.parse(at)));
  return known.length === 0 ? null : Math.max(...known);
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'string' && typeof b === 'string') return compareNames(a, b);
  return Number(a) - Number(b);
}

/** The devices that are looked for in one order; what is not known stands last, whichever the direction. */
export function sortedRows(tree: DeviceTree, filter: HomeFilter, words: Words): Row[] {
  const desc = filter.sort.startsWith('-');
  const keyOf = KEYS[desc ? filter.sort.slice(1) : filter.sort] ?? KEYS.device;
  const keyed = placedOf(tree)
    .filter(finderOf(filter, words))
    .map((placed) => ({ placed, key: keyOf?.(placed, words) ?? null }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    return desc ? compareKeys(b.key, a.key) : compareKeys(a.key, b.key);
  });
  return keyed.map(({ placed }) => ({ kind: 'device', key: `d${placed.device.id}`, placed }));
}

export interface HomeFigures {
  devices: Readonly<Record<ShownState, number>>;
  total: number;
  ports: number;
  /** Of those that are polled. */
  connected: number;
  /** Ports that are not connected, though it is not their night. */
  cut: number;
  /** Mean of the devices' shares of answered polls; null where none was polled. */
  success: number | null;
  /** The newest that anybody told of the field, epoch ms; null where nobody did. */
  known_at: number | null;
}

/** What the home says of a company's devices and ports at one look. */
export function figuresOf(tree: DeviceTree): HomeFigures {
  const devices = { answering: 0, silent: 0, asleep: 0, unknown: 0, disabled: 0, template: 0 };
  const all = placedOf(tree).map(({ device }) => device);
  for (const device of all) devices[shownState(device)] += 1;
  const ports = tree.flatMap((plant) => plant.ports).filter((port) => port.enabled);
  const rates = all.flatMap(({ success_rate }) => success_rate ?? []);
  const heardAt = [
    ...all.flatMap((device) => lastHeard(device) ?? []),
    ...ports.flatMap(({ state }) => (state ? Date.parse(state.seen_at) : [])),
  ];
  return {
    devices,
    total: all.length,
    ports: ports.length,
    connected: ports.filter(({ state }) => state?.connected).length,
    cut: ports.filter((port) => isClosed(port) && !isPortAsleep(port)).length,
    success: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    known_at: heardAt.reduce<number | null>((newest, at) => Math.max(newest ?? 0, at), null),
  };
}

/** The tree with these plants as they were just answered; one that is gone goes. */
export function mergePlants(tree: DeviceTree, codes: readonly string[], renewed: DeviceTree): DeviceTree {
  const now = new Map(renewed.map((plant) => [plant.proj_code, plant]));
  const kept = tree.filter(({ proj_code }) => !codes.includes(proj_code) || now.has(proj_code));
  return kept.map((plant) => now.get(plant.proj_code) ?? plant);
}
