import { MINUTE_MS } from '../../shared/units/zones.ts';
import type { EvaluatedCode } from '../notifications/alarm-codes.model.ts';

export const PREVIEW_DAYS = 30;
/** Alarms of a preview that are listed. */
export const PREVIEW_LISTED = 20;

/** Looks that one preview may cost, for each set of rules: devices times instants. */
const MAX_EVALUATIONS = 500_000;
/** Faults that last minutes are looked for each minute, those that last long less often. */
const QUICK: readonly EvaluatedCode[] = ['device_silent', 'connection_lost', 'inverter_fault'];

/** How far apart (ms) a preview looks at a plant of so many devices: as the alarm asks for, further apart where they are many. */
export function previewStep_ms(code: EvaluatedCode, devices: number, span_ms: number): number {
  const steps = (QUICK.includes(code) ? [1, 2, 5, 15] : [5, 15]).map((minutes) => minutes * MINUTE_MS);
  return steps.find((step) => (devices * span_ms) / step <= MAX_EVALUATIONS) ?? 15 * MINUTE_MS;
}
