import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { lastOfMonth } from '../../../shared/units/months.ts';
import { localDay } from '../../../shared/units/zones.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import { type EnergyLine, readEnergies } from '../statement.model.ts';
import { saveStatements } from './comparison.repository.ts';
import { listMeters, type MeterRow } from './meters.repository.ts';
import { tellMeters } from './meters.service.ts';
import { writerOf } from './register.service.ts';
import { faultOf, type LineFault, linesFound, refuseLines } from './statement.service.ts';

const FAULTS = {
  columns: 'A line needs a serial number, a month or a day, and kWh',
  date: 'This is neither a month nor a day: write MM/YYYY or DD/MM/YYYY',
  number: 'The energy is no number, or could mean two: write it without dots between thousands',
} as const;
const UNKNOWN = 'No meter of this plant has this serial number';
const REPEATED = 'The file has this meter and this time already';
const NOT_OVER = 'This month or day is not over: nobody can have counted it';
const NOT_THERE = 'The meter was not in use then: look at its first and last day';

/** The last day of what a line is about. */
const lastDay = ({ span, starts_on }: EnergyLine): string =>
  span === 'day' ? starts_on : lastOfMonth(starts_on.slice(0, 7));

function judge(line: EnergyLine, meter: MeterRow | undefined, now: number): LineFault | null {
  if (!meter) return faultOf(line.line, 'not_of_plant', UNKNOWN);
  const last = lastDay(line);
  if (last >= localDay(meter.time_zone, now).day) return faultOf(line.line, 'not_over', NOT_OVER);
  const gone = meter.to_on !== null && line.starts_on > meter.to_on;
  return gone || last < meter.from_on ? faultOf(line.line, 'not_in_use', NOT_THERE) : null;
}

interface Statement {
  readonly text: string;
  readonly proj_code: string;
  readonly source: 'distributor' | 'gse';
}

export interface KeptStatement {
  readonly stored: number;
  readonly meters: number;
  /** What is to be judged anew. */
  readonly touched: { readonly meter_ids: readonly number[]; readonly months: readonly string[] };
}

/** Keeps what a statement says of meters, all lines or none. @throws AppError not_found; invalid with each line's reason */
export async function importEnergies(
  tx: Tx,
  { text, proj_code, source }: Statement,
  now: Date,
): Promise<KeptStatement> {
  if (!(await plantCodes.find(tx, [proj_code], plantFilter(tx.scope)))[0]) notFound();
  const lines = linesFound(readEnergies(text), FAULTS);
  const meters = new Map((await listMeters(tx, { proj_code })).map((m) => [m.serial_number, m]));
  const faults: LineFault[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const key = `${line.serial_number} ${line.span} ${line.starts_on}`;
    const fault = seen.has(key)
      ? faultOf(line.line, 'repeated', REPEATED)
      : judge(line, meters.get(line.serial_number), now.getTime());
    if (fault) faults.push(fault);
    seen.add(key);
  }
  refuseLines(faults);
  const kept = lines.flatMap(({ serial_number, span, starts_on, kwh }) => {
    const meter = meters.get(serial_number);
    return meter ? [{ meter, span, starts_on, kwh }] : [];
  });
  await saveStatements(
    tx,
    kept.map(({ meter, ...line }) => ({ ...line, meter_id: meter.id, plant_id: meter.plant_id })),
    { source, imported_as: await writerOf(tx), now },
  );
  const by_meter = Map.groupBy(kept, ({ meter }) => meter.id);
  for (const [id, of] of [...by_meter].sort(([a], [b]) => a - b)) {
    const serial_number = of[0]?.meter.serial_number ?? '';
    await recordAudit(tx, 'energy_meter.stated', String(id), { serial_number, readings: of.length });
  }
  await tellMeters(tx);
  const months = [...new Set(kept.map(({ starts_on }) => starts_on.slice(0, 7)))];
  return { stored: kept.length, meters: by_meter.size, touched: { meter_ids: [...by_meter.keys()], months } };
}
