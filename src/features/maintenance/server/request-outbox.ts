import { mailStates } from '../../../shared/server/mail/outbox.repository.ts';
import { smsStates } from '../../../shared/server/sms/sms-outbox.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { RequestMessage } from '../maintenance-requests.contract.ts';
import { listUnsettled, type MessageRow, settleMessage } from './request-messages.repository.ts';

type State = RequestMessage['state'];

/** What became of messages by now, by their numbers; of one that its outbox has forgotten nothing. */
export async function statesInOutbox(tx: Tx, messages: readonly MessageRow[]): Promise<Map<number, State>> {
  const idsOf = (channel: MessageRow['channel']) =>
    messages.filter((one) => one.channel === channel).map(({ outbox_id }) => outbox_id);
  const states = { mail: await mailStates(tx, idsOf('mail')), sms: await smsStates(tx, idsOf('sms')) };
  return new Map(
    messages.flatMap(({ id, channel, outbox_id }) => {
      const state = states[channel].get(outbox_id);
      return state === undefined ? [] : [[id, state] as const];
    }),
  );
}

/** Keeps of each message what became of it, before its outbox forgets it. */
export async function settleMessages(tx: Tx): Promise<void> {
  const unsettled = await listUnsettled(tx);
  if (unsettled.length === 0) return;
  for (const [id, state] of await statesInOutbox(tx, unsettled))
    if (state !== 'waiting') await settleMessage(tx, id, state);
}
