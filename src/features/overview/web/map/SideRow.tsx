import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { SlotParts } from '../../../../shared/web/feature/SlotParts.tsx';
import { scalePower } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { MapState, PlacedPlant } from '../../map.model.ts';
import { isSilent, linkOf } from '../../overview.model.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';
import classes from './map.module.css';
import { besideMapPlant } from './map-slot.public.ts';

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

/** A plant of the list beside the map: what the dot says in colour, in words; chosen, it leads to its page. */
export const SideRow = memo(function SideRow({ plant, codes, chosen, onChoose }: RowProps) {
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
