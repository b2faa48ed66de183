import { allows } from '../../../shared/contract/capabilities.ts';
import { refuseField } from '../../../shared/server/errors.ts';
import { listMembersWhoSee } from '../../../shared/server/records/record-notes.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { OutsideFirm } from '../outside-firms.contract.ts';
import { findFirm } from './firms.ts';
import { unknownOf } from './request-faults.ts';

/** Whom a request is assigned to, and by which ways it is sent there. */
export interface Assignment {
  readonly assigned_user_id: number | null;
  readonly assigned_firm_id: number | null;
  readonly send_by_email: boolean;
  readonly send_by_sms: boolean;
  readonly sms_number: string;
}

export const NOBODY: Assignment = {
  assigned_user_id: null,
  assigned_firm_id: null,
  send_by_email: false,
  send_by_sms: false,
  sms_number: '',
};

type Given = { readonly [K in keyof Assignment]?: Assignment[K] | undefined };

/** What was sent, laid over what stands: whoever is chosen takes the place of whoever was. */
export function mergedAssignment(before: Assignment, given: Given): Assignment {
  const { assigned_user_id, assigned_firm_id } = given;
  const user = assigned_user_id ?? (assigned_user_id === undefined ? before.assigned_user_id : null);
  const firm = assigned_firm_id ?? (assigned_firm_id === undefined ? before.assigned_firm_id : null);
  return {
    assigned_user_id: assigned_firm_id != null && assigned_user_id === undefined ? null : user,
    assigned_firm_id: assigned_user_id != null && assigned_firm_id === undefined ? null : firm,
    send_by_email: given.send_by_email ?? before.send_by_email,
    send_by_sms: given.send_by_sms ?? before.send_by_sms,
    sms_number: given.sms_number ?? before.sms_number,
  };
}

/** Colleagues who may be assigned a request of a plant. */
export async function listColleaguesFor(
  tx: Tx,
  plant_id: number,
): Promise<{ user_id: number; name: string }[]> {
  const members = await listMembersWhoSee(tx, plant_id);
  return members
    .filter(({ roles }) => allows('maintenance.write', roles))
    .map(({ user_id, name }) => ({ user_id, name }));
}

async function assertColleague(tx: Tx, plant_id: number, user_id: number): Promise<void> {
  const may = await listColleaguesFor(tx, plant_id);
  if (may.some((one) => one.user_id === user_id)) return;
  const message = 'This colleague does not see the plant, or does no such work: choose another one';
  refuseField('assigned_user_id', 'does_not_see', message);
}

async function firmFor(tx: Tx, before: Assignment, id: number): Promise<OutsideFirm> {
  const firm =
    (await findFirm(tx, id)) ??
    unknownOf('assigned_firm_id', 'unknown_firm', 'There is no such firm: choose another one');
  if (firm.retired && before.assigned_firm_id !== id)
    refuseField('assigned_firm_id', 'retired_firm', 'This firm is retired: choose another one');
  return firm;
}

function assertWays(after: Assignment, firm: OutsideFirm | undefined): void {
  const nobody = after.assigned_user_id === null && after.assigned_firm_id === null;
  if (nobody && (after.send_by_email || after.send_by_sms)) {
    const at = after.send_by_email ? 'send_by_email' : 'send_by_sms';
    refuseField(at, 'nobody_assigned', 'Say first whom it is assigned to');
  }
  if (after.send_by_email && firm?.email === '')
    refuseField(
      'send_by_email',
      'mail_missing',
      'The mail address of this firm is not known: add it to the firm',
    );
  if (after.send_by_sms && after.sms_number === '' && !firm?.phone)
    refuseField('sms_number', 'number_missing', 'Say to which number the text message goes');
}

/** Judges who a request is assigned to. @throws AppError each fault at its field */
export async function judgeAssignment(
  tx: Tx,
  plant_id: number,
  { before, after }: { before: Assignment; after: Assignment },
): Promise<void> {
  const { assigned_user_id: user, assigned_firm_id: firm_id } = after;
  if (user !== null && firm_id !== null)
    refuseField('assigned_firm_id', 'one_assignee', 'Choose a colleague or a firm, not both');
  if (user !== null && user !== before.assigned_user_id) await assertColleague(tx, plant_id, user);
  const firm = firm_id === null ? undefined : await firmFor(tx, before, firm_id);
  assertWays(after, firm);
}
