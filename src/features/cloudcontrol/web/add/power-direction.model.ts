import type { DeviceCategory } from '../../../plants/plants.model.ts';
import type { FoundDevice } from '../../field-tools.contract.ts';

type Seen = FoundDevice['variables'][number];

/** Active and reactive power, whole and by phase: what changes its sign with the direction that is called positive. */
const DIRECTED = /^(ac|reactive)_power(_l\d)?_k(w|var)(_\d+)?$/;

const powerOf = ({ variables }: FoundDevice): Seen | undefined =>
  variables.find(({ of_name }) => of_name?.quantity === 'ac_power_kw');

/** Is it a meter that tells a power? The standard leaves open which direction is positive; makers decide differently. */
export function hasDirection(found: FoundDevice, category: DeviceCategory): boolean {
  return category.endsWith('_meter') && powerOf(found) !== undefined;
}

/** Its power just now, in the variable's unit; null where it reads nothing. */
export function powerNow(found: FoundDevice): { value: number | null; unit: string } {
  const power = powerOf(found);
  return { value: power?.value ?? null, unit: power?.unit ?? power?.of_name?.unit ?? '' };
}

/** The variables as they are read, or with their powers the other way round; its counters stay what they are. */
export function asTurned(variables: readonly Seen[], turned: boolean): readonly Seen[] {
  if (!turned) return variables;
  return variables.map((one) => {
    if (!one.register || !DIRECTED.test(one.name)) return one;
    const value = one.value === null || one.value === 0 ? one.value : -one.value;
    return { ...one, value, register: { ...one.register, factor: -(one.register.factor ?? 1) } };
  });
}
