import { allows } from '../../contract/capabilities.ts';
import type { RecordNotesCalls } from '../../contract/record-notes.ts';
import { AppError } from '../errors.ts';
import type { Handlers } from '../http/mount.ts';
import type { PublishedKind } from '../notifications/kinds.ts';
import { publish } from '../notifications/publish.ts';
import type { Tx } from '../tenancy.ts';
import { presentAssignment } from './note-answers.ts';
import type { Named } from './note-notifications.ts';
import { findNoted, type Noted, type NotedKind, recordNoteChange } from './noted-kind.ts';
import {
  findAssignment,
  listMembersWhoSee,
  lockAssignment,
  saveAssignment,
} from './record-notes.repository.ts';
import { assertVersion } from './version.ts';

function mayNotSee(): AppError {
  const message = 'This person does not see the record: choose another one';
  return new AppError('invalid', message, { errors: [{ path: 'user_id', message, code: 'does_not_see' }] });
}

/** Who looks after a record of a kind. `assigned`: what tells whoever was chosen. */
export function assignmentHandlers(
  noted: NotedKind,
  assigned: PublishedKind<Named>,
): Handlers<Pick<RecordNotesCalls, 'assignees' | 'assign'>> {
  async function listAssignees(tx: Tx, { plant_id }: Pick<Noted, 'plant_id'>) {
    const members = await listMembersWhoSee(tx, plant_id);
    return members
      .filter(({ roles }) => allows(noted.write, roles))
      .map(({ user_id, name }) => ({ user_id, name }));
  }

  async function assign(
    tx: Tx,
    id: number,
    { user_id, version, now }: { user_id: number | null; version?: number | undefined; now: Date },
  ) {
    const record = await findNoted(noted, tx, id);
    await lockAssignment(tx, record);
    const before = await findAssignment(tx, record);
    await assertVersion({ version: before?.version ?? 0 }, version, () => presentAssignment(before));
    if ((before?.user_id ?? null) === user_id && (before?.party ?? null) === null)
      return presentAssignment(before);
    const open = user_id === null ? [] : await listAssignees(tx, record);
    if (user_id !== null && !open.some((one) => one.user_id === user_id)) throw mayNotSee();
    await saveAssignment(tx, record, user_id, now);
    await recordNoteChange(noted, tx, user_id === null ? 'record.unassigned' : 'record.assigned', record);
    const { name, plant_id } = record;
    if (user_id !== null)
      await publish(tx, assigned, { subject: id, plant_id, params: { name }, to: [user_id] });
    return presentAssignment(await findAssignment(tx, record));
  }

  return {
    assignees: async ({ tx, params }) => listAssignees(tx, await findNoted(noted, tx, params.id)),
    assign: ({ tx, params, body, now }) => assign(tx, params.id, { ...body, now }),
  };
}
