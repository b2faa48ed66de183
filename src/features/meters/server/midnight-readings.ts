import { listReachedCompanies } from '../../../shared/server/callers.ts';
import type { WorkerServices } from '../../../shared/server/feature-work.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, HOUR_MS, localDay } from '../../../shared/units/zones.ts';
import { loadSlots } from '../../measurements/server/slot-readings.public.ts';
import { judgeReading } from '../judge-reading.model.ts';
import { round3 } from '../register.model.ts';
import { judgeEachDay } from './judge-meters.ts';
import { tellMeters } from './meters.service.ts';
import { listReadMeters, type ReadMeter } from './midnight.repository.ts';
import { judgedOf, openRegister, write } from './register.service.ts';

/** Midnights that are made up for after the program, or the device, was away. */
const MAX_DAYS_BACK = 31;

/** The local midnights that a meter has no reading of yet, oldest first; of one without readings the last. */
function midnightsDue({ time_zone, last_at }: ReadMeter, now: number): number[] {
  const today = localDay(time_zone, now).day;
  const all = Array.from(
    { length: last_at ? MAX_DAYS_BACK : 1 },
    (_, i) => dayBorders(time_zone, addDays(today, -i)).start,
  );
  return all.filter((at) => last_at === null || at > last_at.getTime()).reverse();
}

/** What the device's counter showed last at or before an instant, within an hour. // model.md, Energy from counters */
async function counterAt(tx: Tx, { device_id, slot }: ReadMeter, at: number): Promise<number | null> {
  const [readings] =
    (await loadSlots(tx, [{ device_id, slots: [slot], start: at - HOUR_MS, end: at }])) ?? [];
  const [column] = readings?.columns ?? [];
  for (let i = (readings?.ts.length ?? 0) - 1; i >= 0; i--) {
    const value = column?.values[i] ?? Number.NaN;
    if (!Number.isNaN(value) && (column?.quality?.[i] ?? 0) === 0) return value;
  }
  return null;
}

/** Writes the midnights of a meter that its device can tell; what a rule is against waits for a person. Answers how many. */
async function readMeter(tx: Tx, meter: ReadMeter, now: Date): Promise<number> {
  let written = 0;
  for (const at of midnightsDue(meter, now.getTime())) {
    const counter = await counterAt(tx, meter, at);
    if (counter === null) continue;
    const open = await openRegister(tx, meter.id);
    // Devices tell kWh: what the meter shows is a K-th of it, and begins again after all its digits.
    const reading = round3((counter / meter.constant_k) % 10 ** meter.digits);
    if (judgeReading(judgedOf(open.meter), open.standing, { at, reading, now: now.getTime() })) continue;
    const line = {
      kind: 'reading',
      at: new Date(at),
      reading,
      source: 'device',
      note: '',
      overridden: false,
    } as const;
    await write(tx, open, [line], now);
    written += 1;
  }
  return written;
}

/** Writes what devices showed at midnight into the registers of a company's meters. */
export async function readMeters(
  { pool, log }: Pick<WorkerServices, 'pool' | 'log'>,
  company_id: number,
  now: Date,
): Promise<number> {
  const scope = scopeOfWork(company_id);
  let written = 0;
  const read = (meter: ReadMeter) =>
    inScope(pool, scope, async (tx) => {
      const lines = await readMeter(tx, meter, now);
      if (lines > 0) await tellMeters(tx);
      return lines;
    });
  // One that is retired just now, or whose register is damaged, keeps no other from being read.
  for (const meter of await inScope(pool, scope, (tx) => listReadMeters(tx, now)))
    written += await read(meter).catch((err: unknown) => {
      log.warn({ err, company_id, meter: meter.id }, 'a meter could not be read at midnight');
      return 0;
    });
  return written;
}

/** The same of every company, whose comparisons are judged once a day; one that fails keeps no other from it. */
export async function readMetersEverywhere(services: WorkerServices): Promise<void> {
  for (const company_id of await listReachedCompanies(services.pool)) {
    await readMeters(services, company_id, services.now()).catch((err: unknown) =>
      services.log.warn({ err, company_id }, 'meters could not be read at midnight'),
    );
    await judgeEachDay(services, company_id, services.now()).catch((err: unknown) =>
      services.log.warn({ err, company_id }, 'comparisons of meters could not be judged'),
    );
  }
}
