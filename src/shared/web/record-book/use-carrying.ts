import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BoardColumn, nextColumn } from './board.model.ts';

interface Options<T> {
  columns: readonly BoardColumn[];
  standsIn: (card: T) => string;
  keyOf: (card: T) => string | number;
  nameOf: (card: T) => string;
  mayMove: (card: T, to: string) => boolean;
  move: (card: T, to: string) => Promise<void>;
}

/** A card carried by keys: space picks it up and puts it down, the arrows choose the column, Escape leaves it where it was. */
export function useCarrying<T>(options: Options<T>) {
  const { columns, standsIn, keyOf, nameOf, mayMove, move } = options;
  const { t } = useTranslation('records');
  const [carried, setCarried] = useState<{ key: string | number; over: string } | null>(null);
  const [said, setSaid] = useState('');
  const titleOf = (id: string) => columns.find((column) => column.id === id)?.title ?? id;
  const pickUp = (card: T) => {
    setCarried({ key: keyOf(card), over: standsIn(card) });
    setSaid(t('board.picked_up', { name: nameOf(card), column: titleOf(standsIn(card)) }));
  };
  const leave = (card: T) => {
    setCarried(null);
    setSaid(t('board.left', { name: nameOf(card), column: titleOf(standsIn(card)) }));
  };
  const putDown = (card: T, to: string) => {
    if (to === standsIn(card)) return leave(card);
    setCarried(null);
    setSaid(t('board.moved', { name: nameOf(card), column: titleOf(to) }));
    void move(card, to);
  };
  const aim = (card: T, over: string, step: 1 | -1) => {
    const next = nextColumn(columns, over, step, (to) => to === standsIn(card) || mayMove(card, to));
    setCarried({ key: keyOf(card), over: next });
    setSaid(t('board.over', { column: titleOf(next) }));
  };
  /** What a key does to a card that is carried. */
  const keyOfCarried = (card: T, over: string, key: string): (() => void) | undefined => {
    if (key === ' ') return () => putDown(card, over);
    if (key === 'Escape') return () => leave(card);
    if (key === 'ArrowRight') return () => aim(card, over, 1);
    return key === 'ArrowLeft' ? () => aim(card, over, -1) : undefined;
  };
  const onKey = (card: T) => (event: KeyboardEvent) => {
    const own = carried?.key === keyOf(card) ? carried : null;
    const act = own ? keyOfCarried(card, own.over, event.key) : event.key === ' ' && (() => pickUp(card));
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return { carried, said, onKey, onLeave: () => setCarried(null) };
}
