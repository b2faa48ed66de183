import { factorBetween, spellUnit } from '../../shared/units/units.ts';
import type { Said } from './map-cells.ts';
import type { MapParams, MapWarningCode } from './map-fault.ts';
import type { MapName, MapVariable } from './map-variable.ts';

/** What a variable may say in place of its name. */
export const LOOK_FIELDS = ['unit', 'decimals', 'group_name', 'colour'] as const;
export type LookField = (typeof LOOK_FIELDS)[number];
type Look = string | number;

export interface LookRemark {
  readonly field: LookField;
  readonly code: MapWarningCode;
  readonly params: MapParams;
}

/**
 * What a file says of a variable's look: the look that is seen, empty where neither the variable nor its name says
 * anything, and `-` where the variable takes away what its name says.
 */
export function lookCell(own: Look | null, ofName: Look): Look | null {
  if (own === null) return ofName === '' ? null : ofName;
  if (own === '') return ofName === '' ? null : '-';
  return own;
}

/** What reading that cell brings. */
function readBack(own: Look | null, ofName: Look): Look | null {
  const cell = lookCell(own, ofName);
  return cell === '-' ? '' : cell;
}

/** That a unit stays as its quantity has it, with the factor that would bring the file's values there. */
export function unitStays(name: string, said: string, fixed: string): LookRemark {
  const factor = factorBetween(said, fixed);
  const params = { name, said, fixed };
  return factor === undefined
    ? { field: 'unit', code: 'unit_fixed', params }
    : { field: 'unit', code: 'unit_fixed_factor', params: { ...params, factor } };
}

export interface LookOf {
  readonly own: Pick<MapVariable, LookField>;
  readonly name: MapName;
  readonly groups: ReadonlySet<string>;
}

/** One field of the look as a map leaves it: null where the name says the same. */
function look(
  field: LookField,
  said: Said,
  { own, name, groups }: LookOf,
): { value: Look | null; remark?: LookRemark } {
  const wish = said[field];
  const [was, ofName] = [own[field], name[field]];
  if (wish === undefined || wish === readBack(was, ofName)) return { value: was };
  if (wish === null || wish === ofName) return { value: null };
  if (field === 'unit' && spellUnit(String(wish)) === spellUnit(String(ofName))) return { value: null };
  if (field === 'unit' && name.quantity !== 'other')
    return { value: was, remark: unitStays(name.name, String(wish), String(ofName)) };
  if (field === 'group_name' && wish !== '' && !groups.has(String(wish)))
    return { value: was, remark: { field, code: 'group_unknown', params: { group: String(wish) } } };
  return { value: wish };
}

/** The look of a variable of a known name as a map leaves it, and what of the map was not followed. */
export function lookOf(
  said: Said,
  of: LookOf,
): { look: Pick<MapVariable, LookField>; remarks: LookRemark[] } {
  const found = LOOK_FIELDS.map((field) => [field, look(field, said, of)] as const);
  const values = Object.fromEntries(found.map(([field, { value }]) => [field, value]));
  return {
    look: values as unknown as Pick<MapVariable, LookField>,
    remarks: found.flatMap(([, { remark }]) => remark ?? []),
  };
}
