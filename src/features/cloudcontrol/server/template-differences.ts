import { createHash } from 'node:crypto';
import type { MapChanges } from '../../plants/server/maps.public.ts';
import type { Configured } from '../../plants/snapshot.model.ts';
import { sayAll, type TemplateMap } from '../template-fields.contract.ts';
import type { PreviewedDevice } from '../templates.contract.ts';
import { type Difference, type FieldDifference, namedDifferences } from '../versions.model.ts';

type Fields = Readonly<Record<string, Configured>>;

/** Columns that say where something is stored, not what it is. */
const UNSAID = new Set([
  'id',
  'company_id',
  'device_id',
  'variable_name_id',
  'name',
  'quantity',
  'slot',
  'version',
  'deleted_at',
]);

/** As most variables are: where a whole one is told, these are not worth a line. */
const USUAL: Fields = {
  word_order: 'ABCD',
  bit_count: 1,
  factor: 1,
  value_offset: 0,
  sentinel: false,
  poll: 'fast',
  enabled: true,
  swapped: false,
};

function saidOf(columns: object): [string, Configured][] {
  const fields = Object.entries(columns as Fields);
  return fields.filter(([field, value]) => !UNSAID.has(field) && value !== null && value !== USUAL[field]);
}

const whole = (side: 'before' | 'after', columns: object): FieldDifference[] =>
  saidOf(columns).map(([field, value]) => ({ field, before: null, after: null, [side]: value }));

const fieldsOf = (stored: object, fields: object): FieldDifference[] =>
  Object.entries(fields as Fields).map(([field, after]) => ({
    field,
    before: (stored as Fields)[field] ?? null,
    after,
  }));

/** What a map changes of a device, field by field and by names. */
export function differencesOfChanges({ added, changed, removed, attributes }: MapChanges): Difference[] {
  const variable = { part: 'variable' } as const;
  const attribute = { part: 'attribute' } as const;
  const lines: Difference[] = [
    ...changed.map(({ stored, fields }) => ({
      ...variable,
      name: stored.name,
      change: 'changed' as const,
      fields: fieldsOf(stored, fields),
    })),
    ...added.map(({ name, columns }) => ({
      ...variable,
      name,
      change: 'added' as const,
      fields: whole('after', columns),
    })),
    ...removed.map((stored) => ({
      ...variable,
      name: stored.name,
      change: 'removed' as const,
      fields: whole('before', stored),
    })),
    ...attributes.changed.map(({ stored, fields }) => ({
      ...attribute,
      name: stored.name,
      change: 'changed' as const,
      fields: fieldsOf(stored, fields),
    })),
    ...attributes.added.map((columns) => ({
      ...attribute,
      name: columns.name,
      change: 'added' as const,
      fields: whole('after', columns),
    })),
    ...attributes.removed.map((stored) => ({
      ...attribute,
      name: stored.name,
      change: 'removed' as const,
      fields: whole('before', stored),
    })),
  ];
  return lines;
}

/** A device in a preview: counts, and field by field where it is asked. */
export function previewOf(changes: MapChanges, details: boolean): PreviewedDevice {
  const { device, added, changed, removed, left, kept, attributes, fault } = changes;
  const { id: device_id, short_name, proj_code, plant_name, newest_version, ...more } = device;
  const { template_key, template_version } = more;
  const differences = differencesOfChanges(changes);
  const alike = JSON.stringify([differences, kept.map(({ name }) => name), fault?.code ?? null]);
  return {
    device_id,
    short_name,
    proj_code,
    plant_name,
    newest_version,
    template_key,
    template_version,
    added: added.length + attributes.added.length,
    back: added.filter(({ back }) => back).length,
    changed: changed.length + attributes.changed.length,
    removed: removed.length + attributes.removed.length,
    left: left.length,
    kept: kept.map(({ name }) => name),
    fault,
    likeness: createHash('sha256').update(alike).digest('base64url').slice(0, 16),
    differences: details ? differences : null,
  };
}

/** A map's variables and attributes as plain fields; what is not said of a register is as devices have it. */
function flat(map: TemplateMap) {
  const { variables, attributes } = sayAll(map);
  return {
    variables: variables.map(({ name, register, of_name: _, ...look }) => ({
      name,
      ...look,
      ...(register ?? {}),
    })),
    attributes,
  } as unknown as Record<'variables' | 'attributes', (Fields & { name: string })[]>;
}

/** What of a template would be others if it gave devices `after` in place of `before`. */
export function differencesOfMaps(before: TemplateMap, after: TemplateMap): Difference[] {
  const [was, is] = [flat(before), flat(after)];
  return [
    ...namedDifferences('variable', was.variables, is.variables),
    ...namedDifferences('attribute', was.attributes, is.attributes),
  ];
}
