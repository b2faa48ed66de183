import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../../shared/web/list/SearchField.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { PickerRow } from './PickerRow.tsx';
import classes from './picker.module.css';
import { type Choices, type Item, type Row, rowsOf } from './tree.model.ts';
import { useTreeKeys } from './use-tree-keys.ts';

interface Props {
  choices: Choices;
  chosen: ReadonlySet<string>;
  onToggle: (item: Item) => void;
}

const ROW_HEIGHT = 34;
const NOTHING: ReadonlyMap<string, boolean> = new Map();

/** Finds plants, devices and variables by their words and chooses what is drawn; thousands scroll like twenty. */
export function SeriesPicker({ choices, chosen, onToggle }: Props) {
  const { t } = useTranslation('board');
  const [text, setText] = useState('');
  const [folds, setFolds] = useState(NOTHING);
  const searched = useDeferredValue(text);
  const rows = useMemo(
    () => rowsOf(choices, { text: searched, chosen, folds }),
    [choices, searched, chosen, folds],
  );
  const list = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const fold = (id: string, open: boolean) => setFolds((before) => new Map(before).set(id, open));
  const press = (row: Row) => (row.kind === 'series' ? onToggle(row.item) : fold(row.id, !row.open));
  const keys = useTreeKeys({
    rows,
    typedRows: () => (searched === text ? rows : rowsOf(choices, { text, chosen, folds })),
    onFold: fold,
    onToggle: press,
    onMoved: (index) => virtual.scrollToIndex(index),
  });
  const type = (next: string) => {
    setText(next);
    // What was folded by hand was another list.
    setFolds(NOTHING);
    keys.start();
    virtual.scrollToOffset(0);
  };
  const id = useId();
  const rowId = (index: number) => `${id}-${index}`;
  const active = rows.length > 0 ? { 'aria-activedescendant': rowId(keys.active) } : {};
  return (
    <div className={classes.picker}>
      <SearchField
        label={t('picker.search')}
        value={text}
        onSearch={type}
        onKeyDown={keys.onKeyDown}
        role="combobox"
        aria-expanded
        aria-haspopup="tree"
        aria-controls={id}
        aria-autocomplete="list"
        {...active}
      />
      {rows.length === 0 && (
        <Muted role="status">{text === '' ? t('picker.nothing') : t('picker.none_found')}</Muted>
      )}
      <div
        ref={list}
        id={id}
        role="tree"
        aria-label={t('picker.label')}
        aria-multiselectable="true"
        tabIndex={0}
        {...active}
        onKeyDown={keys.onKeyDown}
        className={classes.list}
        style={rows.length === 0 ? { display: 'none' } : undefined}
      >
        <div role="none" style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <PickerRow
                  key={row.id}
                  id={rowId(index)}
                  row={row}
                  active={index === keys.active}
                  chosen={chosen}
                  place={{ index, count: rows.length, start }}
                  onPress={() => {
                    keys.point(index);
                    press(row);
                  }}
                />
              )
            );
          })}
        </div>
      </div>
      {choices.left_out > 0 && <Muted>{t('picker.left_out', { count: choices.left_out })}</Muted>}
    </div>
  );
}
