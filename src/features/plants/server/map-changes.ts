import type { z } from 'zod';
import { changedFields, definedFields } from '../../../shared/server/changed-fields.ts';
import type { AttributeFields, MappedVariable } from '../device-fields.contract.ts';
import { MAX_VARIABLES } from '../plants.model.ts';
import { MAX_ATTRIBUTES } from './attributes.public.ts';
import type { AttributeColumns, StoredAttribute } from './attributes.repository.ts';
import type { ListedVariable, MappedDevice } from './maps.repository.ts';
import { AS_NEW, type StoredVariable, type VariableColumns } from './variables.repository.ts';

/** What a device is brought to: matched by names; what it does not say stays. */
export interface DeviceMap {
  readonly variables: readonly MappedVariable[];
  readonly attributes: readonly z.output<typeof AttributeFields>[];
}

/** What the company has of what a map names: a group that it lacks counts as nothing said. */
export interface Known {
  readonly groups: ReadonlySet<string>;
  /** Names whose quantity fixes their unit. */
  readonly fixed: ReadonlySet<string>;
}

export interface MapChanges {
  readonly device: MappedDevice;
  /** `back`: it comes back from the bin, with its history. */
  readonly added: readonly { name: string; columns: VariableColumns; back: boolean }[];
  readonly changed: readonly { stored: StoredVariable; fields: Partial<VariableColumns> }[];
  readonly removed: readonly StoredVariable[];
  /** Not in the map, and they stay. */
  readonly left: readonly StoredVariable[];
  /** Asked to go, and they stay, because calculations count on them. */
  readonly kept: readonly StoredVariable[];
  readonly attributes: {
    readonly added: readonly AttributeColumns[];
    readonly changed: readonly { stored: StoredAttribute; fields: Partial<AttributeColumns> }[];
    readonly removed: readonly StoredAttribute[];
  };
  /** Why it cannot be brought to the map. */
  readonly fault:
    | { code: 'virtual' }
    | { code: 'no_slots' | 'attributes'; free: number; needed: number }
    | null;
}

/** Where a value is delivered, nothing is left that says how to read it. */
const NOT_READ = {
  function_code: null,
  address: null,
  data_type: null,
  bit: null,
  bit_count: 1,
  scale_address: null,
} as const;

/** The columns that a variable of the map says; a register of null is said too. */
function columnsOf(
  { name, register, of_name: _, ...look }: MappedVariable,
  byte_order: string,
  { groups, fixed }: Known,
): Partial<VariableColumns> {
  const place = register
    ? {
        ...register,
        word_order: register.word_order ?? byte_order,
        bit: register.bit ?? null,
        scale_address: register.scale_address ?? null,
      }
    : register === null
      ? NOT_READ
      : {};
  const { unit, group_name, ...rest } = definedFields(look);
  return definedFields({
    ...rest,
    ...place,
    ...(fixed.has(name) ? {} : { unit }),
    ...(group_name && !groups.has(group_name) ? {} : { group_name }),
  });
}

interface Has {
  readonly device: MappedDevice;
  /** Those in the bin too. */
  readonly variables: readonly ListedVariable[];
  readonly attributes: readonly StoredAttribute[];
  /** Variables that calculations take or make. */
  readonly counted: ReadonlySet<number>;
}

/** What bringing a device to a map would change; `remove`: what the map does not name goes to the bin. */
export function changesOf(
  { device, variables, attributes, counted }: Has,
  map: DeviceMap,
  { remove, known }: { remove: boolean; known: Known },
): MapChanges {
  const none = { added: [], changed: [], removed: [] };
  if (device.virtual)
    return { device, ...none, left: [], kept: [], attributes: none, fault: { code: 'virtual' } };
  const live = new Map(variables.filter((one) => one.deleted_at === null).map((one) => [one.name, one]));
  const binned = new Set(variables.filter((one) => one.deleted_at !== null).map(({ name }) => name));
  const added: MapChanges['added'][number][] = [];
  const differing: MapChanges['changed'][number][] = [];
  for (const wanted of map.variables) {
    const stored = live.get(wanted.name);
    const columns = columnsOf(wanted, device.byte_order, known);
    const { name } = wanted;
    if (!stored)
      added.push({
        name,
        columns: { ...AS_NEW, word_order: device.byte_order, ...columns },
        back: binned.has(name),
      });
    const fields = stored ? changedFields(stored, columns) : {};
    if (stored && Object.keys(fields).length > 0) differing.push({ stored, fields });
  }
  const named = new Set(map.variables.map(({ name }) => name));
  const others = [...live.values()].filter(({ name }) => !named.has(name));
  const held = others.filter(({ id }) => counted.has(id));
  const texts = attributeChanges(attributes, map, remove);
  const room = {
    no_slots: {
      free: MAX_VARIABLES - device.next_slot,
      needed: added.filter(({ back }) => !back).length,
    },
    attributes: {
      free: MAX_ATTRIBUTES - attributes.length + texts.removed.length,
      needed: texts.added.length,
    },
  };
  const short = (['no_slots', 'attributes'] as const).find((code) => room[code].needed > room[code].free);
  return {
    device,
    added,
    changed: differing,
    removed: remove ? others.filter(({ id }) => !counted.has(id)) : [],
    left: remove ? [] : others,
    kept: remove ? held : [],
    attributes: texts,
    fault: short ? { code: short, ...room[short] } : null,
  };
}

function attributeChanges(
  attributes: readonly StoredAttribute[],
  map: DeviceMap,
  remove: boolean,
): MapChanges['attributes'] {
  const has = new Map(attributes.map((one) => [one.name, one]));
  const named = new Set(map.attributes.map(({ name }) => name));
  return {
    added: map.attributes.filter(({ name }) => !has.has(name)),
    changed: map.attributes.flatMap((wanted) => {
      const stored = has.get(wanted.name);
      const fields: Partial<AttributeColumns> = stored ? changedFields(stored, wanted) : {};
      return stored && Object.keys(fields).length > 0 ? [{ stored, fields }] : [];
    }),
    removed: remove ? attributes.filter(({ name }) => !named.has(name)) : [],
  };
}
