import type { RawModel, SunspecWarning } from './chain.ts';
import type { SunspecAttribute, SunspecVariable } from './device.ts';
import { isStandardLength } from './known-models.ts';
import type { Block, Model, Point } from './model.ts';
import { nameOfPoint } from './names.ts';
import { type Place, rawNumber, readPoint, readText } from './read-point.ts';

/** What stands in one model of a device. */
export interface ReadModel {
  readonly raw: RawModel;
  readonly model: Model;
  /** Their names are not unique yet. */
  readonly variables: readonly SunspecVariable[];
  readonly attributes: readonly SunspecAttribute[];
  readonly not_implemented: number;
  readonly warnings: readonly SunspecWarning[];
}

/** A model's variables and texts, with what they read by the registers of the chain. */
export function readModel(raw: RawModel, model: Model, asleep: boolean): ReadModel {
  const place: Place = { model, raw, moved: 0, asleep };
  const warnings = lengthWarnings(raw, model);
  const blocks = model.block ? blocksOf(place, model.block, warnings) : [];
  const found = new Found(warnings);
  for (const one of model.points) found.add(place, one, null);
  for (const number of blocks) {
    const moved = (number - 1) * (model.block?.length ?? 0);
    for (const one of model.block?.points ?? [])
      found.add({ ...place, moved }, one, nameNumber(model, number));
  }
  const { variables, not_implemented } = found;
  return { raw, model, variables, not_implemented, attributes: attributesOf(place), warnings };
}

/** Only names that hold a place for it are numbered; a second sensor of the same kind becomes _2. */
function nameNumber(model: Model, number: number): number | null {
  return model.block?.points.some(({ name }) => name?.includes('#')) ? number : null;
}

class Found {
  readonly variables: SunspecVariable[] = [];
  not_implemented = 0;
  readonly #warnings: SunspecWarning[];

  constructor(warnings: SunspecWarning[]) {
    this.#warnings = warnings;
  }

  add(place: Place, one: Point, number: number | null): void {
    if (one.name === undefined || one.type === 'string') return;
    const read = readPoint(place, one);
    const { id } = place.model;
    if ('missing' in read) {
      this.not_implemented += 1;
      if (read.missing === 'bad_scale' && read.scale !== undefined)
        this.#warn({ code: 'bad_scale', id, point: String(one.scale), scale: read.scale });
      return;
    }
    if (read.factor_note === 'otherwise')
      this.#warn({ code: 'power_factor', id, factor: read.register.factor });
    if (read.factor_note === 'unsure') this.#warn({ code: 'power_factor_zero', id });
    if (read.scale_else !== undefined)
      this.#warn({ code: 'other_scale', id, scale: String(one.scale), used: read.scale_else });
    const of_name = nameOfPoint(one.name, number);
    const value_table = one.values ?? null;
    const { register, value } = read;
    this.variables.push({ name: of_name.name, of_name, register, value_table, value });
  }

  /** One scale serves many points: it is told once. */
  #warn(warning: SunspecWarning): void {
    const factor_note = this.#warnings.some(
      (one) => one.code === warning.code && one.point === warning.point,
    );
    if (!factor_note) this.#warnings.push(warning);
  }
}

function lengthWarnings({ id, address, length }: RawModel, model: Model): SunspecWarning[] {
  if (length === 0 || isStandardLength(model, length)) return [];
  return [{ code: 'other_length', id, address, said: length, standard: model.length }];
}

/** The numbers of the blocks that there are: as many as the device says, where so many fit. */
function blocksOf(place: Place, block: Block, warnings: SunspecWarning[]): number[] {
  const there = Math.max(0, (place.raw.words?.length ?? 0) - block.offset);
  const fits = Math.floor(there / block.length);
  const said = block.count === undefined ? fits : (rawNumber(place, block.count) ?? fits);
  if (said > fits) warnings.push({ code: 'blocks', id: place.model.id, said, fits });
  return Array.from({ length: Math.min(said, fits) }, (_, index) => index + 1);
}

function attributesOf(place: Place): SunspecAttribute[] {
  return place.model.points.flatMap((one) => {
    const value = one.type === 'string' && one.name !== undefined ? readText(place, one) : '';
    if (value === '' || one.name === undefined) return [];
    return [{ name: one.name, address: place.raw.address + one.offset, length: one.size, value }];
  });
}
