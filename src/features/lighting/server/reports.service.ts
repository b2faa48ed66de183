import { setImmediate as breathe } from 'node:timers/promises';
import type { Out } from '../../../shared/contract/call.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { lastOfMonth, monthsBetween } from '../../../shared/units/months.ts';
import { addDays, dayBorders, ITALY } from '../../../shared/units/zones.ts';
import { scheduledHours } from '../expected.model.ts';
import {
  type LightingEnergyRow,
  type LightingFaultRow,
  type lightingReportsCalls,
  MAX_MONTHS,
} from '../lighting-reports.contract.ts';
import { LINES, type Schedule } from '../night.model.ts';
import { listMunicipalities } from './municipalities.repository.ts';
import { readMunicipality } from './municipalities.service.ts';
import { refusals } from './refusals.ts';
import {
  type KwhRow,
  type LineGroup,
  type LitRow,
  listLineGroups,
  listMeasuredGroups,
  sumFaults,
  sumKwh,
  sumLit,
} from './reports.repository.ts';
import { readSchedules, withOwn } from './schedules.ts';

export type ReportQuery = Out<(typeof lightingReportsCalls)['energy']['query']>;

/** @throws AppError invalid, not_found */
async function spanOf(tx: Tx, { from_month, to_month, comune_id }: ReportQuery) {
  if (to_month < from_month) throw refusals.monthsBackwards();
  const months = monthsBetween(from_month, to_month);
  if (months.length > MAX_MONTHS) throw refusals.tooManyMonths(MAX_MONTHS);
  if (comune_id !== undefined) await readMunicipality(tx, comune_id);
  const [from, to] = [`${from_month}-01`, lastOfMonth(to_month)];
  return { months, from, to, comune_id: comune_id ?? null };
}

interface Known {
  readonly groups: readonly LineGroup[];
  /** Those of boxes whose energy is known; all where it is known of none. */
  readonly counted: readonly LineGroup[];
  readonly schedule: Schedule | undefined;
  readonly lit: readonly LitRow[];
  readonly kwh: KwhRow | undefined;
  readonly month: string;
  readonly now: number;
  readonly co2: number | null;
}

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);

/** What lines of one number should have been lit and should have used; null where some follow no times, or a load is not known. */
function expectedOf(groups: readonly LineGroup[], { schedule, month, now }: Known) {
  if (!schedule || groups.length === 0 || groups.some(({ auto_mode }) => !auto_mode))
    return { hours: null, kwh: null };
  const each = groups.map((group) => ({
    ...group,
    hours: scheduledHours(withOwn(schedule, group), group.line, { month, until: now }),
  }));
  const isKnown = each.every(({ unknown }) => unknown === 0);
  return {
    hours: sum(each, ({ hours, lines }) => hours * lines) / sum(each, ({ lines }) => lines),
    kwh: isKnown ? sum(each, ({ hours, kw }) => hours * kw) : null,
  };
}

function lineRow(line: number, known: Known) {
  const groups = known.groups.filter((one) => one.line === line);
  const lines = sum(groups, (one) => one.lines);
  const lit = known.lit.find((one) => one.line === line);
  const hours = lit ? lit.lit_s / 3600 / lit.lines : null;
  const counted = known.counted.filter((one) => one.line === line);
  const load = counted.some(({ unknown }) => unknown > 0) ? null : sum(counted, ({ kw }) => kw);
  // Energy is told of no other boxes than those that were measured, and so is what was to be expected.
  const whole = expectedOf(groups, known);
  const { kwh } = known.counted === known.groups ? whole : expectedOf(counted, known);
  const expected = { hours: whole.hours, kwh };
  return { line, lines, hours, load, expected, isCounted: counted.length > 0 };
}

/** The rows of a municipality in a month: each line that it has, then the whole. */
function rowsOf(comune: { readonly id: number; readonly name: string }, known: Known): LightingEnergyRow[] {
  const lines = LINES.map((line) => lineRow(line, known)).filter((one) => one.lines > 0);
  const weighed = lines.map(({ hours, load, isCounted }) =>
    isCounted ? (hours === null || load === null ? null : hours * load) : 0,
  );
  const isShared = weighed.every((weight) => weight !== null);
  const all = sum(weighed, (weight) => weight ?? 0);
  const measured = known.kwh?.kwh ?? null;
  const co2 = (kwh: number | null) => (kwh === null || known.co2 === null ? null : kwh * known.co2);
  const shared = { comune_id: comune.id, comune: comune.name, month: known.month };
  const expected = lines.flatMap((one) => (one.isCounted ? [one.expected] : []));
  const isExpected = expected.length > 0 && expected.every(({ kwh }) => kwh !== null);
  const rows = lines.map(({ line, lines: count, hours, expected: due, isCounted }, i): LightingEnergyRow => {
    const weight = isCounted ? (weighed[i] ?? null) : null;
    const kwh =
      measured !== null && isShared && all > 0 && weight !== null ? (measured * weight) / all : null;
    return {
      ...shared,
      line,
      lines: count,
      hours,
      expected_hours: due.hours,
      kwh,
      expected_kwh: due.kwh,
      co2_kg: co2(kwh),
    };
  });
  const whole: LightingEnergyRow = {
    ...shared,
    line: null,
    lines: known.kwh?.boxes ?? 0,
    hours: null,
    expected_hours: null,
    kwh: measured,
    expected_kwh: isExpected ? sum(expected, ({ kwh }) => kwh ?? 0) : null,
    co2_kg: co2(measured),
  };
  return rows.length > 0 || measured !== null ? [...rows, whole] : [];
}

/** Energy and hours lit beside what was to be expected. @throws AppError invalid, not_found */
export async function energyReport(
  tx: Tx,
  asked: ReportQuery,
  { now, co2 }: { readonly now: Date; readonly co2: number | null },
): Promise<LightingEnergyRow[]> {
  const { months, ...span } = await spanOf(tx, asked);
  const groups = Map.groupBy(await listLineGroups(tx, span.comune_id), (one) => one.municipality_id);
  const key = (one: { municipality_id: number; month: string }) => `${one.municipality_id} ${one.month}`;
  const measured = Map.groupBy(await listMeasuredGroups(tx, span), key);
  const lit = Map.groupBy(await sumLit(tx, span), key);
  const kwh = new Map((await sumKwh(tx, span)).map((one) => [key(one), one]));
  const schedules = await readSchedules(tx);
  const rows: LightingEnergyRow[] = [];
  for (const comune of await listMunicipalities(tx, span.comune_id)) {
    const all = groups.get(comune.id) ?? [];
    for (const month of months) {
      const of = key({ municipality_id: comune.id, month });
      const counted = kwh.has(of) ? (measured.get(of) ?? []) : all;
      const known = { groups: all, counted, schedule: schedules.get(comune.id), month };
      rows.push(
        ...rowsOf(comune, { ...known, lit: lit.get(of) ?? [], kwh: kwh.get(of), now: now.getTime(), co2 }),
      );
      // Nights of many towns and months are worked out: others' calls are answered between them.
      await breathe();
    }
  }
  return rows;
}

/** Faults and citizens' reports, and how long each took. @throws AppError invalid, not_found */
export async function faultReport(tx: Tx, asked: ReportQuery): Promise<LightingFaultRow[]> {
  const { from, to, comune_id } = await spanOf(tx, asked);
  const [start, end] = [dayBorders(ITALY, from).start, dayBorders(ITALY, addDays(to, 1)).start];
  return sumFaults(tx, { start: new Date(start), end: new Date(end), comune_id });
}
