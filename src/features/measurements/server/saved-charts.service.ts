import type { z } from 'zod';
import { allows } from '../../../shared/contract/capabilities.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_UNITS, spellUnit } from '../../../shared/units/units.ts';
import {
  ChartDefinition,
  type OpenedChart,
  type SavedChart,
  type savedChartsCalls,
} from '../saved-charts.contract.ts';
import { type ChartFault, MAX_CHARTS, MAX_SERIES } from '../saved-charts.model.ts';
import {
  type ChartFields,
  type ChartRow,
  countOwnCharts,
  deleteChart,
  findChart,
  findPlaces,
  insertChart,
  type ListedChart,
  listCharts,
  listUnits,
  lockChart,
  updateChart,
} from './saved-charts.repository.ts';

type NewChart = z.output<typeof savedChartsCalls.create.body>;
type Change = z.output<typeof savedChartsCalls.update.body>;

const FAULTS: Readonly<Record<Exclude<ChartFault, 'too_many_units'>, ['conflict' | 'forbidden', string]>> = {
  too_many_charts: ['conflict', `You keep ${MAX_CHARTS} charts here already: delete one that nobody uses`],
  not_the_owner: ['forbidden', 'Only its owner changes or deletes a chart: save it as your own'],
};

function refusalOf(code: keyof typeof FAULTS): AppError {
  const [kind, message] = FAULTS[code];
  const params = { most: MAX_CHARTS };
  return new AppError(kind, message, { errors: [{ path: '', message, code, params }] });
}

function present({
  owner_id,
  owner_name,
  definition: _,
  mine: __,
  updated_at,
  ...row
}: ListedChart & { definition?: unknown }): SavedChart {
  const owner = owner_name === null ? null : { id: owner_id, name: owner_name };
  return { ...row, owner, updated_at: updated_at.toISOString() };
}

/** The person's own charts and what is shared; what each shows is told by opening it. */
export async function listSavedCharts(tx: Tx): Promise<SavedChart[]> {
  return (await listCharts(tx)).map(present);
}

type Series = ChartDefinition['series'][number];

async function placesOf(tx: Tx, { series, compare }: ChartDefinition) {
  const device_ids = series.flatMap(({ device_id }) => (device_id === null ? [] : [device_id]));
  const codes = [...series.map(({ proj_code }) => proj_code), compare?.proj_code ?? []].flat();
  const { devices, codes: known } = await findPlaces(tx, {
    device_ids: [...new Set(device_ids)],
    codes: [...new Set(codes)],
  });
  return {
    hasSeries: ({ proj_code, device_id }: Series) =>
      device_id === null ? known.has(proj_code) : devices.get(device_id) === proj_code,
    hasPlant: (proj_code: string | undefined) => proj_code === undefined || known.has(proj_code),
  };
}

/** @throws AppError not_found when it names a plant or device that the scope may not see, or that is none */
async function assertPlaces(tx: Tx, definition: ChartDefinition): Promise<void> {
  const { hasSeries, hasPlant } = await placesOf(tx, definition);
  if (!definition.series.every(hasSeries) || !hasPlant(definition.compare?.proj_code)) notFound();
}

/** @throws AppError invalid for more units of measure than a chart has axes // spec §5, §9 */
async function assertUnits(tx: Tx, { series }: ChartDefinition): Promise<void> {
  const units = new Set((await listUnits(tx, series)).map(spellUnit));
  if (units.size <= MAX_UNITS) return;
  const code: ChartFault = 'too_many_units';
  const message = 'Too much units of measure. Deselect a variable';
  throw new AppError('invalid', message, {
    errors: [{ path: 'definition.series', message, code, params: { most: MAX_UNITS } }],
  });
}

/** A chart as its reader may see it: what is of plants hidden from them is counted and not named. */
async function open(tx: Tx, row: ChartRow): Promise<OpenedChart> {
  const stored = ChartDefinition.safeParse(row.definition);
  // What an earlier version wrote and this one cannot read is an empty chart, that can be drawn anew.
  if (!stored.success) {
    return { ...present(row), definition: { series: [], span: 'day', resolution: 'auto' }, left_out: 0 };
  }
  const { compare, ...definition } = stored.data;
  const { hasSeries, hasPlant } = await placesOf(tx, stored.data);
  const series = definition.series.filter(hasSeries);
  const compared = compare && hasPlant(compare.proj_code) ? { compare } : {};
  return {
    ...present(row),
    definition: { ...definition, ...compared, series },
    left_out: definition.series.length - series.length,
  };
}

/** @throws AppError not_found for one that is neither the person's own nor shared */
export async function openChart(tx: Tx, id: number): Promise<OpenedChart> {
  return open(tx, (await findChart(tx, id)) ?? notFound());
}

/** @throws AppError not_found for a plant or device that is not the person's to see; conflict for who keeps too many */
export async function createChart(tx: Tx, chart: NewChart): Promise<OpenedChart> {
  await assertPlaces(tx, chart.definition);
  await assertUnits(tx, chart.definition);
  if ((await countOwnCharts(tx)) >= MAX_CHARTS) throw refusalOf('too_many_charts');
  const id = await insertChart(tx, chart);
  const { shared } = chart;
  await recordAudit(tx, 'chart.created', String(id), { shared, series: chart.definition.series.length });
  return openChart(tx, id);
}

/**
 * The definition that a person saves over a stored one: series of plants that are hidden from them by now stay for those
 * who see them.
 * @throws AppError invalid when both together are too many
 */
async function withHidden(tx: Tx, given: ChartDefinition, row: ChartRow): Promise<ChartDefinition> {
  const stored = ChartDefinition.safeParse(row.definition);
  if (!stored.success) return given;
  const { hasSeries } = await placesOf(tx, stored.data);
  const hidden = stored.data.series.filter((one) => !hasSeries(one));
  const series = [...given.series, ...hidden];
  if (series.length <= MAX_SERIES) return { ...given, series };
  throw new AppError('invalid', 'Data is not valid', {
    errors: [
      {
        path: 'definition.series',
        message: `at most ${MAX_SERIES}, of which ${hidden.length} are of plants that you do not see`,
        code: 'too_many',
        params: { most: MAX_SERIES, hidden: hidden.length },
      },
    ],
  });
}

async function takeChart(tx: Tx, id: number): Promise<ChartRow> {
  await lockChart(tx, id);
  return (await findChart(tx, id)) ?? notFound();
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The stored definition as the contract reads it, so that the order of its fields makes no difference. */
const readable = (stored: unknown): unknown => ChartDefinition.safeParse(stored).data ?? stored;

function changedFields(before: ChartFields, after: ChartFields): string[] {
  const fields: string[] = (['name', 'shared'] as const).filter((field) => after[field] !== before[field]);
  return same(readable(after.definition), readable(before.definition)) ? fields : [...fields, 'definition'];
}

/**
 * Changes one of the person's own charts; what is left out stays.
 * @throws AppError not_found; forbidden for another's; conflict with the stored chart when it was saved in between
 */
export async function changeChart(tx: Tx, id: number, change: Change): Promise<OpenedChart> {
  const before = await takeChart(tx, id);
  if (!before.mine) throw refusalOf('not_the_owner');
  if (change.definition) await assertPlaces(tx, change.definition);
  await assertVersion(before, change.version, () => open(tx, before));
  const definition = change.definition ? await withHidden(tx, change.definition, before) : undefined;
  if (definition) await assertUnits(tx, definition);
  const after = {
    name: change.name ?? before.name,
    shared: change.shared ?? before.shared,
    definition: definition ?? before.definition,
  };
  const fields = changedFields(before, after);
  if (fields.length === 0) return open(tx, before);
  await updateChart(tx, id, after);
  await recordAudit(tx, 'chart.changed', String(id), { fields, shared: after.shared });
  return openChart(tx, id);
}

/**
 * Deletes one of the person's own charts, or, for who manages the company, a shared one that its owner left behind.
 * @throws AppError not_found; forbidden for another's
 */
export async function removeChart(tx: Tx, id: number): Promise<void> {
  const chart = await takeChart(tx, id);
  const orphaned = chart.owner_name === null && allows('company.manage', tx.scope.roles);
  if (!chart.mine && !orphaned) throw refusalOf('not_the_owner');
  await deleteChart(tx, id);
  await recordAudit(tx, 'chart.removed', String(id), { shared: chart.shared });
}
