import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { daysOfMonth } from '../../../shared/units/months.ts';
import { dayBorders } from '../../../shared/units/zones.ts';
import type { ComparisonDetail } from '../comparison.contract.ts';
import { grainOf, NEAR_DAY_MS, ownEnergy, type SideEnergy, type Span } from '../comparison.model.ts';
import { meterSteps } from '../register.model.ts';
import {
  type ComparedMeter,
  compareMeters,
  countedBy,
  energyOf,
  presentComparison,
  sidesOf,
} from './comparisons.ts';
import { findMeter } from './meters.service.ts';
import { listRegister } from './register.repository.ts';

type Day = ComparisonDetail['days'][number];

/** What a statement says of a day. */
function statedOfDay({ statements }: ComparedMeter, source: 'distributor' | 'gse', day: string): SideEnergy {
  const line = statements.find((one) => one.source === source && one.span === 'day' && one.starts_on === day);
  return line
    ? { kwh: line.kwh, completeness: 1, gap: null }
    : { kwh: null, completeness: null, gap: 'no_statement' };
}

/** A day of a meter; its own energy is known where readings stand at both of its midnights. */
function dayOf(compared: ComparedMeter, day: string, span: Span): Day {
  const found = ownEnergy(compared.standing, span, NEAR_DAY_MS);
  const own = found && found.completeness === 1 ? found : null;
  const sides = {
    device: energyOf(compared, compared.device, span),
    inverters: energyOf(compared, compared.inverters, span),
    distributor: statedOfDay(compared, 'distributor', day),
    gse: statedOfDay(compared, 'gse', day),
  };
  const grain = own ? grainOf([own.first, own.last]) : 0;
  return {
    day,
    own_kwh: own?.kwh ?? null,
    own_completeness: own ? 1 : null,
    sides: sidesOf(compared, { own_kwh: own?.kwh ?? null, sides, grain }),
  };
}

/** The days of a month that are over and in which a meter served all the time. */
export function comparedDays(compared: ComparedMeter, now: number): Day[] {
  const { meter, month, span } = compared;
  return daysOfMonth(month).flatMap((day) => {
    const { start, end } = dayBorders(meter.time_zone, day);
    return start >= span.start && end <= Math.min(span.end, now)
      ? [dayOf(compared, day, { start, end })]
      : [];
  });
}

/** The readings between which the own energy lies, each with what was counted since the one before. */
function ownReadings(
  { own, standing }: ComparedMeter,
  sources: ReadonlyMap<number, ComparisonDetail['own'][number]['source']>,
): ComparisonDetail['own'] {
  if (!own) return [];
  const [a, b] = [standing.indexOf(own.first), standing.indexOf(own.last)];
  const used = standing.slice(a, b + 1);
  const kwh = new Map(meterSteps(used).map((step) => [step.line, step.kwh]));
  return used.map(({ line, at, reading, constant_k, corrected_by }) => ({
    line,
    reading,
    constant_k,
    corrected_by,
    kwh: kwh.get(line) ?? null,
    at: new Date(at).toISOString(),
    source: sources.get(corrected_by ?? line) ?? 'hand',
  }));
}

function devicesOf(compared: ComparedMeter): ComparisonDetail['devices'] {
  const span = compared.own ? { start: compared.own.from, end: compared.own.to } : compared.span;
  return (['device', 'inverters'] as const).flatMap((side) =>
    countedBy(compared, compared[side], span).map(({ counted: { device, slot }, energy }) => ({
      side,
      device_id: device.device_id,
      short_name: device.short_name,
      variable: device.slots.find((one) => one.slot === slot)?.name ?? '',
      kwh: energy.kwh,
      completeness: energy.completeness,
    })),
  );
}

/** A meter's comparison in a month with all that it is made of. @throws AppError not_found where it did not serve then */
export async function comparisonDetail(
  tx: Tx,
  { id, month }: { id: number; month: string },
  now: Date,
): Promise<ComparisonDetail> {
  await findMeter(tx, { id });
  const [compared] = await compareMeters(tx, { ids: [id], month }, now.getTime());
  if (!compared) notFound();
  const sources = new Map((await listRegister(tx, id)).map(({ line, source }) => [line, source]));
  return {
    month: presentComparison(compared),
    days: comparedDays(compared, now.getTime()),
    own: ownReadings(compared, sources),
    devices: devicesOf(compared),
    statements: compared.statements.map(({ imported_as, imported_at, meter_id: _, ...line }) => ({
      ...line,
      imported_by: imported_as,
      imported_at: imported_at.toISOString(),
    })),
  };
}
