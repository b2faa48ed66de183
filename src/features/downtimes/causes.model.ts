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

/** Which causes count against availability in the K451 report, by plant and period. */
export interface K451Setting {
  readonly cause_id: number;
  /** Null for every plant. */
  readonly plant_id: number | null;
  /** First and last local day, both included; null: until further notice. */
  readonly from_on: string;
  readonly to_on: string | null;
  readonly counts: boolean;
}

interface CountedCause {
  readonly id: number;
  readonly availability: AvailabilityClass;
}

/**
 * Whether a cause counts against availability on a plant's day: by the setting of that plant, else by that of all plants, else by the
 * cause's own class. Of two that hold, the one that began later does.
 * @param day YYYY-MM-DD in the plant's zone
 */
export function countsAgainst(
  cause: CountedCause,
  { plant_id, day }: { readonly plant_id: number; readonly day: string },
  settings: readonly K451Setting[],
): boolean {
  const holding = settings.filter(
    (one) =>
      one.cause_id === cause.id &&
      (one.plant_id === null || one.plant_id === plant_id) &&
      one.from_on <= day &&
      (one.to_on === null || day <= one.to_on),
  );
  const nearest = holding.toSorted(
    (a, b) => Number(b.plant_id !== null) - Number(a.plant_id !== null) || b.from_on.localeCompare(a.from_on),
  )[0];
  return nearest?.counts ?? cause.availability === 'unavailable';
}
