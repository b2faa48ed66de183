import type { RecordAssignment, RecordAttachment, RecordComment } from '../../contract/record-notes.ts';
import { recordNotesCalls } from '../../contract/record-notes.ts';
import { callKey } from '../api/call-key.ts';
import { queryClient } from '../api/query-client.ts';
import { CompanyProvider } from '../company/context.tsx';
import type { Samples } from '../kit/samples.ts';
import { RecordNotes } from './RecordNotes.tsx';

const calls = recordNotesCalls({
  path: '/kit',
  topic: 'kit',
  read: 'maintenance.write',
  write: 'maintenance.write',
  one: 'record',
});
const ROSA = { user_id: 1, name: 'Rosa Verdi' };
const AT = '2026-11-20T10:00:00Z';
const NOTE = { author: ROSA, mine: true, created_at: AT, edited_at: null, removed: false, version: 1 };
const COMMENTS: RecordComment[] = [
  { ...NOTE, id: 3, text: 'Fuse F2 replaced.\nThe spare ones are in the cabinet.' },
  { ...NOTE, id: 2, text: '', removed: true, author: { user_id: 2, name: null }, mine: false },
];
const FILE = { author: ROSA, mine: true, created_at: AT, taken_at: null, sha256: '0'.repeat(64) };
const FILES: RecordAttachment[] = [
  {
    ...FILE,
    id: 5,
    file_name: 'Cabinet, photo of May',
    media_type: 'image/jpeg',
    taken_at: AT,
    size_bytes: 3_400_000,
  },
  { ...FILE, id: 4, file_name: 'Manual, second edition', media_type: 'application/pdf', size_bytes: 812_000 },
];

interface Known {
  company: number;
  comments: readonly RecordComment[];
  files: readonly RecordAttachment[];
  assignment: RecordAssignment;
}

/** A record whose notes are known already: no server answers here. */
function Notes({ company, comments, files, assignment }: Known) {
  const params = { id: '1' };
  const notes = callKey(company, calls.notes, { params });
  const thread = [...callKey(company, calls.comments, { params }), 'pages'];
  for (const key of [notes, thread])
    queryClient.setQueryDefaults(key, { staleTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(notes, { assignment, attachments: files });
  const page = { count: comments.length, next: null, previous: null, results: comments };
  queryClient.setQueryData(thread, { pages: [page], pageParams: [1] });
  return (
    <CompanyProvider
      company={{
        id_client: company,
        name: 'Kit',
        telephone: '',
        company_slug: 'kit',
        tag_key: 'kit',
        roles: ['ENGINEER_0', 'APP_0'],
      }}
    >
      <RecordNotes calls={calls} id={1} />
    </CompanyProvider>
  );
}

export const samples: Samples = {
  title: 'Notes on a record',
  states: {
    full: () => (
      <Notes
        company={11}
        comments={COMMENTS}
        files={FILES}
        assignment={{ assignee: ROSA, assigned_at: AT, version: 1 }}
      />
    ),
  },
};
