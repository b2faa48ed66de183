import { SimpleGrid, Stack } from '@mantine/core';
import type { Capability } from '../../contract/capabilities.ts';
import type { RecordNotesCalls } from '../../contract/record-notes.ts';
import { useCall } from '../api/use-call.ts';
import { useCan } from '../company/context.tsx';
import { Known } from '../ui/Known.tsx';
import { AssignmentSection } from './AssignmentSection.tsx';
import { CommentThread } from './CommentThread.tsx';
import type { NoteCalls } from './notes-of.ts';
import { RecordFiles } from './RecordFiles.tsx';

interface Props {
  calls: NoteCalls | RecordNotesCalls;
  id: number;
  /** The files stand for good, as those of what is closed do. */
  fixed?: boolean;
}

/** Comments on a record, its files, and who looks after it; nothing for those who may not read them. A page that shows it loads the words `records`. */
export function RecordNotes({ calls, id, fixed = false }: Props) {
  const may = useCan(calls.addComment.access as Capability);
  const of = { calls, id: String(id), may };
  const reads = useCan(calls.notes.access as Capability);
  const notes = useCall(calls.notes, reads ? { params: { id: of.id } } : null);
  if (!reads) return null;
  return (
    <SimpleGrid type="container" cols={{ base: 1, '760px': 2 }} spacing={16}>
      <CommentThread {...of} />
      <Known query={notes} height={320}>
        {({ assignment, attachments }) => (
          <Stack gap={16}>
            {'assign' in calls && <AssignmentSection {...of} calls={calls} assignment={assignment} />}
            <RecordFiles {...of} may={may && !fixed} files={attachments} />
          </Stack>
        )}
      </Known>
    </SimpleGrid>
  );
}
