import { CallError } from '../../../shared/contract/client.ts';

/** What went wrong, as the server told it: the first fault of a field, or its sentence. */
export function detailOf(fault: unknown): string {
  if (!(fault instanceof CallError)) return String(fault);
  const [first] = fault.errors;
  return first ? `${first.path}: ${first.message}` : fault.message;
}
