import { recordAudit } from '../../../shared/server/audit.ts';
import { changedFields, definedFields, merge } from '../../../shared/server/changed-fields.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import { takeUpload } from '../../../shared/server/files/uploads.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { tooMany } from '../../../shared/server/records/company-list.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { ResultToSave, SimulationParameters, SimulationReport } from '../parameters.contract.ts';
import { MEMBER_KINDS } from '../simulation.model.ts';
import { isOutdated } from '../simulation-age.model.ts';
import { sumOf } from '../simulation-money.model.ts';
import { numbersOfMembers } from '../simulation-parameters.model.ts';
import {
  MAX_SIMULATIONS,
  type NewSimulation,
  type Simulation,
  type SimulationChange,
  type SimulationRow,
} from '../simulations.contract.ts';
import { listCommunities } from './communities.repository.ts';
import { ownRun } from './own-run.ts';
import {
  countSimulations,
  deleteSimulation,
  findMember,
  holdSimulation,
  insertSimulation,
  listSimulationMembers,
  listSimulations,
  type SimulationStored,
  saveSimulationMembers,
  updateSimulation,
} from './simulations.repository.ts';

/** The row of plants that somebody does not see. */
const HIDDEN = 'hidden';
const FOLDED = [
  'injected_kwh',
  'shared_kwh',
  'incentivised_kwh',
  'incentive_eur',
  'grant_cut_eur',
  'sale_eur',
] as const;

const headOf = (row: SimulationStored) => ({
  id: row.id,
  code: row.code,
  description: row.description,
  community_id: row.community_id,
  community: row.community,
  saved_at: row.saved_at?.toISOString() ?? null,
  version: row.version,
});

export async function simulationRows(tx: Tx): Promise<SimulationRow[]> {
  return (await listSimulations(tx)).map((row) => ({
    ...headOf(row),
    members: row.members,
    kwp:
      row.report?.plants.reduce((sum, { power_kw, installed_kw = power_kw }) => sum + installed_kw, 0) ??
      row.parameters.kwp,
    totals: row.report?.totals ?? null,
    npv_eur: row.report?.money.npv_eur ?? null,
    payback_years: row.report?.money.payback_years ?? null,
    outdated: row.report !== null && isOutdated(row.report),
  }));
}

/** Codes of plants that the scope sees. */
async function seenCodes(tx: Tx, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = await plantCodes.find(tx, [...codes], plantFilter(tx.scope));
  return new Set(rows.map(({ proj_code }) => proj_code));
}

async function storedOf(tx: Tx, code: string): Promise<SimulationStored> {
  return (await listSimulations(tx, code))[0] ?? notFound();
}

/** A simulation by its code; plants that the person does not see are left out. @throws AppError not_found */
export async function presentSimulation(tx: Tx, code: string): Promise<Simulation> {
  const row = await storedOf(tx, code);
  const seen = await seenCodes(tx, row.parameters.plants);
  const plants = row.parameters.plants.filter((one) => seen.has(one));
  const members = await listSimulationMembers(tx, row.id);
  return { ...headOf(row), parameters: { ...row.parameters, plants }, members };
}

/** Parameters of a simulation to calculate by. @throws AppError not_found; invalid where a plant is not seen and no others are named */
export async function parametersSeen(
  tx: Tx,
  code: string,
  namesPlants: boolean,
): Promise<SimulationParameters> {
  const { parameters } = await storedOf(tx, code);
  const seen = await seenCodes(tx, parameters.plants);
  const all = parameters.plants.every((one) => seen.has(one));
  if (!all && !namesPlants) refuseField('code', 'unknown_plant', 'There is no such plant');
  return { ...parameters, plants: parameters.plants.filter((one) => seen.has(one)) };
}

const membersOf = (parameters: SimulationParameters) =>
  MEMBER_KINDS.filter((kind) => parameters[kind] > 0).map((kind) => ({
    kind,
    count: parameters[kind],
    level: parameters[`${kind}_level`],
    kwh_per_year: parameters[`${kind}_kwh`],
    kw_peak: kind === 'prosumer' ? parameters.prosumer_kwp : 0,
  }));

/** @throws AppError not_found for a community or plant that is not the company's, or not seen */
async function judge(
  tx: Tx,
  { community_id, parameters }: Pick<SimulationChange, 'community_id' | 'parameters'>,
) {
  if (community_id != null && (await listCommunities(tx, community_id)).length === 0) notFound();
  const codes = parameters?.plants ?? [];
  const seen = await seenCodes(tx, codes);
  if (codes.some((code) => !seen.has(code))) notFound();
}

const TAKEN = 'There is a simulation of this code already';

/** Adds a simulation. @throws AppError invalid where its code is taken; not_found for what it names */
export async function createSimulation(tx: Tx, given: NewSimulation): Promise<Simulation> {
  await judge(tx, given);
  const count = await countSimulations(tx);
  if (count >= MAX_SIMULATIONS) throw tooMany(MAX_SIMULATIONS);
  const {
    code = `SIM-${count + 1}-${Math.floor(Math.random() * 1e6).toString(36)}`,
    parameters: set,
    members,
    ...fields
  } = given;
  const parameters = { ...set, ...(members && numbersOfMembers(members)) };
  const id = await insertSimulation(tx, { ...fields, code, parameters: JSON.stringify(parameters) });
  if (id === null) refuseField('code', 'taken', TAKEN);
  await saveSimulationMembers(tx, id, membersOf(parameters));
  await recordAudit(tx, 'simulation.created', code, {});
  await notifyTopics(tx, ['simulations']);
  return presentSimulation(tx, code);
}

/** Plants of a change with those that its person does not see where they stood: who cannot see them cannot take them out. */
async function withHidden(tx: Tx, stored: readonly string[], given: readonly string[]): Promise<string[]> {
  const seen = await seenCodes(tx, stored);
  const kept = stored.filter((code) => !seen.has(code) || given.includes(code));
  return [...kept, ...given.filter((code) => !kept.includes(code))];
}

/** Parameters as a change leaves them; members that are sent back as they are stored change nothing. */
async function parametersAfter(
  tx: Tx,
  { parameters: stored }: SimulationStored,
  { parameters = {}, members }: Pick<SimulationChange, 'parameters' | 'members'>,
): Promise<SimulationParameters> {
  const { plants } = parameters;
  return {
    ...merge(stored, parameters),
    ...(plants && { plants: await withHidden(tx, stored.plants, plants) }),
    ...(members && changedFields(stored, numbersOfMembers(members))),
  };
}

const WITHOUT_RESULT = { report: null, saved_at: null, csv: null };

/** Changes a simulation; a result that does not belong to its parameters any more goes. */
export async function changeSimulation(
  tx: Tx,
  code: string,
  { version, ...sent }: SimulationChange,
): Promise<Simulation> {
  const held = (await holdSimulation(tx, code)) ?? notFound();
  await assertVersion(held, version, () => presentSimulation(tx, code));
  await judge(tx, sent);
  const stored = await storedOf(tx, code);
  const { members: _, ...fields } = sent;
  const after = { ...fields, parameters: await parametersAfter(tx, stored, sent) };
  const changes = changedFields(stored, definedFields(after));
  if (Object.keys(changes).length === 0) return presentSimulation(tx, code);
  const { parameters, ...same } = changes;
  await updateSimulation(tx, held.id, {
    ...same,
    ...(parameters && { parameters: JSON.stringify(parameters), ...WITHOUT_RESULT }),
  });
  if (parameters) await saveSimulationMembers(tx, held.id, membersOf(parameters));
  await recordAudit(tx, 'simulation.changed', code, { fields: Object.keys(changes) });
  await notifyTopics(tx, ['simulations']);
  return presentSimulation(tx, code);
}

export async function removeSimulation(tx: Tx, code: string): Promise<void> {
  const held = (await holdSimulation(tx, code)) ?? notFound();
  await deleteSimulation(tx, held.id);
  await recordAudit(tx, 'simulation.removed', code, {});
  await notifyTopics(tx, ['simulations']);
}

/** Takes a kind of members out of a simulation. // spec §7: simulation member (DELETE by id) */
export async function removeMember(tx: Tx, id: number): Promise<void> {
  const { code, kind } = (await findMember(tx, id)) ?? notFound();
  const held = (await holdSimulation(tx, code)) ?? notFound();
  const { parameters } = await storedOf(tx, code);
  const without = { ...parameters, [kind]: 0 };
  await updateSimulation(tx, held.id, { parameters: JSON.stringify(without), ...WITHOUT_RESULT });
  await saveSimulationMembers(tx, held.id, membersOf(without));
  await recordAudit(tx, 'simulation.changed', code, { fields: ['members'] });
  await notifyTopics(tx, ['simulations']);
}

/** Plants that somebody does not see, as one row: its class and power are nobody's, and sums still come to the report's. */
function foldedRow(rows: SimulationReport['plants']): SimulationReport['plants'] {
  const [first] = rows;
  if (!first) return [];
  const sum = (name: (typeof FOLDED)[number]) => sumOf(rows, (row) => row[name]);
  const sums = Object.fromEntries(FOLDED.map((name) => [name, sum(name)])) as Record<
    (typeof FOLDED)[number],
    number
  >;
  return [{ ...first, ...sums, id: HIDDEN, name: '', power_kw: 0, installed_kw: 0, earns_tariff: false }];
}

/** A report in which plants that the scope does not see stand in one row, and nothing is said of one of them. */
async function seenReport(tx: Tx, report: SimulationReport): Promise<SimulationReport> {
  const named = report.plants.filter(({ name }) => name !== '').map(({ id }) => id);
  const seen = await seenCodes(tx, named);
  const hidden = new Set(named.filter((id) => !seen.has(id)));
  if (hidden.size === 0) return report;
  return {
    ...report,
    plants: [
      ...report.plants.filter(({ id }) => !hidden.has(id)),
      ...foldedRow(report.plants.filter(({ id }) => hidden.has(id))),
    ],
    findings: report.findings.filter(({ id }) => id === undefined || !hidden.has(id)),
  };
}

/** The saved result of a simulation. @throws AppError not_found where none was saved */
export async function savedResult(tx: Tx, code: string) {
  const { report, saved_at } = await storedOf(tx, code);
  if (!report || !saved_at) return notFound();
  const { parameters } = await presentSimulation(tx, code);
  return {
    code,
    saved_at: saved_at.toISOString(),
    run_parameters: parameters,
    result_report: await seenReport(tx, report),
  };
}

const NOT_OWN = 'This result is not of your own finished run';

/**
 * Saves what a run of the person came to: the figures are those that the server calculated, whatever is sent.
 * @throws AppError not_found; conflict where somebody changed the simulation since; invalid for a run that is not the person's or has not ended
 */
export async function saveResult(
  tx: Tx,
  given: {
    code: string;
    result_to_save: ResultToSave;
    upload_id: number | null;
    version?: number | undefined;
  },
  now: Date,
) {
  const held = (await holdSimulation(tx, given.code)) ?? notFound();
  await assertVersion(held, given.version, () => presentSimulation(tx, given.code));
  const run = await ownRun(tx, given.result_to_save.run_id);
  if (run.state !== 'done' || !run.report)
    return refuseField('result_to_save.run_id', 'run_not_done', NOT_OWN);
  const file = given.upload_id === null ? null : await takeUpload(tx, given.upload_id, 'simulation');
  await updateSimulation(tx, held.id, {
    parameters: JSON.stringify(run.parameters),
    report: JSON.stringify(run.report),
    saved_at: now,
    csv: file?.bytes ?? null,
  });
  await saveSimulationMembers(tx, held.id, membersOf(run.parameters));
  await recordAudit(tx, 'simulation.saved', given.code, {});
  await notifyTopics(tx, ['simulations']);
  return savedResult(tx, given.code);
}
