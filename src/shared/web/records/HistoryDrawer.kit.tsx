import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { HistoryEntry } from '../../contract/record-history.ts';
import type { Samples } from '../kit/samples.ts';
import { HistoryDrawer } from './HistoryDrawer.tsx';

const ENTRIES: HistoryEntry[] = [
  {
    id: 2,
    at: '2026-11-20T10:00:00Z',
    actor: { id: 1, name: 'Rosa Verdi' },
    what: 'changed',
    fields: ['name', 'begins'],
    changes: [
      { field: 'name', before: 'Fault of the grid', after: 'Grid fault' },
      { field: 'begins', before: null, after: '2026-11-19' },
    ],
  },
  { id: 1, at: '2026-11-19T08:30:00Z', actor: null, what: 'created', fields: [], changes: [] },
];

function Sample({ results }: { results: HistoryEntry[] }) {
  const [opened, setOpened] = useState(false);
  const query = { data: { count: results.length, results }, error: null } as UseQueryResult<{
    count: number;
    results: HistoryEntry[];
  }>;
  return (
    <>
      <Button onClick={() => setOpened(true)}>History</Button>
      {opened && (
        <HistoryDrawer
          name="Grid fault"
          query={query}
          fields={{ name: 'Name', begins: 'Begins' }}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}

export const samples: Samples = {
  title: 'History of a record',
  states: {
    'with entries': () => <Sample results={ENTRIES} />,
    empty: () => <Sample results={[]} />,
  },
};
