import type { RecordNotesCalls } from '../../contract/record-notes.ts';

/** Comments and files; who looks after a record may be one of its own fields. */
export type NoteCalls = Omit<RecordNotesCalls, 'assign' | 'assignees'>;

/** What every part of a record's notes is given. */
export interface NotesOf {
  /** What its area has declared by `recordNotesCalls`, perhaps without its assignment. */
  calls: NoteCalls;
  /** The record's number. */
  id: string;
  /** Whether the person may write. */
  may: boolean;
}
