import { AppError } from '../../../shared/server/errors.ts';
import type { RequestState, StepFault } from '../request-states.model.ts';

/** @throws AppError not_found for what a field names and the scope does not see, or that is no more */
export function unknownOf(path: string, code: string, message: string): never {
  throw new AppError('not_found', message, { errors: [{ path, message, code }] });
}

const SENTENCES: Readonly<Record<StepFault, string>> = {
  no_such_step: 'A request does not come into this state from where it is: reload it and look again',
  not_yours: 'To verify, close or reopen a request is for those who may change records of the company',
  reason_missing: 'Say why',
};

/** Refuses a step. @throws AppError */
export function refuseStep(fault: StepFault, to: RequestState): never {
  const message = SENTENCES[fault];
  const at = fault === 'reason_missing' ? 'note' : 'to';
  const status = { no_such_step: 'conflict', not_yours: 'forbidden', reason_missing: 'invalid' } as const;
  throw new AppError(status[fault], message, {
    errors: [{ path: at, message, code: fault, params: { to } }],
  });
}
