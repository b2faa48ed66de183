import type { AlarmParams } from './active-alarm.model.ts';
import type { SilenceReason } from './watched.model.ts';

/** Numbers of a reason that say nothing of where its device or port is. */
const HARMLESS = ['timeout_ms', 'exception'] as const;

/**
 * A reason among an alarm's parameters, which everybody who reads alarms sees and webhooks carry: `reason` its code,
 * `reason_<name>` a number of it. Addresses and what the system said of them stay behind.
 */
export function reasonParams(reason: SilenceReason | null): AlarmParams {
  if (reason === null) return {};
  const numbers = HARMLESS.flatMap((name) => {
    const value = reason[name];
    return typeof value === 'number' ? [[`reason_${name}`, value] as const] : [];
  });
  return { reason: reason.code, ...Object.fromEntries(numbers) };
}
