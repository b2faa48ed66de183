import { Button, Stack } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { PlacedPlant } from '../../map.model.ts';
import type { Card } from '../../overview.contract.ts';
import classes from './map.module.css';
import { SideRow } from './SideRow.tsx';

/** So many are listed at a time; whoever looks for one narrows them. */
const PORTION = 100;
/** So many fill a tall window; the others are rendered after them, and after the map is drawn. */
const FIRST = 15;

/** As many of a long list as the reader asked for, and the button that asks for more. */
function usePortions(count: number) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const [most, setMost] = useState(PORTION);
  const left = count - most;
  const next = Math.min(PORTION, left);
  const more = left > 0 && (
    <Button variant="subtle" size="xs" onClick={() => setMost(most + PORTION)}>
      {t('map.more', { next: format.number(next, 0), left: format.number(left, 0) })}
    </Button>
  );
  return { most, more };
}

/** As they are ordered, the chosen one at the top. */
function useChosenFirst(plants: readonly PlacedPlant[], chosen: string | undefined): readonly PlacedPlant[] {
  return useMemo(() => {
    const first = plants.filter(({ card }) => card.code === chosen);
    return first.length === 0 ? plants : [...first, ...plants.filter(({ card }) => card.code !== chosen)];
  }, [plants, chosen]);
}

interface RowsProps {
  plants: readonly PlacedPlant[];
  chosen: string | undefined;
  onChoose: (code: string | undefined) => void;
}

/** A portion of the rows: what is asked about their plants is asked for a portion at once. */
function Rows({ plants, chosen, onChoose }: RowsProps) {
  const shown = plants
    .map(({ card }) => card.code)
    .toSorted()
    .join(',');
  // The same plants in another order are the same question.
  const codes = useMemo(() => shown.split(','), [shown]);
  return plants.map((plant) => (
    <SideRow
      key={plant.card.code}
      plant={plant}
      codes={codes}
      chosen={plant.card.code === chosen}
      onChoose={onChoose}
    />
  ));
}

function Unplaced({ cards }: { cards: readonly Card[] }) {
  const { t } = useTranslation('overview');
  const [open, setOpen] = useState(false);
  const { most, more } = usePortions(cards.length);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <IconMapPinOff size={14} aria-hidden="true" /> {t('map.unplaced', { count: cards.length })}
      </summary>
      {open && (
        <>
          <Muted>{t('map.unplaced_hint')}</Muted>
          {cards.slice(0, most).map((card) => (
            <Link key={card.code} to="/apps/asset/plants/$proj_code" params={{ proj_code: card.code }}>
              {card.descr}
            </Link>
          ))}
          {more}
        </>
      )}
    </details>
  );
}

/** Says that the list holds the plants of one place, and takes whoever asked for them there. */
function Together({ count, onApart }: { count: number; onApart: () => void }) {
  const { t } = useTranslation('overview');
  const head = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each place anew
  useEffect(() => head.current?.focus(), [count]);
  return (
    <Stack gap={4} align="flex-start" className={classes.count}>
      <h2 ref={head} tabIndex={-1}>
        {t('map.together', { count })}
      </h2>
      <Button variant="default" size="xs" onClick={onApart}>
        {t('map.apart')}
      </Button>
    </Stack>
  );
}

interface Props extends RowsProps {
  /** The plants of one place, where the reader asked for these; else undefined. */
  together: readonly PlacedPlant[] | undefined;
  onApart: () => void;
  unplaced: readonly Card[];
  /** How many are shown on the whole map. */
  all: number;
  /** Something else comes first, such as what is being typed: only as many rows as are seen. */
  brief: boolean;
}

/** What the map shows, as a list: in the order in which it comes, following the view; a row is the plant's dot. */
export const SideList = memo(function SideList(props: Props) {
  const { plants: inView, together, onApart, unplaced, all, brief, ...choice } = props;
  const { t } = useTranslation('overview');
  const format = useFormat();
  const plants = together ?? inView;
  const sorted = useChosenFirst(plants, choice.chosen);
  const { most, more } = usePortions(plants.length);
  const rendered = useDeferredValue(brief ? FIRST : most, FIRST);
  const rows = sorted.slice(0, Math.min(rendered, most));
  const portions = Array.from({ length: Math.ceil(rows.length / PORTION) }, (_, i) =>
    rows.slice(i * PORTION, (i + 1) * PORTION),
  );
  return (
    <section className={classes.side} aria-label={t('map.in_view')}>
      {together ? (
        <Together count={together.length} onApart={onApart} />
      ) : (
        <Muted role="status" className={classes.count}>
          {t('map.seen', { seen: format.number(plants.length, 0), all: format.number(all, 0) })}
        </Muted>
      )}
      <ul>
        {portions.map((portion, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a portion is its place in the list
          <Rows key={i} plants={portion} {...choice} />
        ))}
      </ul>
      <Stack gap={4} align="flex-start" className={classes.count}>
        {!brief && more}
        {unplaced.length > 0 && <Unplaced cards={unplaced} />}
      </Stack>
    </section>
  );
});
