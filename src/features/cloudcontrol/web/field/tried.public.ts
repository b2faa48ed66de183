import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import type { Reason } from '../../configured.contract.ts';
import { SILENCE_CODES } from '../../device-log.model.ts';

const keyOf = (company: number, id?: number) =>
  companyKey(company, 'tried', ...(id === undefined ? [] : [id]));

/** A reason of the line or the device; a question that was given up, or a defect of the program, says nothing of them. */
const saysWhy = ({ code }: Reason): boolean =>
  code !== 'fault' && SILENCE_CODES.some((known) => known === code);

/** Keeps for a while why nothing came when a device was tried before it was added: its page says it until its first poll. */
export function keepTried(company: number, id: number, reason: Reason | null | undefined): void {
  if (reason && saysWhy(reason)) queryClient.setQueryData(keyOf(company, id), reason);
}

export const triedOf = (company: number, id: number): Reason | null =>
  queryClient.getQueryData<Reason>(keyOf(company, id)) ?? null;

/** Whoever changes how devices are reached makes what was tried before worthless. */
export const forgetTried = (company: number): void => queryClient.removeQueries({ queryKey: keyOf(company) });
