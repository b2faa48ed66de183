import type { NewMapName } from '../../../devices/map/map-variable.ts';
import type { AddedVariable } from '../../../devices/map/plan-map.ts';
import type { RegisterPlace } from '../../../devices/register.ts';
import type { MappedVariable } from '../../plants/device-fields.contract.ts';

/** A name as a map brings it along, in the catalogue's own types; what the map's words allow is nothing else. */
const meaningOf = (name: NewMapName) => name as NonNullable<MappedVariable['of_name']>;

/** A variable that a map adds, as devices and templates take it. */
export function mappedVariable({ name, variable, of_name }: AddedVariable): MappedVariable {
  const { unit, decimals, colour, group_name, value_table, poll, enabled, ...register } = variable;
  const { function_code, address, data_type } = register;
  const whole = function_code !== null && address !== null && data_type !== null;
  return {
    name,
    register: whole
      ? { ...register, function_code: function_code as RegisterPlace['function_code'], address, data_type }
      : null,
    unit,
    decimals,
    colour,
    group_name,
    value_table,
    poll: poll as NonNullable<MappedVariable['poll']>,
    enabled,
    ...(of_name ? { of_name: meaningOf(of_name) } : {}),
  };
}
