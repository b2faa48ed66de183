import { notFound } from '../../../shared/server/errors.ts';
import { showBin } from '../../../shared/server/records/bin.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { QUALITIES } from '../../measurements/measurements.model.ts';
import { qualityNow } from '../../measurements/quality-now.model.ts';
import type { CalcGroup } from '../calculations.contract.ts';
import {
  listShownGroups,
  listShownInputs,
  listTakers,
  type ShownGroup,
  type ShownInput,
} from './calc-groups.repository.ts';

const wordsOf = ({
  device_id,
  proj_code,
  plant_name,
  short_name,
  name,
  label_en,
  label_it,
  unit,
  deleted,
}: ShownInput | ShownGroup) => ({
  device_id,
  proj_code,
  plant_name,
  short_name,
  name,
  label_en,
  label_it,
  unit,
  deleted,
});

function present(
  row: ShownGroup,
  inputs: readonly ShownInput[],
  feeds: readonly string[],
  now: number,
): CalcGroup {
  const whole = inputs.length === row.input_count && !inputs.some(({ deleted }) => deleted);
  const last = {
    at: row.at?.getTime() ?? null,
    quality: QUALITIES[row.state] ?? 'missing',
    interval_s: row.interval_s,
  };
  return {
    id: row.id,
    name: row.group_name,
    description: row.description,
    operation: row.operation,
    state: row.deleted ? 'without_result' : whole ? 'whole' : 'incomplete',
    result: { ...wordsOf(row), kind: row.kind, decimals: row.decimals, interval_s: row.interval_s },
    inputs: inputs.map(wordsOf),
    gone: row.input_count - inputs.length,
    feeds: [...feeds],
    newest: {
      value: row.value,
      at: row.at?.toISOString() ?? null,
      quality: qualityNow(last, { category: 'other', asleep: false }, now),
    },
    past: pastOf(row),
    version: row.version,
  };
}

// Several groups of one device have their days due together: what is left is never more than there was.
const pastOf = ({ past_days: days, past_left }: ShownGroup) => ({ days, left: Math.min(days, past_left) });

/** Groups with what feeds them and what they feed, as far as the scope sees it. */
async function listWhole(tx: Tx, now: number, id: number | null): Promise<CalcGroup[]> {
  await showBin(tx);
  const rows = await listShownGroups(tx, id);
  const [inputs, takers] = await Promise.all([
    listShownInputs(
      tx,
      rows.map((row) => row.id),
    ),
    listTakers(
      tx,
      rows.map(({ variable_id }) => variable_id),
    ),
  ]);
  // Who takes the result of one group is rarely anybody: only then is it asked which groups may be named.
  const named = id !== null && takers.size > 0 ? await listShownGroups(tx) : rows;
  const seen = new Set(named.map(({ group_name }) => group_name));
  const byGroup = Map.groupBy(inputs, (input) => input.calc_group_id);
  return rows.map((row) => {
    const feeds = (takers.get(row.variable_id) ?? []).filter((name) => seen.has(name));
    return present(row, byGroup.get(row.id) ?? [], feeds, now);
  });
}

/** The groups that the scope may see, by name: 2,000 and 20,000 inputs at most, because a company keeps no more. */
export async function listGroups(tx: Tx, now: number): Promise<CalcGroup[]> {
  return listWhole(tx, now, null);
}

/** @throws AppError not_found */
export async function getGroup(tx: Tx, id: number, now: number): Promise<CalcGroup> {
  const [group] = await listWhole(tx, now, id);
  return group ?? notFound();
}

/** How far the past of a group is calculated. @throws AppError not_found */
export async function getPast(tx: Tx, id: number): Promise<CalcGroup['past']> {
  await showBin(tx);
  const [row] = await listShownGroups(tx, id);
  return row ? pastOf(row) : notFound();
}
