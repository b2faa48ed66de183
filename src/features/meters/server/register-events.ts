import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { localDay } from '../../../shared/units/zones.ts';
import { judgeReading } from '../judge-reading.model.ts';
import type { EnergyMeter } from '../meters.contract.ts';
import type { MeterSwap, NewMeterEvent, RegisterLine } from '../register.contract.ts';
import { refuseReading, serialTaken } from './meter-faults.ts';
import { holdMeter, insertMeter, isSerialTaken, updateMeter } from './meters.repository.ts';
import { findMeter, present, tellMeters } from './meters.service.ts';
import { done, judgedOf, openRegister, write } from './register.service.ts';

/** Writes that the counter began anew: two lines of one instant. @throws AppError not_found; conflict; invalid */
export async function addEvent(
  tx: Tx,
  id: number,
  given: z.output<typeof NewMeterEvent>,
  now: Date,
): Promise<RegisterLine[]> {
  const open = await openRegister(tx, id);
  const { event, note, first } = given;
  const at = new Date(given.at);
  const final = event === 'rollover' ? 10 ** open.meter.digits : given.final;
  if (final === null) refuseField('final', 'final_missing', 'Say what the meter showed last');
  const shown = { at: at.getTime(), now: now.getTime() };
  // A counter that rolls over has shown all its digits: what it comes to is one more than it can show.
  const meter = { ...judgedOf(open.meter), digits: open.meter.digits + (event === 'rollover' ? 1 : 0) };
  const before = open.standing.filter((one) => one.at <= shown.at);
  const fault = judgeReading(meter, before, { ...shown, reading: final });
  refuseReading(fault, given, 'final');
  const after = open.standing.filter((one) => one.at > shown.at);
  refuseReading(judgeReading(judgedOf(open.meter), after, { ...shown, reading: first }), given, 'first');
  const overridden = given.override && fault !== null;
  const same = { at, event, source: 'hand', note, overridden } as const;
  await write(
    tx,
    open,
    [
      { ...same, kind: 'final', reading: final },
      { ...same, kind: 'first', reading: first },
    ],
    now,
  );
  return done(tx, open.meter, `energy_meter.${event}`);
}

/** Puts another meter in the place of one. @throws AppError not_found; conflict; invalid */
export async function swapMeter(
  tx: Tx,
  id: number,
  given: z.output<typeof MeterSwap>,
  now: Date,
): Promise<EnergyMeter> {
  const open = await openRegister(tx, id);
  const { meter: old } = open;
  const at = new Date(given.at);
  if (open.standing.some((one) => one.at > at.getTime()))
    refuseField('at', 'readings_after', 'The register has later readings of the meter that goes');
  const fault = judgeReading(judgedOf(old), open.standing, {
    at: at.getTime(),
    reading: given.final,
    now: now.getTime(),
  });
  refuseReading(fault, given, 'final');
  if (given.first >= 10 ** given.digits)
    refuseReading({ code: 'too_many_digits', params: { digits: given.digits } }, given, 'first');
  if (await isSerialTaken(tx, given.serial_number)) throw serialTaken();
  const same = { at, event: 'swap', source: 'hand', note: given.note } as const;
  const overridden = given.override && fault !== null;
  await write(tx, open, [{ ...same, kind: 'final', reading: given.final, overridden }], now);
  const day = localDay(old.time_zone, at.getTime()).day;
  await updateMeter(tx, old.id, { to_on: day, retired_at: now });
  const { serial_number, model, constant_k, digits } = given;
  const { plant_id, section_id, device_id, role, threshold_pct } = old;
  const made = await insertMeter(tx, {
    plant_id,
    section_id,
    device_id,
    role,
    threshold_pct,
    serial_number,
    model,
    constant_k,
    digits,
    from_on: day,
    replaces_id: old.id,
    note: '',
  });
  if (made === undefined) throw serialTaken();
  const held = (await holdMeter(tx, made)) ?? notFound();
  const meter = await findMeter(tx, { id: made });
  await write(
    tx,
    { meter, held },
    [{ ...same, kind: 'first', reading: given.first, overridden: false }],
    now,
  );
  await recordAudit(tx, 'energy_meter.swapped', String(old.id), {
    serial_number: old.serial_number,
    new_serial_number: serial_number,
  });
  await tellMeters(tx);
  return present(await findMeter(tx, { id: made }));
}
