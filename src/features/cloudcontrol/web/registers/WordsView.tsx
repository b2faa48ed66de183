import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { WordOrder } from '../../../../devices/decode/data-type.ts';
import { DecodeBar } from './DecodeBar.tsx';
import { MakeVariable } from './make/MakeVariable.tsx';
import type { ContentProps } from './outcome-props.ts';
import type { Reading } from './reading.model.ts';
import classes from './registers.module.css';
import type { Looked } from './registers-search.ts';
import { orderFor, type Row, typeFor } from './rows.model.ts';
import type { Place } from './use-known.ts';
import { useLooked } from './use-looked.ts';
import { ValueDetail } from './ValueDetail.tsx';
import { Verdict } from './Verdict.tsx';
import { type Cursor, ordersFor, WordTable } from './WordTable.tsx';

interface Props extends ContentProps {
  earlier: Reading | null;
  place: Place;
}

/** On a phone the likely order comes first, where it is seen. */
function useColumns(type: Looked['type'], lead: WordOrder | undefined): readonly WordOrder[] {
  const phone = useMediaQuery('(max-width: 768.98px)', undefined, { getInitialValueInEffect: false });
  const orders = ordersFor(type);
  return phone && lead ? [lead, ...orders.filter((order) => order !== lead)] : orders;
}

/** The cursor where the reader has set it, or at the first value, in its likely order. */
function cursorIn(
  rows: readonly Row[],
  wished: Cursor | null,
  usual: WordOrder,
  known: readonly WordOrder[],
): Cursor {
  const row = rows.find(({ index, value }) => value !== null && index === wished?.index);
  if (row && wished) return known.includes(wished.order) ? wished : { ...wished, order: known[0] ?? 'ABCD' };
  const first = rows.find(({ value }) => value !== null);
  const order = first?.value ? orderFor(first.value, usual) : usual;
  return { index: first?.index ?? 0, order: known.includes(order) ? order : (known[0] ?? 'ABCD') };
}

/** Registers as words: what they may be, why, and what is made of them. */
export function WordsView(props: Props) {
  const { newest, earlier, onSearch, place, readings } = props;
  const search: Looked = {
    ...props.search,
    type: props.search.type || typeFor(newest.words ?? [], place.known),
  };
  const { seen, scaling } = useLooked(newest, earlier, search);
  const [wished, setWished] = useState<Cursor | null>(null);
  const [making, setMaking] = useState<Cursor | null>(null);
  const usual = place.devices[0]?.device.byte_order ?? 'ABCD';
  const cursor = cursorIn(seen.rows, wished, usual, ordersFor(search.type));
  const row = seen.rows.find(({ index }) => index === cursor.index);
  const orders = useColumns(search.type, seen.order?.word_order);
  const judged = row?.value?.orders.find(({ word_order }) => word_order === cursor.order) ?? null;
  const shared = {
    reading: newest,
    search,
    scaling,
    place,
    cursor,
    onCursor: setWished,
    onMake: setMaking,
  };
  return (
    <>
      <DecodeBar reading={newest} search={search} onSearch={onSearch} />
      <div
        className={classes.columns}
        data-stale={readings.pending && readings.left === 0 ? true : undefined}
      >
        <Verdict seen={seen} reading={newest} search={search} known={place.known} />
        <WordTable {...shared} rows={seen.rows} orders={orders} />
        <ValueDetail {...shared} words={newest.words ?? []} judged={judged} onSearch={onSearch} />
      </div>
      {making && (
        <MakeVariable
          question={newest.question}
          place={place}
          from={{
            function_code: newest.question.function_code,
            address: newest.question.address + making.index,
            data_type: search.type,
            word_order: making.order,
            scaling,
            scale_address: search.scale === '' ? null : Number(search.scale),
          }}
          onClose={() => setMaking(null)}
        />
      )}
    </>
  );
}
