import type { MapName, MapVariable } from '../../../devices/map/map-variable.ts';
import { newVariable } from '../../../devices/map/merge-row.ts';
import type { HeldVariable, MapPlan } from '../../../devices/map/plan-map.ts';
import type { WrittenVariable } from '../../../devices/map/write-map.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { MappedVariable } from '../../plants/device-fields.contract.ts';
import { catalogueNamesOf } from '../../plants/server/catalogue.public.ts';
import type { MapReport } from '../maps.contract.ts';
import { MAP_WORDS } from '../maps.model.ts';
import { TemplateMap } from '../template-fields.contract.ts';
import type { Template } from '../templates.contract.ts';
import { assertFaultless, reportOf } from './map-report.ts';
import { mappedVariable } from './map-variables.ts';
import { judgeMap, type MapImport } from './maps.service.ts';
import { changeTemplate, getTemplate } from './templates.service.ts';

const BYTE_ORDER = 'ABCD';

/** A template's variable with everything that it leaves unsaid. */
function wholeOf({
  register,
  unit,
  decimals,
  colour,
  group_name,
  value_table,
  poll,
  enabled,
}: MappedVariable): MapVariable {
  const begun = newVariable(BYTE_ORDER);
  const { bit, scale_address, word_order, ...place } = register ?? {};
  return {
    ...begun,
    ...place,
    word_order: word_order ?? begun.word_order,
    bit: bit ?? null,
    scale_address: scale_address ?? null,
    unit: unit ?? null,
    decimals: decimals ?? null,
    colour: colour ?? null,
    group_name: group_name ?? null,
    value_table: value_table ?? null,
    poll: poll ?? begun.poll,
    enabled: enabled ?? true,
  };
}

/** What a template means by a name: as it says itself, else as the company's catalogue, else as every catalogue begins. */
function nameOf({ name, of_name }: MappedVariable, catalogue: ReadonlyMap<string, MapName>): MapName {
  if (of_name) return { ...of_name, name, colour: '' };
  const none = {
    label_en: name,
    label_it: name,
    unit: '',
    decimals: 2,
    group_name: '',
    kind: 'gauge',
    quantity: 'other',
  };
  return catalogue.get(name) ?? { ...none, ...MAP_WORDS.usual(name), name, colour: '' };
}

async function catalogueOf(tx: Tx): Promise<Map<string, MapName>> {
  return new Map((await catalogueNamesOf(tx)).map((entry) => [entry.name, entry]));
}

/** A template's variables as a map. @throws AppError not_found */
export async function writtenTemplate(
  tx: Tx,
  key: string,
): Promise<{ name: string; variables: WrittenVariable[] }> {
  const { map } = await getTemplate(tx, key);
  const catalogue = await catalogueOf(tx);
  const variables = map.variables.map((one) => ({ name: nameOf(one, catalogue), variable: wholeOf(one) }));
  return { name: key, variables };
}

/** The variables of a template after a map: those that it does not change are exactly what they were. */
function variablesAfter(
  { map }: Template,
  { plan, catalogue }: { plan: MapPlan; catalogue: ReadonlyMap<string, MapName> },
): MappedVariable[] {
  const gone = new Set(plan.remove.map(({ name }) => name));
  const moved = new Set(plan.change.map(({ name }) => name));
  const after = new Map(plan.after.map((one) => [one.name, one.variable]));
  const kept = map.variables.flatMap((one) => {
    const variable = after.get(one.name);
    if (gone.has(one.name) || !variable) return [];
    if (!moved.has(one.name)) return [one];
    const { of_name } = one;
    return [{ ...mappedVariable({ name: one.name, variable }), ...(of_name ? { of_name } : {}) }];
  });
  const added = plan.add.map((one) => {
    const of_name = one.of_name ?? catalogue.get(one.name);
    return mappedVariable({ ...one, ...(of_name ? { of_name } : {}) });
  });
  return TemplateMap.shape.variables.parse([...kept, ...added]);
}

/**
 * Sets the variables of a template of the company's own as a map has them, or tells what that would come to; devices keep
 * what they have until it is applied to them. `version` is the template's revision.
 * @throws AppError not_found; conflict for one of the program, and with what is stored where somebody was faster; invalid
 */
export async function importTemplateMap(tx: Tx, key: string, request: MapImport): Promise<MapReport> {
  const template = await getTemplate(tx, key);
  const catalogue = await catalogueOf(tx);
  const { variables } = template.map;
  const judged = await judgeMap(tx, request, async () => ({
    current: variables.map((one, id): HeldVariable => ({ ...wholeOf(one), id, name: one.name })),
    names: variables.map((one) => nameOf(one, catalogue)),
    byte_order: BYTE_ORDER,
    polled: true,
    virtual: false,
  }));
  const { dry_run, version, now } = request;
  if (!dry_run) assertFaultless(judged.reading);
  if (judged.reading.faults.count === 0) {
    const after = variablesAfter(template, { plan: judged.plan, catalogue });
    const revision = version ?? template.revision ?? undefined;
    await changeTemplate(tx, key, { variables: after, revision }, now);
  }
  const applied = !dry_run;
  const { revision } = applied ? await getTemplate(tx, key) : template;
  return reportOf(judged, { applied, newest_version: revision });
}
