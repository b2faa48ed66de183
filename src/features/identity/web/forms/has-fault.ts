import type { CallError } from '../../../../shared/contract/client.ts';
import type { AccountFault } from '../../identity.model.ts';

/** Whether a refusal names this fault, at whatever field. */
export function hasFault(fault: CallError, code: AccountFault): boolean {
  return fault.errors.some((error) => error.code === code);
}
