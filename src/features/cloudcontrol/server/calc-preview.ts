import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { MAX_POINTS, QUALITIES } from '../../measurements/measurements.model.ts';
import { Nights } from '../../measurements/nights.model.ts';
import { loadSlots } from '../../measurements/server/slot-readings.public.ts';
import { evaluate, gridUntil } from '../calculation.model.ts';
import { resultKind } from '../calculation-rules.model.ts';
import type { CalcDefinition, CalcPreview } from '../calculations.contract.ts';
import { fault, resolve } from './calc-definition.ts';
import { seriesOf } from './calc-stages.ts';

/** Instants of all inputs that are read for a preview. */
const MAX_ROWS = 300_000;

/**
 * What a definition gives for the last 24 hours, or, where that were more points than a chart takes, for as long as they
 * last. Nothing is stored. @throws AppError as `resolve`; invalid where its inputs have too many readings to be shown
 */
export async function previewOf(tx: Tx, definition: CalcDefinition, now: number): Promise<CalcPreview> {
  const { inputs, name, place, interval_s } = await resolve(tx, definition);
  const step_ms = interval_s * 1000;
  const end = gridUntil(now, step_ms);
  const start = end - Math.min(Math.max(DAY_MS, step_ms) - step_ms, (MAX_POINTS - 1) * step_ms);
  const windows = inputs.map(({ device_id, slot }) => ({
    device_id,
    slots: [slot],
    start: start - step_ms + 1,
    end,
  }));
  const readings = await loadSlots(tx, windows, MAX_ROWS);
  if (!readings)
    throw fault(
      'preview_too_large',
      'inputs',
      'have too many readings for a preview; the group can be saved',
    );
  const nights = new Nights();
  const series = inputs.map((input, i) =>
    seriesOf(input, name.unit, { readings: readings[i], place: 0, nights }),
  );
  const results = evaluate(definition.operation, series, { start, end, step_ms });
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    time_zone: place.time_zone,
    unit: name.unit,
    decimals: name.decimals,
    kind: resultKind(definition.operation, inputs),
    interval_s,
    ts: Array.from(results.ts, (at) => new Date(at).toISOString()),
    values: Array.from(results.values, (value) => (Number.isNaN(value) ? null : value)),
    quality: Array.from(results.quality, (byte) => QUALITIES[byte] ?? 'missing'),
  };
}
