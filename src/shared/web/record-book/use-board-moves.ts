import { useEffect, useState } from 'react';

type Key = string | number;
interface Move {
  readonly to: string;
  /** The server has it: it stands until the cards are answered anew. */
  readonly done: boolean;
}

interface Options<T> {
  cards: readonly T[];
  keyOf: (card: T) => Key;
  columnOf: (card: T) => string;
  onMove: (card: T, to: string) => Promise<unknown>;
  /** Why a card went back. */
  onRefused: (card: T, fault: unknown) => void;
}

/** Where each card stands: moved at once, back again where the move was refused. */
export function useBoardMoves<T>({ cards, keyOf, columnOf, onMove, onRefused }: Options<T>) {
  const [moves, setMoves] = useState<ReadonlyMap<Key, Move>>(new Map());
  const put = (key: Key, move: Move | null) =>
    setMoves((before) => {
      const next = new Map(before);
      if (move) next.set(key, move);
      else next.delete(key);
      return next;
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards say where those stand that were moved before
  useEffect(() => {
    setMoves((before) => new Map([...before].filter(([, { done }]) => !done)));
  }, [cards]);
  const move = async (card: T, to: string) => {
    const key = keyOf(card);
    if (to === columnOf(card) || moves.get(key)?.done === false) return;
    put(key, { to, done: false });
    try {
      await onMove(card, to);
      put(key, { to, done: true });
    } catch (fault) {
      put(key, null);
      onRefused(card, fault);
    }
  };
  return {
    move,
    standsIn: (card: T): string => moves.get(keyOf(card))?.to ?? columnOf(card),
    isMoving: (card: T): boolean => moves.get(keyOf(card))?.done === false,
  };
}
