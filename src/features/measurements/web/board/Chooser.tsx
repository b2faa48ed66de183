import { Button, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconListSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { fits, unitsOf } from '../../../../shared/web/charts/unit-guard.model.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { SideDrawer } from '../../../../shared/web/ui/SideDrawer.tsx';
import { MAX_SERIES } from '../../saved-charts.model.ts';
import type { ChartState } from '../chart/board-search.public.ts';
import classes from './board.module.css';
import { ChosenSeries } from './ChosenSeries.tsx';
import { SeriesPicker } from './SeriesPicker.tsx';
import type { Choices, Item } from './tree.model.ts';

type Refused = { fault: 'units' | 'series'; item: Item } | null;

/** Puts series in and takes them out; a fifth unit of measure, or one series too many, is refused in words. */
function useChoosing(
  state: ChartState,
  items: readonly Item[],
  onState: (part: Partial<ChartState>) => void,
) {
  const [refused, setRefused] = useState<Refused>(null);
  // A refusal is about one press: whatever the chart shows next has nothing to do with it.
  useEffect(() => setRefused((before) => (before && state ? null : before)), [state]);
  const remove = (key: string) => {
    setRefused(null);
    onState({ keys: state.keys.filter((one) => one !== key) });
  };
  const toggle = (item: Item) => {
    if (items.some(({ key }) => key === item.key)) return remove(item.key);
    const fault = !fits(items, item) ? 'units' : items.length >= MAX_SERIES ? 'series' : null;
    setRefused(fault && { fault, item });
    if (!fault) onState({ keys: [...state.keys.filter((key) => key !== item.key), item.key] });
  };
  return { refused, remove, toggle, forget: () => setRefused(null) };
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
  const language = useLanguage();
  const { refused, remove, toggle, forget } = useChoosing(state, items, onState);
  // What the address names and no axis is left for is not chosen: neither marked nor counted.
  const chosen = useMemo(() => new Set(items.map(({ key }) => key)), [items]);
  const hide = (key: string) =>
    onState({
      hidden: state.hidden.includes(key) ? state.hidden.filter((one) => one !== key) : [...state.hidden, key],
    });
  return (
    <Stack
      gap={8}
      className={classes.chooser ?? ''}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || forget()}
    >
      <ChosenSeries
        chosen={items}
        colours={colours}
        hidden={state.hidden}
        onRemove={remove}
        onHidden={hide}
      />
      {items.length > 0 && <Muted>{t('chosen.units', { count: unitsOf(items).length })}</Muted>}
      {refused && (
        <Note tone="warning" filled role="alert">
          {refused.fault === 'units' ? charts('too_many_units') : t('too_many_series', { most: MAX_SERIES })}
          <br />
          {refused.fault === 'units' &&
            t('not_added', {
              label: language === 'it' ? refused.item.label_it : refused.item.label_en,
              unit: spellUnit(refused.item.unit),
            })}
        </Note>
      )}
      <SeriesPicker choices={choices} chosen={chosen} onToggle={toggle} />
    </Stack>
  );
}

/** Whether the window has room for the chooser beside the chart. */
export const useChooserBeside = (): boolean =>
  useMediaQuery('(min-width: 1101px)', undefined, { getInitialValueInEffect: false });

/** The chooser beside the chart, or a button that opens it over the chart where the screen is narrow. */
export function ChooserPlace(props: ChooserProps) {
  const { t } = useTranslation('board');
  const [dialog, setDialog] = useState(false);
  if (useChooserBeside()) {
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
