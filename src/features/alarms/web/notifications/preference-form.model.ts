import type { In } from '../../../../shared/contract/call.ts';
import type {
  NotificationPreference,
  notificationPreferencesCalls,
} from '../../notification-preferences.contract.ts';
import type { AlarmSelectionForm } from './alarm-selection-form.model.ts';

/** A preference as its form holds it: clock times as `HH:MM`, and "all" apart from a list. */
export interface PreferenceForm extends AlarmSelectionForm {
  enabled: boolean;
  at_once: boolean;
  recovery: boolean;
  quiet: boolean;
  quiet_from: string;
  quiet_to: string;
  errors_break_quiet: boolean;
  digest: boolean;
  digest_at: string;
  time_zone: string;
}

const two = (number: number): string => String(number).padStart(2, '0');
/** Minutes after midnight as a clock shows them. */
export const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** What a clock shows, as minutes after midnight; null for what is no time. */
export function minuteOf(clock: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

const NIGHT = { from: 1320, to: 420 };
const MORNING = 450;

/** @param own_zone of the reader's clock, for who never chose */
export function formOf(preference: NotificationPreference, own_zone = preference.time_zone): PreferenceForm {
  const { enabled, proj_codes, codes, types, at_once, recovery, errors_break_quiet } = preference;
  return {
    enabled,
    which_plants: proj_codes === null ? 'all' : 'some',
    proj_codes: proj_codes ?? [],
    which_codes: codes === null ? 'all' : 'some',
    codes: codes ?? [],
    types,
    at_once,
    recovery,
    quiet: preference.quiet_from !== null,
    quiet_from: clockOf(preference.quiet_from ?? NIGHT.from),
    quiet_to: clockOf(preference.quiet_to ?? NIGHT.to),
    errors_break_quiet,
    digest: preference.digest_at !== null,
    digest_at: clockOf(preference.digest_at ?? MORNING),
    time_zone: preference.version === 0 ? own_zone : preference.time_zone,
  };
}

/** What is sent to be saved. */
export function bodyOf(
  form: PreferenceForm,
  version: number,
): In<(typeof notificationPreferencesCalls)['saveChoice']['body']> {
  const { enabled, types, at_once, recovery, errors_break_quiet, time_zone } = form;
  return {
    enabled,
    types,
    at_once,
    recovery,
    errors_break_quiet,
    time_zone,
    version,
    proj_codes: form.which_plants === 'all' ? null : form.proj_codes,
    codes: form.which_codes === 'all' ? null : form.codes,
    quiet_from: form.quiet ? minuteOf(form.quiet_from) : null,
    quiet_to: form.quiet ? minuteOf(form.quiet_to) : null,
    digest_at: form.digest ? minuteOf(form.digest_at) : null,
  };
}
