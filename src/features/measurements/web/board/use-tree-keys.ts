import { type KeyboardEvent, useState } from 'react';
import type { Row } from './tree.model.ts';

interface Handling {
  /** The lines on screen. */
  rows: readonly Row[];
  /** The lines of what is typed by now: those on screen may follow a moment later. */
  typedRows: () => readonly Row[];
  onFold: (id: string, open: boolean) => void;
  onToggle: (row: Row) => void;
  /** Brings a line into sight. */
  onMoved: (index: number) => void;
}

const isOpen = (row: Row | undefined): boolean => row !== undefined && row.kind !== 'series' && row.open;

/** The nearest line above that holds this one. */
function parentOf(rows: readonly Row[], index: number): number {
  const level = rows[index]?.level ?? 1;
  for (let i = index - 1; i >= 0; i--) if ((rows[i]?.level ?? 1) < level) return i;
  return index;
}

/** The line that is active before anybody moves: the first series, so that Enter adds what was searched for. */
const firstOf = (rows: readonly Row[]): number =>
  Math.max(
    0,
    rows.findIndex(({ kind }) => kind === 'series'),
  );

const PAGE = 10;

/** Walks a tree of lines by arrow keys while the focus stays where one types. */
export function useTreeKeys({ rows, typedRows, onFold, onToggle, onMoved }: Handling) {
  const [wanted, setWanted] = useState<number | null>(null);
  const activeOf = (lines: readonly Row[]) => Math.min(wanted ?? firstOf(lines), lines.length - 1);
  const active = activeOf(rows);
  const move = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setWanted(next);
    onMoved(next);
  };
  const row = rows[active];
  const right = () => {
    if (!row || row.kind === 'series') return;
    if (row.open) move(active + 1);
    else onFold(row.id, true);
  };
  const left = () => {
    if (row && isOpen(row)) onFold(row.id, false);
    else move(parentOf(rows, active));
  };
  const enter = () => {
    const lines = typedRows();
    const pressed = lines[activeOf(lines)];
    if (pressed) onToggle(pressed);
  };
  const actionOf = (key: string, typing: boolean): (() => void) | undefined => {
    if (key === 'ArrowDown') return () => move(active + 1);
    if (key === 'ArrowUp') return () => move(active - 1);
    if (key === 'PageDown') return () => move(active + PAGE);
    if (key === 'PageUp') return () => move(active - PAGE);
    if (key === 'Enter') return enter;
    // In a text that is typed, the sideways arrows move the caret.
    if (key === 'ArrowRight' && !typing) return right;
    return key === 'ArrowLeft' && !typing ? left : undefined;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const typing = event.target instanceof HTMLInputElement && event.target.value !== '';
    const isUsed = rows.length > 0 || event.key === 'Enter';
    const action = isUsed ? actionOf(event.key, typing) : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  };
  return { active, onKeyDown, start: () => setWanted(null), point: setWanted };
}
