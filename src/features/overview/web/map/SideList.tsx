import { Button, Stack } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compareNames } from '../../../../shared/units/names.ts';
import { SlotParts } from '../../../../shared/web/feature/SlotParts.tsx';
import { scalePower } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { MAP_STATES, type MapState, type PlacedPlant } from '../../map.model.ts';
import type { Card } from '../../overview.contract.ts';
import { isSilent, linkOf } from '../../overview.model.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';
import classes from './map.module.css';
import { besideMapPlant } from './map-slot.public.ts';

/** More are not looked through in a list: the map is moved nearer, or something is looked for. */
const SHOWN = 100;
/** So many fill a tall window; the others are rendered after them, and after the map has begun to be drawn. */
const FIRST = 15;

const gravity = (state: MapState) => MAP_STATES.indexOf(state);

function Pill({ state }: { state: MapState }) {
  const { t } = useTranslation();
  if (state === 'snoozed') return <StatePill state="snoozed" />;
  return <StatePill state={OWN_LOOK[state]} icon={OWN_ICON[state]} label={t(`state.${state}`)} />;
}

interface RowProps {
  plant: PlacedPlant;
  codes: readonly string[];
  chosen: boolean;
  onChoose: (code: string | undefined) => void;
}

const isSameRow = (a: RowProps, b: RowProps) =>
  a.plant.card === b.plant.card &&
  a.plant.state === b.plant.state &&
  a.codes === b.codes &&
  a.chosen === b.chosen &&
  a.onChoose === b.onChoose;

const Row = memo(function Row({ plant, codes, chosen, onChoose }: RowProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const { card, state } = plant;
  const power = scalePower(card.power_kw);
  const link = linkOf(card);
  return (
    <li data-chosen={chosen || undefined}>
      <button
        type="button"
        aria-pressed={chosen}
        onClick={() => onChoose(chosen ? undefined : card.code)}
        data-map-plant={card.code}
      >
        <b>{card.descr}</b>
        <span className={classes.states}>
          <Pill state={state} />
          {state !== 'nodata' && isSilent(link) && (
            <StatePill state="nodata" label={t(`list.links.${link}`)} />
          )}
        </span>
        <Muted as="span">
          {card.code}
          {card.comune && ` · ${card.comune}`}
        </Muted>
        <span className="num">
          <SlotParts slot={besideMapPlant} props={{ code: card.code, codes }} height={0}>
            {`${format.scaled(power)} ${power.unit}`}
          </SlotParts>
        </span>
      </button>
      {chosen && (
        <Button
          size="xs"
          variant="light"
          mx={12}
          mb={12}
          renderRoot={(root) => (
            <Link to="/apps/asset/plants/$proj_code" params={{ proj_code: card.code }} {...root} />
          )}
        >
          {t('map.open')}
        </Button>
      )}
    </li>
  );
}, isSameRow);

interface Props {
  /** What is seen on the map. */
  plants: readonly PlacedPlant[];
  unplaced: readonly Card[];
  /** How many are shown on the whole map. */
  all: number;
  chosen: string | undefined;
  onChoose: (code: string | undefined) => void;
}

/** What the map shows, as a list: gravest first, following the view; a row is the plant's dot. */
export function SideList({ plants, unplaced, all, chosen, onChoose }: Props) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const sorted = useMemo(
    () =>
      plants.toSorted(
        (a, b) => gravity(a.state) - gravity(b.state) || compareNames(a.card.descr, b.card.descr),
      ),
    [plants],
  );
  const most = useDeferredValue(SHOWN, FIRST);
  const first = sorted.filter(({ card }) => card.code === chosen);
  const rows = [...first, ...sorted.filter(({ card }) => card.code !== chosen)].slice(0, SHOWN);
  const shown = rows
    .map(({ card }) => card.code)
    .toSorted()
    .join(',');
  // The same plants in another order are the same question.
  const codes = useMemo(() => shown.split(','), [shown]);
  return (
    <section className={classes.side} aria-label={t('map.in_view')}>
      <Muted role="status" className={classes.count}>
        {t('map.seen', { seen: format.number(plants.length, 0), all: format.number(all, 0) })}
      </Muted>
      <ul>
        {rows.slice(0, most).map((plant) => (
          <Row
            key={plant.card.code}
            plant={plant}
            codes={codes}
            chosen={plant.card.code === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
      <Stack gap={4} className={classes.count}>
        {plants.length > SHOWN && (
          <Muted>{t('map.more', { more: format.number(plants.length - SHOWN, 0) })}</Muted>
        )}
        {unplaced.length > 0 && (
          <details>
            <summary>
              <IconMapPinOff size={14} aria-hidden="true" /> {t('map.unplaced', { count: unplaced.length })}
            </summary>
            <Muted>{t('map.unplaced_hint')}</Muted>
            {unplaced.slice(0, SHOWN).map((card) => (
              <Link key={card.code} to="/apps/asset/plants/$proj_code" params={{ proj_code: card.code }}>
                {card.descr}
              </Link>
            ))}
          </details>
        )}
      </Stack>
    </section>
  );
}
