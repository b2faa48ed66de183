import type { AlarmCode, EvaluatedCode } from '../../notifications/alarm-codes.model.ts';
import type { Evidence } from '../alarms.contract.ts';
import type { PackedBatteryTracker } from './battery-tracker.model.ts';
import type { Closing } from './fault-watch.model.ts';

export type AlarmParams = Record<string, string | number | null>;

/** An alarm that should be open: the fault of a plant, of one of its ports, or of one of its devices. */
export interface ActiveAlarm {
  readonly plant_id: number;
  /** Null for the plant as a whole and for a port. */
  readonly device_id: number | null;
  readonly port_id: number | null;
  readonly code: EvaluatedCode;
  readonly params: AlarmParams;
  /** When the fault began, epoch ms. */
  readonly began_at: number;
  /**
   * The key (alarmKey) of the alarm that it follows from, which is active too, or ended a short while ago; there are no
   * circles, and it may change while it is active.
   */
  readonly cause: string | null;
  /** Made by the evaluation in which it opened; null in later ones and after a restart: what is stored stays. */
  readonly evidence: Evidence | null;
  /** How it closes; left out where no watch says it. */
  readonly closing?: Closing;
}

export type Subject = Pick<ActiveAlarm, 'plant_id' | 'device_id' | 'port_id'>;
type Named = Pick<ActiveAlarm, 'device_id' | 'port_id'> & {
  readonly code: AlarmCode;
  /** Of one that another area raised: what for. */
  readonly raised_for?: string;
};

/** What tells the faults of one plant from one another. */
export const subjectKey = ({ device_id, port_id, code, raised_for }: Named): string =>
  `${device_id ?? 0}/${port_id ?? 0}/${code}${raised_for ? `/${raised_for}` : ''}`;

/** What tells one fault from another; as the unique index of open alarms does. */
export const alarmKey = (alarm: Named & Pick<ActiveAlarm, 'plant_id'>): string =>
  `${alarm.plant_id}/${subjectKey(alarm)}`;

/** Why an alarm is open no more that was not seen to be over: it cannot be seen any more, or was not again after its cause. */
export type UnobservedEnd = 'nothing_watched' | 'not_seen_again';

/** What an evaluator goes on from, of an open alarm as it is stored. */
export type OpenAlarm = Pick<
  ActiveAlarm,
  'plant_id' | 'device_id' | 'port_id' | 'code' | 'params' | 'began_at'
>;

/** The state of an evaluator between evaluations, as plain JSON: everything it goes on from beside the open alarms. */
export interface EvaluationState {
  /** Of the last evaluation; before the first one null. */
  readonly evaluated_at: number | null;
  /** Since when the field has been listened to without a break. */
  readonly listening_from: number;
  /** By key of a fault; those that are quiet are left out. */
  readonly watches: Readonly<Record<string, readonly number[]>>;
  /** Of active alarms the ones that they follow from, by key. */
  readonly causes: Readonly<Record<string, string>>;
  /** Those of them, by key, that were active by themselves before their cause was. */
  readonly stood: readonly string[];
  /** Since when some of them outlive their cause, by key, epoch ms. */
  readonly outlived?: Readonly<Record<string, number>>;
  /** When something last ended that explains what is seen of a plant, a port or a device: `plant/device/port` → epoch ms. */
  readonly explained: Readonly<Record<string, number>>;
  /** What is usual of devices that send by themselves, by number; none where nobody has listened yet. */
  readonly rhythms?: Readonly<Record<string, readonly number[]>>;
  /** Which inverters have a battery behind them, and since when that is looked for. */
  readonly storing?: PackedBatteryTracker;
}
