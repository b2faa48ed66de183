import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Opens a record beside its book's list, board or calendar; the filters stay. */
export function RecordLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link
      to="."
      search={((old: object) => ({ ...old, open: String(id), form: undefined })) as never}
      resetScroll={false}
      preload={false}
      data-row-link
    >
      {children}
    </Link>
  );
}
