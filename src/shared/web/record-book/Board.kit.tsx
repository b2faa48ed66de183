import { useState } from 'react';
import { CallError } from '../../contract/client.ts';
import type { Samples } from '../kit/samples.ts';
import { Muted } from '../page/Text.tsx';
import { Board } from './Board.tsx';

interface Request {
  id: number;
  subject: string;
  plant: string;
  state: string;
}

const COLUMNS = [
  { id: 'open', title: 'Open' },
  { id: 'accepted', title: 'Accepted' },
  { id: 'solved', title: 'Solved' },
  { id: 'closed', title: 'Closed' },
];
const REQUESTS: readonly Request[] = [
  { id: 1, subject: 'Inverter 3 does not start', plant: 'Olive grove', state: 'open' },
  { id: 2, subject: 'Wash the panels', plant: 'North roof', state: 'open' },
  { id: 3, subject: 'Fuses of string 4', plant: 'North roof', state: 'accepted' },
];
const PAUSE_MS = 150;

/** "Solved" is refused, "Closed" is reached from there alone. */
function Sample() {
  const [cards, setCards] = useState(REQUESTS);
  return (
    <Board
      label="Requests by state"
      columns={COLUMNS}
      cards={cards}
      keyOf={({ id }) => id}
      nameOf={({ subject }) => subject}
      columnOf={({ state }) => state}
      mayMove={({ state }, to) => to !== 'closed' || state === 'solved'}
      words="common"
      onMove={async (card, to) => {
        await new Promise((done) => setTimeout(done, PAUSE_MS));
        if (to === 'solved') throw new CallError(403, { code: 'forbidden' });
        setCards((all) => all.map((one) => (one === card ? { ...one, state: to } : one)));
      }}
      card={({ subject, plant }) => (
        <>
          {subject}
          <Muted>{plant}</Muted>
        </>
      )}
    />
  );
}

export const samples: Samples = {
  title: 'Board',
  states: { 'cards that are dragged, carried by keys or moved by a menu': () => <Sample /> },
};
