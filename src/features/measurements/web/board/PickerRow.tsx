import { Badge } from '@mantine/core';
import {
  IconBuildingFactory2,
  IconCheck,
  IconChevronRight,
  IconDeviceDesktopAnalytics,
  IconPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import classes from './picker.module.css';
import type { Item, Row } from './tree.model.ts';

interface Props {
  id: string;
  row: Row;
  active: boolean;
  chosen: ReadonlySet<string>;
  place: { index: number; count: number; start: number };
  onPress: () => void;
}

function SeriesWords({ item, drawn }: { item: Item; drawn: boolean }) {
  const language = useLanguage();
  return (
    <>
      {drawn ? (
        <IconCheck size={14} stroke={2.4} aria-hidden="true" />
      ) : (
        <IconPlus size={14} stroke={1.8} aria-hidden="true" />
      )}
      <span className={classes.label}>{language === 'it' ? item.label_it : item.label_en}</span>
      {item.group && <span className={classes.group}>{item.group}</span>}
      <span className={classes.unit}>{spellUnit(item.unit)}</span>
    </>
  );
}

function FolderWords({ row }: { row: Exclude<Row, { kind: 'series' }> }) {
  const { t } = useTranslation('board');
  const Icon = row.kind === 'plant' ? IconBuildingFactory2 : IconDeviceDesktopAnalytics;
  return (
    <>
      <IconChevronRight
        className={classes.fold}
        data-open={row.open || undefined}
        size={15}
        aria-hidden="true"
      />
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes.label}>{row.kind === 'plant' ? row.plant.name : row.device.short_name}</span>
      {row.chosen > 0 && (
        <Badge variant="light" size="sm" circle title={t('picker.chosen', { count: row.chosen })}>
          {row.chosen}
        </Badge>
      )}
    </>
  );
}

/** One line of the list. It takes no focus: the keyboard stays in the field or the list above it. */
export function PickerRow({ id, row, active, chosen, place, onPress }: Props) {
  const drawn = row.kind === 'series' && chosen.has(row.id);
  const state = row.kind === 'series' ? { 'aria-selected': drawn } : { 'aria-expanded': row.open };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the list, which says which line is active
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus for its lines
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-setsize={place.count}
      aria-posinset={place.index + 1}
      {...state}
      className={classes.row}
      data-kind={row.kind}
      data-level={row.level}
      data-active={active || undefined}
      data-chosen={drawn || undefined}
      style={{ transform: `translateY(${place.start}px)` }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {row.kind === 'series' ? <SeriesWords item={row.item} drawn={drawn} /> : <FolderWords row={row} />}
    </div>
  );
}
