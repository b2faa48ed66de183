import type { AlarmCode } from '../notifications/alarm-codes.model.ts';

/** What a cause of downtimes is about: a company's own causes each belong to one of these. */
export const CAUSE_KINDS = [
  'grid',
  'inverter',
  'string',
  'communication',
  'planned',
  'weather',
  'curtailment',
  'theft',
  'other',
] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/**
 * How the time of a downtime counts for availability: as available, as unavailable, or not at all, because nobody answers for it
 * by contract.
 */
export const AVAILABILITY_CLASSES = ['available', 'unavailable', 'excluded'] as const;
export type AvailabilityClass = (typeof AVAILABILITY_CLASSES)[number];

interface DefaultCause {
  readonly name: string;
  readonly kind: CauseKind;
  readonly availability: AvailabilityClass;
}

/** What a company starts with; it renames, adds and retires as it likes. Migration 0048 gave the same to those that stood already. */
export const DEFAULT_CAUSES: readonly DefaultCause[] = [
  { name: 'Mancanza rete', kind: 'grid', availability: 'excluded' },
  { name: 'Guasto inverter', kind: 'inverter', availability: 'unavailable' },
  { name: 'Guasto stringa', kind: 'string', availability: 'unavailable' },
  { name: 'Mancata comunicazione', kind: 'communication', availability: 'available' },
  { name: 'Fermo programmato', kind: 'planned', availability: 'excluded' },
  { name: 'Evento meteo', kind: 'weather', availability: 'excluded' },
  { name: 'Limitazione di rete', kind: 'curtailment', availability: 'excluded' },
  { name: 'Furto', kind: 'theft', availability: 'excluded' },
  { name: 'Altro', kind: 'other', availability: 'unavailable' },
];

const KIND_OF_ALARM: Readonly<Record<AlarmCode, CauseKind>> = {
  no_data: 'communication',
  connection_lost: 'communication',
  device_silent: 'communication',
  production_unread: 'communication',
  inverter_fault: 'inverter',
  no_production: 'inverter',
  under_expectation: 'inverter',
  string_weak: 'string',
  meter_mismatch: 'other',
  readings_still: 'communication',
  readings_implausible: 'other',
  meter_difference: 'other',
};

/** The kind of cause that an alarm suggests, for a person to confirm. */
export const causeKindOfAlarm = (code: AlarmCode): CauseKind => KIND_OF_ALARM[code];
