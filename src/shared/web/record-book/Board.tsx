import { Alert } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../forms/use-error-message.ts';
import { TabCount } from '../list/TabCount.tsx';
import { Muted } from '../page/Text.tsx';
import { BoardCard } from './BoardCard.tsx';
import { type BoardColumn, countOf } from './board.model.ts';
import classes from './board.module.css';
import { useBoardMoves } from './use-board-moves.ts';
import { useCarrying } from './use-carrying.ts';

interface Props<T> {
  label: string;
  columns: readonly BoardColumn[];
  cards: readonly T[];
  keyOf: (card: T) => string | number;
  nameOf: (card: T) => string;
  columnOf: (card: T) => string;
  /** What stands on a card; a link in it leads to the record. */
  card: (card: T) => ReactNode;
  /** Whether a card may go there: what is not allowed is not offered. */
  mayMove: (card: T, to: string) => boolean;
  /** Asks the server; where it refuses, the card goes back and the reason is said. */
  onMove: (card: T, to: string) => Promise<unknown>;
  /** The area's namespace: what was refused stands there under `faults`. */
  words: string;
  /** Below the cards of a column: where the others are, or why it shows none. */
  foot?: (column: string) => ReactNode;
}

/** Cards in columns by state: moved by dragging, by keys, and by a menu. */
export function Board<T>(props: Props<T>) {
  const { label, columns, cards, keyOf, nameOf, columnOf, mayMove, onMove, words } = props;
  const { t } = useTranslation('records');
  const { formMessage } = useErrorMessage(words);
  const [refused, setRefused] = useState<string | null>(null);
  const [dragged, setDragged] = useState<T | null>(null);
  const hint = useId();
  const board = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const { move, standsIn, isMoving } = useBoardMoves<T>({
    cards,
    keyOf,
    columnOf,
    onMove,
    onRefused: (card, fault) =>
      setRefused(t('board.refused', { name: nameOf(card), reason: formMessage(fault) })),
  });
  const begin = async (card: T, to: string) => {
    setRefused(null);
    focused.current = String(keyOf(card));
    await move(card, to);
  };
  const { carried, said, onKey, onLeave } = useCarrying<T>({
    columns,
    standsIn,
    keyOf,
    nameOf,
    mayMove,
    move: begin,
  });
  // A card that stands in another column is another part of the page: the focus goes with it.
  useLayoutEffect(() => {
    const handle = board.current?.querySelector<HTMLElement>(`[data-card="${focused.current}"] button`);
    if (focused.current === null || !handle) return;
    focused.current = null;
    handle.focus();
  });
  const takes = (id: string) => dragged !== null && standsIn(dragged) !== id && mayMove(dragged, id);
  const drop = (id: string) => ({
    onDragOver: (event: DragEvent) => takes(id) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged && takes(id)) void begin(dragged, id);
      setDragged(null);
    },
  });
  return (
    <section aria-label={label}>
      {refused !== null && (
        <Alert
          role="alert"
          color="orange"
          variant="light"
          mb={12}
          icon={<IconArrowBackUp size={18} />}
          withCloseButton
          closeButtonLabel={t('board.close')}
          onClose={() => setRefused(null)}
        >
          {refused}
        </Alert>
      )}
      <span id={hint} hidden>
        {t('board.keys')}
      </span>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      <div ref={board} className={classes.board}>
        {columns.map((column) => {
          const { id, title } = column;
          const here = cards.filter((card) => standsIn(card) === id);
          const count = countOf(column, here.length);
          return (
            <section
              key={id}
              className={classes.column}
              aria-label={title}
              data-takes={takes(id) || undefined}
              data-over={carried?.over === id || undefined}
              {...drop(id)}
            >
              <h2 className={classes.head}>
                {title}
                <TabCount count={count} />
              </h2>
              <ul className={classes.cards}>
                {here.map((card) => (
                  <li key={keyOf(card)} data-card={keyOf(card)}>
                    <BoardCard
                      name={nameOf(card)}
                      hint={hint}
                      targets={columns.filter((to) => to.id !== id && mayMove(card, to.id))}
                      moving={isMoving(card)}
                      carried={carried?.key === keyOf(card)}
                      onDrag={(on) => setDragged(on ? card : null)}
                      onMove={(to) => void begin(card, to)}
                      onKey={onKey(card)}
                      onLeave={onLeave}
                    >
                      {props.card(card)}
                    </BoardCard>
                  </li>
                ))}
              </ul>
              {count === 0 && <Muted>{t('board.empty')}</Muted>}
              {props.foot?.(id)}
            </section>
          );
        })}
      </div>
    </section>
  );
}
