import type { Model } from './model.ts';
import { commonModel } from './models/common.ts';
import { inputModels } from './models/inputs.ts';
import { inverterModels } from './models/inverter.ts';
import { meterModels } from './models/meter.ts';
import { settingsModels } from './models/settings.ts';
import { weatherModels } from './models/weather.ts';

/** Models whose points become variables or attributes. */
export const knownModels: readonly Model[] = [
  commonModel,
  ...inverterModels,
  ...settingsModels,
  ...inputModels,
  ...meterModels,
  ...weatherModels,
];

const byId = new Map(knownModels.map((model) => [model.id, model]));

/** Registers of a model's blocks beyond which nothing is read: a hundred trackers. */
const MAX_BLOCKS = 2000;

/** What stands in a model of this number; undefined where that is not known. */
export function findModel(id: number): Model | undefined {
  return byId.get(id);
}

/** How many of the registers that the device says to have after ID and length are worth reading. */
export function registersWanted({ length, block }: Model, said: number): number {
  return Math.min(said, block ? MAX_BLOCKS : length);
}

/** Has this model such a length in the standard? */
export function isStandardLength({ id, length, block }: Model, said: number): boolean {
  if (block) return said >= length && (said - length) % block.length === 0;
  return said === length || (id === commonModel.id && said === length - 1);
}

/** Would a read that ends before this register, counted from the model's ID register, cut a point in two? */
export function cutsPoint({ points, block }: Model, at: number): boolean {
  if (!block || at < block.offset) return points.some((one) => isWithin(one, at));
  const inFirst = block.offset + ((at - block.offset) % block.length);
  return block.points.some((one) => isWithin(one, inFirst));
}

function isWithin({ offset, size }: { offset: number; size: number }, at: number): boolean {
  return at > offset && at < offset + size;
}
