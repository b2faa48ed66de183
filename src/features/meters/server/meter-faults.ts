import { AppError, refuseField } from '../../../shared/server/errors.ts';
import { mayOverride, type ReadingFault, type ReadingFaultCode } from '../judge-reading.model.ts';

export const SENTENCES: Readonly<Record<ReadingFaultCode, string>> = {
  in_future: 'A reading cannot be of a time that is still to come',
  before_meter: 'The meter was not there yet: its first day is later',
  after_meter: 'The meter was no longer there: its last day is earlier',
  too_many_digits: 'The meter does not show so many digits',
  too_many_decimals: 'A reading has three decimals at most',
  same_instant: 'The register has a reading of this instant already: correct that one',
  lower_than_last:
    'The reading is lower than the one before: write a reset, a roll-over or a swap, or say in the note why it is right',
  higher_than_next: 'The reading is higher than the one after it: say in the note why it is right',
  impossible_step:
    'The plant cannot have made so much since the reading before: say in the note why it is right',
};

/** Refuses a reading, unless a person passes the rule and says why. @throws AppError invalid */
export function refuseReading(
  fault: ReadingFault | null,
  { override, note }: { override: boolean; note: string },
  path = 'reading',
): void {
  if (!fault) return;
  if (override && mayOverride(fault.code)) {
    if (note !== '') return;
    refuseField('note', 'note_missing', 'Say in the note why the reading is right');
  }
  const message = SENTENCES[fault.code];
  throw new AppError('invalid', message, {
    errors: [{ path, message, code: fault.code, params: { ...fault.params } }],
  });
}

export function serialTaken(): AppError {
  const message = 'Another meter of the company has, or had, this serial number';
  return new AppError('conflict', message, {
    errors: [{ path: 'serial_number', message, code: 'serial_taken' }],
  });
}
