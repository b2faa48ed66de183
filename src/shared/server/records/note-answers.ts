import type {
  RecordAssignment,
  RecordAttachment,
  RecordComment,
  RecordParty,
} from '../../contract/record-notes.ts';
import { isoOrNull } from '../iso.ts';
import type { Tx } from '../tenancy.ts';
import type { AttachmentRow } from './attachments.repository.ts';
import type { AssignmentRow, CommentRow } from './record-notes.repository.ts';

const partyOf = (user_id: number | null, party: string | null, name: string | null): RecordParty => ({
  user_id,
  name: party ?? name,
});

/** Whether who asks wrote it. */
const isMine = ({ scope }: Tx, author_id: number | null, party: string | null): boolean =>
  author_id === null ? party !== null && party === scope.party?.name : author_id === scope.user_id;

export function presentComment(tx: Tx, row: CommentRow): RecordComment {
  return {
    id: row.id,
    text: row.body,
    author: partyOf(row.author_id, row.author_party, row.author_name),
    mine: isMine(tx, row.author_id, row.author_party),
    created_at: row.created_at.toISOString(),
    edited_at: isoOrNull(row.edited_at),
    removed: row.removed_at !== null,
    version: row.version,
  };
}

export function presentAttachment(tx: Tx, row: AttachmentRow): RecordAttachment {
  const { id, file_name, media_type, size_bytes, sha256 } = row;
  return {
    id,
    file_name,
    media_type,
    size_bytes: Number(size_bytes),
    sha256,
    author: partyOf(row.author_id, row.author_party, row.author_name),
    mine: isMine(tx, row.author_id, row.author_party),
    created_at: row.created_at.toISOString(),
    taken_at: isoOrNull(row.taken_at),
  };
}

export function presentAssignment(row: AssignmentRow | undefined): RecordAssignment {
  if (!row) return { assignee: null, assigned_at: null, version: 0 };
  const nobody = row.user_id === null && row.party === null;
  return {
    assignee: nobody ? null : partyOf(row.user_id, row.party, row.name),
    assigned_at: nobody ? null : row.assigned_at.toISOString(),
    version: row.version,
  };
}
