import type { DeviceCategory } from '../../../plants/plants.model.ts';
import type { SeriesTree } from '../../saved-charts.contract.ts';
import { boardKey } from '../chart/board-search.public.ts';
import { type Drawable, ofDevice, ofPlant } from '../chart/drawables.public.ts';

/** A series that can be chosen, with all words by which it is found. */
export interface Item extends Drawable {
  plant_name: string;
  time_zone: string;
  /** The group of its variable in words, or nothing. */
  group: string;
  words: string;
}

export interface DeviceNode {
  device_id: number;
  short_name: string;
  category: DeviceCategory;
  items: Item[];
}

export interface PlantNode {
  proj_code: string;
  name: string;
  time_zone: string;
  own: Item[];
  devices: DeviceNode[];
}

export interface Choices {
  plants: PlantNode[];
  byKey: ReadonlyMap<string, Item>;
  left_out: number;
}

type Plant = SeriesTree['plants'][number];

/** Without accents and capitals, so that "citta" finds "Città". */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('it');

function nodeOf(plant: Plant, names: SeriesTree['names'], groupName: (code: string) => string): PlantNode {
  const { proj_code, name, time_zone } = plant;
  const itemOf = (drawable: Drawable): Item => {
    const { owner, label_en, label_it, unit, group_name } = drawable;
    const group = group_name ? groupName(group_name) : '';
    const words = folded(
      `${name} ${proj_code} ${owner ?? ''} ${label_en} ${label_it} ${drawable.name} ${unit} ${group}`,
    );
    return { ...drawable, key: boardKey(drawable), plant_name: name, time_zone, group, words };
  };
  const known = (places: readonly number[]) => places.flatMap((place) => names[place] ?? []);
  const devices = plant.devices.map(({ device_id, short_name, category, names: places }) => ({
    device_id,
    short_name,
    category,
    items: known(places).map((value) => itemOf(ofDevice({ proj_code, device_id, short_name }, value))),
  }));
  const all = known([...new Set(plant.devices.flatMap((device) => device.names))].toSorted((a, b) => a - b));
  return { proj_code, name, time_zone, own: ofPlant(proj_code, all).map(itemOf), devices };
}

/** What can be chosen, by plant: its own quantities first, then its devices with their variables. */
export function choicesOf(tree: SeriesTree, groupName: (code: string) => string): Choices {
  const plants = tree.plants.map((plant) => nodeOf(plant, tree.names, groupName));
  const all = plants.flatMap(({ own, devices }) => [...own, ...devices.flatMap(({ items }) => items)]);
  return { plants, byKey: new Map(all.map((item) => [item.key, item])), left_out: tree.left_out };
}

/** A line of the list: a plant or a device that opens, or a series that is chosen. */
export type Row =
  | { kind: 'plant'; id: string; level: 1; plant: PlantNode; open: boolean; chosen: number }
  | { kind: 'device'; id: string; level: 2; device: DeviceNode; open: boolean; chosen: number }
  | { kind: 'series'; id: string; level: 2 | 3; item: Item };

export interface Shown {
  text: string;
  chosen: ReadonlySet<string>;
  /** What a person opened or closed by hand. */
  folds: ReadonlyMap<string, boolean>;
}

const seriesRow =
  (level: 2 | 3) =>
  (item: Item): Row => ({ kind: 'series', id: item.key, level, item });

/** The lines to show: all plants, closed; or, while something is searched for, what fits it, opened. */
export function rowsOf({ plants }: Pick<Choices, 'plants'>, { text, chosen, folds }: Shown): Row[] {
  const wanted = folded(text).trim().split(/\s+/).filter(Boolean);
  const searching = wanted.length > 0;
  const fits = (item: Item) => wanted.every((word) => item.words.includes(word));
  const picked = (items: readonly Item[]) => (searching ? items.filter(fits) : items);
  const count = (items: readonly Item[]) => items.filter(({ key }) => chosen.has(key)).length;
  const rows: Row[] = [];
  for (const plant of plants) {
    const own = picked(plant.own);
    const devices = plant.devices
      .map((device) => ({ device, items: picked(device.items) }))
      .filter(({ items }) => items.length > 0);
    if (own.length === 0 && devices.length === 0) continue;
    const id = `plant/${plant.proj_code}`;
    const open = folds.get(id) ?? (searching || plants.length === 1);
    const all = [...plant.own, ...plant.devices.flatMap(({ items }) => items)];
    rows.push({ kind: 'plant', id, level: 1, plant, open, chosen: count(all) });
    if (!open) continue;
    rows.push(...own.map(seriesRow(2)));
    for (const { device, items } of devices) {
      const deviceRow = `device/${device.device_id}`;
      const dialog = folds.get(deviceRow) ?? searching;
      const chosenHere = count(device.items);
      rows.push({ kind: 'device', id: deviceRow, level: 2, device, open: dialog, chosen: chosenHere });
      if (dialog) rows.push(...items.map(seriesRow(3)));
    }
  }
  return rows;
}

/** Times are those of the first plant in a chart. */
export const zoneOf = (items: readonly Pick<Item, 'time_zone'>[]): string =>
  items[0]?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
