import type { z } from 'zod';
import type { AuditAction, Noted } from '../../../shared/server/audit.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { showBin } from '../../../shared/server/records/bin.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { calculatedResults } from '../../plants/server/calculated-results.public.ts';
import { holdCalculations } from '../../plants/server/calculations.public.ts';
import { noteChange } from '../../plants/server/configuring.public.ts';
import { fedBy, levelsOf, MAX_LEVELS, wayRound } from '../calculation-graph.model.ts';
import type { CalcDefinition, CalcGroup, CalcGroupChange, NewCalcGroup } from '../calculations.contract.ts';
import { fault, type Resolved, resolve } from './calc-definition.ts';
import { listStoredGroups } from './calc-definitions.repository.ts';
import {
  countGroups,
  countInputs,
  deleteGroup,
  type GroupFields,
  hasName,
  insertGroup,
  listShownGroups,
  listTakers,
  MAX_ALL_INPUTS,
  MAX_GROUPS,
  replaceInputs,
  type ShownGroup,
  updateGroup,
  updateTexts,
} from './calc-groups.repository.ts';
import { findVariable, sumNominal } from './calc-places.repository.ts';
import { renew } from './calc-renew.ts';
import { getGroup } from './calc-shown.ts';
import { knotOf } from './calc-stages.ts';

type Change = z.output<typeof CalcGroupChange>;

/** Where the results of a definition go, made where it is not there yet. `fresh`: nothing was ever written to it. */
async function placeResult(
  tx: Tx,
  resolved: Resolved,
): Promise<{ device_id: number; variable_id: number; fresh: boolean }> {
  const { name, definition } = resolved;
  const device_id = resolved.device_id ?? (await makeDevice(tx, resolved));
  const existing = await findVariable(tx, device_id, name.variable_name_id);
  if (existing?.registered || (existing && existing.group_id !== null)) {
    const params = { variable: definition.result.variable };
    throw fault('variable_taken', 'result.variable', 'the device has this variable already', params);
  }
  if (existing) return { device_id, variable_id: existing.id, fresh: false };
  const slot = (await calculatedResults.takeSlot(tx, device_id)) ?? noSlots();
  const made = { device_id, variable_name_id: name.variable_name_id, slot };
  const variable_id = await calculatedResults.placeVariable(tx, made);
  return { device_id, variable_id, fresh: true };
}

function noSlots(): never {
  const message = 'this virtual device has been defined anew too often: choose or make another one';
  throw fault('no_slots', 'result.device_id', message);
}

async function makeDevice(tx: Tx, { definition, place, inputs, interval_s }: Resolved): Promise<number> {
  const { device } = definition.result;
  if (!device) throw new Error('a definition without a device was taken');
  const { short_name, proj_code } = device;
  // What it can make at most is what its inputs can: its energy is believed up to there.
  const nominal_power = await sumNominal(tx, [...new Set(inputs.map((input) => input.device_id))]);
  const id = await calculatedResults.insertDevice(tx, {
    plant_id: place.plant_id,
    short_name,
    interval_s,
    nominal_power,
  });
  if (id === undefined)
    throw fault(
      'short_name_taken',
      'result.device.short_name',
      'the plant has a device of this name already',
    );
  await recordAudit(tx, 'device.created', String(id), { proj_code, short_name });
  return id;
}

/** @throws AppError invalid where the group would feed itself, or stands upon too many others */
async function assertWay(tx: Tx, id: number): Promise<void> {
  const knots = (await listStoredGroups(tx)).map(knotOf);
  const way = wayRound(knots, id);
  if (way) {
    const seen = new Set((await listShownGroups(tx)).map((group) => group.id));
    const words = way.map((knot) => (seen.has(knot.id) ? knot.name : '…')).join(' → ');
    throw fault('goes_round', 'inputs', `would take its own result: ${words}`, { way: words });
  }
  const levels = levelsOf(knots);
  const highest = fedBy(knots, id).reduce((max, knot) => Math.max(max, levels.get(knot.id) ?? 0), 0);
  if (highest < MAX_LEVELS) return;
  const params = { most: MAX_LEVELS };
  throw fault('too_deep', 'inputs', `at most ${MAX_LEVELS} groups may stand upon one another`, params);
}

async function assertName(tx: Tx, name: string, but: number | null): Promise<void> {
  if (await hasName(tx, name, but)) throw fault('name_taken', 'name', 'another group has this name');
}

/** @throws AppError invalid where the company's groups would have too many inputs, all together */
async function assertRoom(tx: Tx, { inputs }: Resolved, before: number): Promise<void> {
  const grows = inputs.length > before;
  if (!grows || (await countInputs(tx)) - before + inputs.length <= MAX_ALL_INPUTS) return;
  const max = { most: MAX_ALL_INPUTS };
  throw fault('too_many_inputs', 'inputs', `at most ${MAX_ALL_INPUTS} inputs in all groups together`, max);
}

async function begin(tx: Tx): Promise<void> {
  await holdCalculations(tx);
  await showBin(tx);
}

/**
 * Makes a group; its past is calculated by itself from then on.
 * @throws AppError not_found for a plant or device that the scope does not see; invalid, naming the fields
 */
export async function createGroup(
  tx: Tx,
  given: z.output<typeof NewCalcGroup>,
  now: number,
): Promise<CalcGroup> {
  await begin(tx);
  const resolved = await resolve(tx, given);
  await assertName(tx, given.name, null);
  if ((await countGroups(tx)) >= MAX_GROUPS)
    throw fault('too_many_groups', 'name', `a company keeps ${MAX_GROUPS} groups at most`, {
      most: MAX_GROUPS,
    });
  await assertRoom(tx, resolved, 0);
  const { fresh, ...place } = await placeResult(tx, resolved);
  const { name, description, operation } = given;
  const id = await insertGroup(tx, { name, description, operation, ...place, ...sizeOf(resolved) });
  await replaceInputs(tx, id, resolved.inputs);
  await assertWay(tx, id);
  const device_ids = (await renew(tx, [id], { now, fresh })) ?? noSlots();
  await note(tx, 'calc_group.created', {
    id,
    device_ids,
    detail: auditOf(operation, place.device_id, resolved),
  });
  return getGroup(tx, id, now);
}

interface Action {
  id: number;
  /** Virtual devices whose variables are others now. */
  device_ids: readonly number[];
  detail: Noted;
}

const note = (tx: Tx, action: AuditAction, { id, device_ids, detail }: Action): Promise<void> =>
  noteChange(tx, { action, device_ids, target: String(id), detail });

const sizeOf = ({ inputs, interval_s }: Resolved) => ({ input_count: inputs.length, step_s: interval_s });

const auditOf = (operation: string, device_id: number, { inputs, definition }: Resolved) => ({
  operation,
  device_id,
  variable: definition.result.variable,
  inputs: inputs.length,
});

const definitionOf = ({ operation, inputs, result }: CalcGroup): CalcDefinition => ({
  operation,
  inputs: inputs.map(({ device_id, name }) => ({ device_id, name })),
  result: { device_id: result.device_id, variable: result.name },
});

const isSame = (a: CalcDefinition, b: CalcDefinition): boolean =>
  a.operation === b.operation &&
  a.result.device_id === b.result.device_id &&
  a.result.device === b.result.device &&
  a.result.variable === b.result.variable &&
  a.inputs.length === b.inputs.length &&
  a.inputs.every(
    ({ device_id, name }, i) => b.inputs[i]?.device_id === device_id && b.inputs[i]?.name === name,
  );

/**
 * Changes a group; what is left out stays. Another definition begins anew: old results are gone at once, its past follows.
 * @throws AppError not_found; conflict with the stored group when it was saved in between; invalid, naming the fields
 */
export async function changeGroup(tx: Tx, id: number, change: Change, now: number): Promise<CalcGroup> {
  await begin(tx);
  const stored = await getGroup(tx, id, now);
  const [row] = await listShownGroups(tx, id);
  if (!row) notFound();
  const before = definitionOf(stored);
  const { name = stored.name, description = stored.description, version, ...definition } = change;
  const after: CalcDefinition = {
    operation: definition.operation ?? before.operation,
    inputs: definition.inputs ?? before.inputs,
    result: definition.result ?? before.result,
  };
  const same = isSame(before, after);
  // What is not one's own to see is not there, whatever else is wrong.
  const resolved = same ? undefined : await resolve(tx, after);
  await assertVersion(stored, version, () => stored);
  await assertName(tx, name, id);
  const text = { name, description };
  if (!resolved && name === stored.name && description === stored.description) return stored;
  if (resolved) await assertRoom(tx, resolved, before.inputs.length);
  const device_ids = resolved ? await redefine(tx, row, { resolved, text, now }) : [];
  if (!resolved) await updateTexts(tx, id, text);
  const detail = resolved
    ? auditOf(after.operation, row.device_id, resolved)
    : { fields: ['name', 'description'] };
  await note(tx, 'calc_group.changed', { id, device_ids, detail });
  return getGroup(tx, id, now);
}

interface Redefinition {
  resolved: Resolved;
  text: Pick<GroupFields, 'name' | 'description'>;
  now: number;
}

/** Answers the devices whose variables are others now. */
async function redefine(tx: Tx, row: ShownGroup, { resolved, text, now }: Redefinition): Promise<number[]> {
  const { result, operation } = resolved.definition;
  const stays = !row.deleted && resolved.device_id === row.device_id && result.variable === row.name;
  if (!stays) await assertUntaken(tx, row, 'result.variable');
  const { fresh, ...place } = stays
    ? { device_id: row.device_id, variable_id: row.variable_id, fresh: false }
    : await placeResult(tx, resolved);
  await updateGroup(tx, row.id, { ...text, operation, ...place, ...sizeOf(resolved) });
  if (!stays) await calculatedResults.binVariable(tx, row.variable_id);
  await replaceInputs(tx, row.id, resolved.inputs);
  await assertWay(tx, row.id);
  const moved = (await renew(tx, [row.id], { now, fresh })) ?? noSlots();
  return stays ? moved : [...moved, row.device_id];
}

/** @throws AppError conflict that names the groups which take its result: without it they could give none */
async function assertUntaken(tx: Tx, row: ShownGroup, path: string): Promise<void> {
  const takers = (await listTakers(tx, [row.variable_id])).get(row.variable_id) ?? [];
  if (takers.length === 0) return;
  const seen = new Set((await listShownGroups(tx)).map((group) => group.group_name));
  const names = takers.map((name) => (seen.has(name) ? name : '…')).join(', ');
  const message = `Its result is taken by ${names}: change or delete that first`;
  throw new AppError('conflict', message, {
    errors: [{ path, message, code: 'taken_by', params: { names } }],
  });
}

/**
 * Deletes a group; its variable goes to the bin with its history.
 * @throws AppError not_found; conflict where other groups take its result
 */
export async function removeGroup(tx: Tx, id: number): Promise<void> {
  await begin(tx);
  const [row] = await listShownGroups(tx, id);
  if (!row) notFound();
  await assertUntaken(tx, row, '');
  await deleteGroup(tx, row);
  await calculatedResults.binVariable(tx, row.variable_id);
  const detail = { device_id: row.device_id, variable: row.name };
  await note(tx, 'calc_group.removed', { id, device_ids: [row.device_id], detail });
}
