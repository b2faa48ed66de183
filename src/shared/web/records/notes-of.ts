import type { RecordNotesCalls } from '../../contract/record-notes.ts';

/** What every part of a record's notes is given. */
export interface NotesOf {
  /** What its area has declared by `recordNotesCalls`. */
  calls: RecordNotesCalls;
  /** The record's number. */
  id: string;
  /** Whether the person may write. */
  may: boolean;
}
