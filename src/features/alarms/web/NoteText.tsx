import { Paper } from '@mantine/core';

/** What somebody wrote, in its own lines. */
export function NoteText({ children }: { children: string }) {
  return (
    <Paper
      component="p"
      bg="var(--raised)"
      px={10}
      py={8}
      flex="1 1 100%"
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {children}
    </Paper>
  );
}
