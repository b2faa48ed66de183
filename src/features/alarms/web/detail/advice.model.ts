import type { Alarm } from '../../alarms.contract.ts';
import type { AlarmCode } from '../../alarms.model.ts';
import { faultyGenerator } from '../../fault-text.model.ts';

export type Advice = AlarmCode | 'string_weak_box' | 'inverter_fault_generator';

/** Whose words tell what an alarm means: a box that is dark as a whole, and an engine, are not what their code usually is. */
export function adviceOf({ code, params }: Pick<Alarm, 'code' | 'params'>): Advice {
  if (code === 'string_weak' && typeof params.n === 'number' && params.n === params.of)
    return 'string_weak_box';
  return code === 'inverter_fault' && faultyGenerator(params) ? 'inverter_fault_generator' : code;
}
