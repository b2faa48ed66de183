import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconCircleCheck, IconHelpCircle, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WordOrder } from '../../../../devices/decode/data-type.ts';
import type { JudgedOrder } from '../../../../devices/plausible/order.ts';
import { charactersOf } from '../../../../devices/plausible/texts.ts';
import { REGISTERS } from '../../../../devices/register.ts';
import { spellUnit } from '../../../../shared/units/units.ts';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Changed, RegisterBox } from './cells.tsx';
import { bitsOf, figureOf, hexOf, type Scaling } from './figures.ts';
import { KnownHere } from './KnownHere.tsx';
import { fromWire } from './notation.model.ts';
import type { Reading } from './reading.model.ts';
import classes from './registers.module.css';
import type { Looked } from './registers-search.ts';
import type { Row } from './rows.model.ts';
import type { Place } from './use-known.ts';
import { useWhyLabels } from './why-words.ts';

/** Which value the reader looks at. */
export interface Cursor {
  index: number;
  order: WordOrder;
}

export interface TableProps {
  rows: readonly Row[];
  /** In the order of their columns. */
  orders: readonly WordOrder[];
  reading: Reading;
  search: Looked;
  scaling: Scaling;
  place: Place;
  cursor: Cursor;
  onCursor: (cursor: Cursor) => void;
  /** Makes a variable of the value. */
  onMake: (cursor: Cursor) => void;
}

const ICONS = { likely: IconCircleCheck, possible: IconHelpCircle, unlikely: IconX } as const;

/** Orders that are told side by side: one register knows two, and its bits need none. */
export function ordersFor(type: Looked['type']): readonly WordOrder[] {
  return REGISTERS[type] === 1 ? ['ABCD', 'BADC'] : ['ABCD', 'CDAB', 'BADC', 'DCBA'];
}

/** An order by its letters; of one register by what it does to the bytes. */
export function useOrderLabels(): (order: WordOrder, type: Looked['type']) => string {
  const { t } = useTranslation('registers');
  return (order, type) => {
    if (REGISTERS[type] > 1) return order;
    return t(order === 'ABCD' ? 'table.plain' : 'table.swapped');
  };
}

/** One order's reading, marked by icon, weight and word; why it is judged so hangs beside it. */
function ValueCell(
  props: TableProps & { row: Row; judged: JudgedOrder; onKey: (event: KeyboardEvent) => void },
) {
  const { row, judged, onKey, search, scaling, cursor, onCursor, onMake } = props;
  const { t } = useTranslation('registers');
  const { language } = useFormat();
  const whyLabels = useWhyLabels();
  const { word_order, judgement, raw } = judged;
  const here = cursor.index === row.index && cursor.order === word_order;
  const figure = figureOf(raw, { data_type: search.type, scaling, language }) ?? t('table.no_number');
  const why = whyLabels(judged).join(' ');
  const Icon = ICONS[judgement];
  const marked = search.type !== 'bit' && (row.value?.silent !== true || judgement === 'unlikely');
  return (
    <td data-judgement={marked ? judgement : 'silent'} data-chosen={here || undefined}>
      <Tooltip label={why} multiline maw={340} openDelay={250} disabled={why === ''}>
        <UnstyledButton
          className={classes.figure ?? ''}
          fz="inherit"
          tabIndex={here ? 0 : -1}
          aria-pressed={here}
          data-order={word_order}
          onFocus={() => onCursor({ index: row.index, order: word_order })}
          onClick={() => onCursor({ index: row.index, order: word_order })}
          onDoubleClick={() => onMake({ index: row.index, order: word_order })}
          onKeyDown={onKey}
        >
          {marked && <Icon size={14} stroke={2} role="img" aria-label={t(`judgement.${judgement}`)} />}
          <span>
            {figure}
            {scaling.unit && search.type !== 'bit' && (
              <Muted as="span" size="md">
                {' '}
                {spellUnit(scaling.unit)}
              </Muted>
            )}
          </span>
        </UnstyledButton>
      </Tooltip>
    </td>
  );
}

/** The registers as they came: hex with decimal beneath, what they were before, and their bits where they are asked for. */
function RawCells({ row, search }: { row: Row; search: Looked }) {
  const { t } = useTranslation('registers');
  const was = row.was && t('table.was', { words: row.was.map(hexOf).join(' ') });
  return (
    <>
      <td>
        <code className={classes.code}>{row.words.map(hexOf).join(' ')}</code>
        <Muted as="div">{row.words.join(' ')}</Muted>
        {was && <Changed>{was}</Changed>}
      </td>
      {search.binary === '1' && (
        <td>
          <code className={classes.code}>{row.words.map(bitsOf).join('\n')}</code>
        </td>
      )}
    </>
  );
}

function Heads({ search, orders }: Pick<TableProps, 'search' | 'orders'>) {
  const { t } = useTranslation('registers');
  const words = useOrderLabels();
  return (
    <thead>
      <tr>
        <th scope="col">{t('table.address')}</th>
        <th scope="col">{t('table.hex')}</th>
        {search.binary === '1' && <th scope="col">{t('table.binary')}</th>}
        {orders.map((order) => (
          <th key={order} scope="col" data-number>
            {words(order, search.type)}
          </th>
        ))}
        <th scope="col">{t('table.characters')}</th>
        <th scope="col">{t('table.variable')}</th>
      </tr>
    </thead>
  );
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

/** The cursor after a key; undefined for a key that moves nothing. */
function moved({ rows, cursor, orders }: TableProps, key: string): Cursor | undefined {
  const valued = rows.filter(({ value }) => value !== null);
  const at = valued.findIndex(({ index }) => index === cursor.index);
  if (key === 'Home' || key === 'End') {
    const index = (key === 'Home' ? valued[0] : valued.at(-1))?.index;
    return index === undefined ? undefined : { ...cursor, index };
  }
  const step = STEPS[key];
  if (!step) return undefined;
  const row = valued[Math.max(0, Math.min(valued.length - 1, at + step[0]))];
  const column = Math.max(0, Math.min(orders.length - 1, orders.indexOf(cursor.order) + step[1]));
  return row && { index: row.index, order: orders[column] ?? cursor.order };
}

/** Registers by address, each value in its orders side by side; arrows move, Enter makes a variable. */
export function WordTable(props: TableProps) {
  const { rows, reading, search, orders, cursor, place, onCursor, onMake } = props;
  const { t } = useTranslation('registers');
  const body = useRef<HTMLTableSectionElement>(null);
  const { function_code } = reading.question;
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      return onMake(cursor);
    }
    const next = moved(props, event.key);
    if (!next) return;
    event.preventDefault();
    onCursor(next);
    body.current
      ?.querySelector<HTMLElement>(`tr[data-index="${next.index}"] button[data-order="${next.order}"]`)
      ?.focus();
  };
  return (
    <RegisterBox>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('table.label')}</caption>
        <Heads search={search} orders={orders} />
        <tbody ref={body}>
          {rows.map((row) => (
            <tr
              key={row.index}
              data-index={row.index}
              data-here={row.index === cursor.index || undefined}
              data-changed={row.was ? true : undefined}
            >
              <th scope="row">{fromWire(row.address, function_code, search.as)}</th>
              <RawCells row={row} search={search} />
              {orders.map((order) => {
                const judged = row.value?.orders.find(({ word_order }) => word_order === order);
                return judged ? (
                  <ValueCell key={order} {...props} row={row} judged={judged} onKey={keys} />
                ) : (
                  <td key={order} data-number data-judgement="silent">
                    {UNKNOWN}
                  </td>
                );
              })}
              <td>
                <code className={classes.code}>{row.words.map(charactersOf).join('')}</code>
              </td>
              <td>
                <KnownHere row={row} from={reading.question.address} place={place} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </RegisterBox>
  );
}
