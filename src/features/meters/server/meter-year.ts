import { notFound } from '../../../shared/server/errors.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { monthsOfYear } from '../../../shared/units/months.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import { dayBorders, localDay } from '../../../shared/units/zones.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { MeterPower } from '../meters.contract.ts';
import { consumedKwh, METER_ROLES, type MeterRole } from '../meters.model.ts';
import type { MeterYear } from '../register.contract.ts';
import { kwhByMonth, meterSteps, powerOf, round3, standingReadings } from '../register.model.ts';
import { listMeters, type MeterRow } from './meters.repository.ts';
import { listRegisters, type ReadingRow } from './register.repository.ts';
import { linesOf } from './register.service.ts';

const sum = (values: readonly (number | null)[]): number | null => {
  const kwh = sumKnown(values);
  return kwh === null ? null : round3(kwh);
};

function yearOf(meter: MeterRow, rows: readonly ReadingRow[], year: number): MeterYear['meters'][number] {
  const standing = standingReadings(linesOf(rows));
  const by = kwhByMonth(meterSteps(standing), meter.time_zone);
  const months = monthsOfYear(year).map((month) => by.get(month) ?? null);
  const start = dayBorders(meter.time_zone, `${year}-01-01`).start;
  const end = dayBorders(meter.time_zone, `${year + 1}-01-01`).start;
  const within = standing.filter(({ at }) => at >= start && at <= end);
  return {
    serial_number: meter.serial_number,
    role: meter.role,
    constant_k: meter.constant_k,
    months,
    kwh: sum(months),
    // That which stands at the begin, else the first.
    first_reading:
      within.length === 0
        ? null
        : ((standing.findLast(({ at }) => at <= start) ?? within[0])?.reading ?? null),
    last_reading: within.at(-1)?.reading ?? null,
  };
}

/** Whether a meter counts in a year, were it only on one of its days. */
const servesIn = ({ from_on, to_on, retired_at, time_zone }: MeterRow, year: number): boolean =>
  from_on < `${year + 1}-01-01` &&
  (to_on === null || to_on > `${year}-01-01`) &&
  (retired_at === null || localDay(time_zone, retired_at.getTime()).day >= `${year}-01-01`);

/** The energy by role, null where that of some meter which serves is not known. */
function wholeByRole(
  { meters, years }: { meters: readonly MeterRow[]; years: MeterYear['meters'] },
  year: number,
): Partial<Record<MeterRole, number | null>> {
  const kwh = new Map(years.map((meter) => [meter.serial_number, meter.kwh]));
  const by: Partial<Record<MeterRole, number | null>> = {};
  for (const role of METER_ROLES) {
    const own = meters
      .filter((meter) => meter.role === role && (servesIn(meter, year) || kwh.has(meter.serial_number)))
      .map(({ serial_number }) => kwh.get(serial_number) ?? null);
    if (own.length > 0) by[role] = own.includes(null) ? null : sum(own);
  }
  return by;
}

/** What the meters of a plant come to in a year. // docs/domain.md §2.6 @throws AppError not_found */
export async function meterYear(
  tx: Tx,
  { proj_code, year }: { proj_code: string; year: number },
): Promise<MeterYear> {
  const [plant] = await plantCodes.find(tx, [proj_code], plantFilter(tx.scope));
  if (!plant) notFound();
  const meters = await listMeters(tx, { proj_code });
  const registers = await listRegisters(
    tx,
    meters.map(({ id }) => id),
  );
  const years = meters
    .map((meter) => yearOf(meter, registers.get(meter.id) ?? [], year))
    .filter(({ kwh, first_reading }) => kwh !== null || first_reading !== null);
  const by_role: Partial<Record<MeterRole, number | null>> = {};
  for (const role of METER_ROLES) {
    const own = years.filter((meter) => meter.role === role);
    if (own.length > 0) by_role[role] = sum(own.map(({ kwh }) => kwh));
  }
  const consumed = consumedKwh(wholeByRole({ meters, years }, year));
  return {
    proj_code,
    plant_name: meters[0]?.plant_name ?? proj_code,
    year,
    meters: years,
    by_role: Object.fromEntries(
      METER_ROLES.map((role) => [role, by_role[role] ?? null]),
    ) as MeterYear['by_role'],
    consumed_kwh: consumed === null ? null : round3(consumed),
  };
}

interface Window {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Mean power between the readings of meters. // spec §7: energy-meter-power-computed */
export async function powerOfMeters(
  tx: Tx,
  meters: readonly MeterRow[],
  { start, end }: Window,
): Promise<MeterPower[]> {
  const [from, to] = [start ? Date.parse(start) : -Infinity, end ? Date.parse(end) : Infinity];
  const registers = await listRegisters(
    tx,
    meters.map(({ id }) => id),
  );
  return meters.map(({ id, serial_number, proj_code, role }) => {
    const steps = meterSteps(standingReadings(linesOf(registers.get(id) ?? [])))
      .map((step) => ({ ...step, kw: powerOf(step) }))
      .filter((step) => step.to > from && step.to <= to && step.kw !== null);
    return {
      serial_number,
      proj_code,
      role,
      ts: steps.map((step) => new Date(step.to).toISOString()),
      from: steps.map((step) => new Date(step.from).toISOString()),
      kwh: steps.map(({ kwh }) => kwh),
      values: steps.map(({ kw }) => kw ?? 0),
    };
  });
}
