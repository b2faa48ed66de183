import { findModel } from '../sunspec/known-models.ts';
import { nameOfPoint } from '../sunspec/names.ts';
import { registerOf } from '../sunspec/register-of.ts';
import { type TemplateVariable, templateVariable } from './device-template.ts';

/** A SunSpec model in a device: its number and the 0-based address of its ID register. */
export interface ModelPlace {
  readonly id: number;
  readonly address: number;
  /** Of a repeating block, 1 the first. */
  readonly block?: number;
}

/**
 * Variables of a SunSpec model by their names, in that order.
 * @throws RangeError for a model that is not known, or a name that none of its points becomes
 */
export function sunspecVariables(
  { id, address, block = 1 }: ModelPlace,
  names: readonly string[],
): TemplateVariable[] {
  const model = findModel(id);
  if (!model) throw new RangeError(`SunSpec model ${id} is not known`);
  const inBlock = model.block?.points ?? [];
  return names.map((name) => {
    const found = [...model.points, ...inBlock].find((one) => one.name === name);
    if (!found) throw new RangeError(`no point of SunSpec model ${id} becomes ${name}`);
    const repeats = inBlock.includes(found);
    const moved = repeats ? (block - 1) * (model.block?.length ?? 0) : 0;
    const { name: variable, quantity, decimals } = nameOfPoint(name, repeats ? block : null);
    return templateVariable({
      name: variable,
      quantity,
      decimals,
      value_table: found.values ?? null,
      ...registerOf(model, found, { address, moved }),
    });
  });
}
