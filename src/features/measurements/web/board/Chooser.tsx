import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconListSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fits, unitsOf } from '../../../../shared/web/charts/unit-guard.model.ts';
import { SideDrawer } from '../../../../shared/web/ui/SideDrawer.tsx';
import { MAX_SERIES } from '../../saved-charts.model.ts';
import type { ChartState } from '../chart/board-search.public.ts';
import classes from './board.module.css';
import { ChosenSeries } from './ChosenSeries.tsx';
import { SeriesPicker } from './SeriesPicker.tsx';
import type { Choices, Item } from './tree.model.ts';

type Refused = 'units' | 'series' | null;

/** Puts series in and takes them out; a fifth unit of measure, or one series too many, is refused in words. */
function useChoosing(
  state: ChartState,
  items: readonly Item[],
  onState: (part: Partial<ChartState>) => void,
) {
  const [refused, setRefused] = useState<Refused>(null);
  const remove = (key: string) => {
    setRefused(null);
    onState({ keys: state.keys.filter((one) => one !== key) });
  };
  const toggle = (item: Item) => {
    if (items.some(({ key }) => key === item.key)) return remove(item.key);
    const fault = !fits(items, item) ? 'units' : items.length >= MAX_SERIES ? 'series' : null;
    setRefused(fault);
    if (!fault) onState({ keys: [...state.keys.filter((key) => key !== item.key), item.key] });
  };
  return { refused, remove, toggle };
}

interface ChooserProps {
  choices: Choices;
  items: readonly Item[];
  state: ChartState;
  colours: ReadonlyMap<string, string>;
  onState: (part: Partial<ChartState>) => void;
}

function Chooser({ choices, items, state, colours, onState }: ChooserProps) {
  const { t } = useTranslation('board');
  const { t: charts } = useTranslation('charts');
  const { refused, remove, toggle } = useChoosing(state, items, onState);
  // What the address names and no axis is left for is not chosen: neither marked nor counted.
  const chosen = useMemo(() => new Set(items.map(({ key }) => key)), [items]);
  const hide = (key: string) =>
    onState({
      hidden: state.hidden.includes(key) ? state.hidden.filter((one) => one !== key) : [...state.hidden, key],
    });
  return (
    <div className={classes.chooser}>
      <ChosenSeries
        chosen={items}
        colours={colours}
        hidden={state.hidden}
        onRemove={remove}
        onHidden={hide}
      />
      {items.length > 0 && (
        <p className={classes.units}>{t('chosen.units', { count: unitsOf(items).length })}</p>
      )}
      <div role="alert" className={classes.alert}>
        {refused === 'units' && <p className={classes.refused}>{charts('too_many_units')}</p>}
        {refused === 'series' && (
          <p className={classes.refused}>{t('too_many_series', { most: MAX_SERIES })}</p>
        )}
      </div>
      <SeriesPicker choices={choices} chosen={chosen} onToggle={toggle} />
    </div>
  );
}

/** The chooser beside the chart, or over it where the screen is narrow. */
export function ChooserPlace(props: ChooserProps) {
  const { t } = useTranslation('board');
  const [dialog, setDialog] = useState(false);
  const narrow = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false });
  if (!narrow) {
    return (
      <aside className={`panel ${classes.side}`} aria-label={t('picker.title')}>
        <Chooser {...props} />
      </aside>
    );
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconListSearch size={16} stroke={1.7} />}
        onClick={() => setDialog(true)}
      >
        {t('chosen.button', { count: props.items.length })}
      </Button>
      <SideDrawer
        title={t('picker.title')}
        side="left"
        width={360}
        opened={dialog}
        onClose={() => setDialog(false)}
      >
        <div className={classes.drawer}>
          <Chooser {...props} />
        </div>
      </SideDrawer>
    </>
  );
}
