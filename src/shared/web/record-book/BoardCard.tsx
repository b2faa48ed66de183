import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsMove } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardColumn } from './board.model.ts';
import classes from './board.module.css';

interface Props {
  name: string;
  /** Of the sentence that says which keys move it. */
  hint: string;
  /** Where it may go. */
  targets: readonly BoardColumn[];
  /** It is on its way to the server. */
  moving: boolean;
  carried: boolean;
  onDrag: (dragged: boolean) => void;
  onMove: (to: string) => void;
  onKey: (event: KeyboardEvent) => void;
  /** It is put down where it was picked up: the focus has gone elsewhere. */
  onLeave: () => void;
  children: ReactNode;
}

/** A card that is dragged with the mouse, carried by keys, or moved by its menu. */
export function BoardCard(props: Props) {
  const { name, targets, moving, carried, onDrag, onMove } = props;
  const { t } = useTranslation('records');
  const movable = targets.length > 0 && !moving;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handle inside does the same by keys and by its menu
    <div
      className={classes.card}
      aria-busy={moving || undefined}
      data-carried={carried || undefined}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      <div className={classes.content}>{props.children}</div>
      {movable && (
        <Menu position="bottom-end" shadow="none" withinPortal={false}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              className={classes.handle ?? ''}
              aria-label={t('board.move', { name })}
              aria-describedby={props.hint}
              aria-pressed={carried}
              onKeyDown={props.onKey}
              onBlur={props.onLeave}
            >
              <IconArrowsMove size={17} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('board.to')}</Menu.Label>
            {targets.map(({ id, title }) => (
              <Menu.Item key={id} onClick={() => onMove(id)}>
                {title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
