import { ActionIcon, Button, Checkbox, Fieldset, Group } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ColumnOrder.module.css';
import { inOrder, movedTo } from './layout.model.ts';
import type { ColumnChoice, ViewPanelProps } from './view-props.ts';

type Props = Pick<ColumnChoice, 'columns' | 'naming' | 'onOrder' | 'onUsual'> &
  Pick<ViewPanelProps, 'hidden' | 'onHidden'>;

/** The place in a list that a height on screen falls on. */
function placeAt(list: HTMLElement, y: number): number {
  const rows = [...list.children];
  const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
  return at < 0 ? rows.length - 1 : at;
}

/** A handle that is dragged, or moved by the arrow keys; while it is dragged the others make room. */
function useDrag({ columns, onOrder }: Pick<Props, 'columns' | 'onOrder'>) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<{ id: string; ids: readonly string[] } | null>(null);
  const ids = columns.map(({ id }) => id);
  const handle = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ id, ids });
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag || !list.current) return;
      setDrag({ id, ids: movedTo(drag.ids, id, placeAt(list.current, event.clientY)) });
    },
    onPointerUp: () => {
      if (drag && drag.ids.join() !== ids.join()) onOrder(drag.ids);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const next = movedTo(ids, id, ids.indexOf(id) + by);
      if (next.join() !== ids.join()) onOrder(next);
    },
  });
  return { list, handle, dragged: drag?.id, shown: inOrder(columns, drag?.ids ?? []) };
}

/** Which columns are shown, and in which order: by dragging a handle, or by the arrow keys on it. */
export function ColumnOrder({ columns, naming, hidden, onHidden, onOrder, onUsual }: Props) {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const tell = (ids: readonly string[]) => {
    const moved = columns.find(({ id }) => ids.indexOf(id) !== columns.findIndex((one) => one.id === id));
    const focused =
      columns.find(({ id }) => document.activeElement?.getAttribute('data-column') === id) ?? moved;
    if (focused)
      setSaid(
        t('list.column_moved', {
          column: focused.header,
          place: ids.indexOf(focused.id) + 1,
          all: ids.length,
        }),
      );
    onOrder(ids);
  };
  const { list, handle, dragged, shown } = useDrag({ columns, onOrder: tell });
  const toggle = (id: string, on: boolean) =>
    onHidden(on ? hidden.filter((one) => one !== id) : [...hidden, id]);
  return (
    <Fieldset legend={t('list.columns')} variant="unstyled">
      <ul ref={list} className={classes.columns}>
        {shown.map(({ id, header }) => (
          <li key={id} className={classes.column} data-dragged={dragged === id || undefined}>
            <Checkbox
              label={header}
              checked={id === naming || !hidden.includes(id)}
              disabled={id === naming}
              onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              className={classes.handle ?? ''}
              data-column={id}
              aria-label={t('list.move_column', { column: header })}
              {...handle(id)}
            >
              <IconGripVertical size={16} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {onUsual && (
        <Group justify="flex-end">
          <Button size="compact-sm" variant="subtle" onClick={onUsual}>
            {t('list.usual')}
          </Button>
        </Group>
      )}
    </Fieldset>
  );
}
