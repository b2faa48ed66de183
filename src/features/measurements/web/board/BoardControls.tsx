import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ComparePicker } from '../../../../shared/web/charts/ComparePicker.tsx';
import { RangePicker } from '../../../../shared/web/charts/RangePicker.tsx';
import { ResolutionSelect } from '../../../../shared/web/charts/ResolutionSelect.tsx';
import { windowOf } from '../../../../shared/web/charts/window.model.ts';
import { CHOSEN_AGGREGATES, type ChartState } from '../chart/board-search.public.ts';
import classes from './board.module.css';
import { type Item, type PlantNode, zoneOf } from './tree.model.ts';

interface Props {
  state: ChartState;
  items: readonly Item[];
  /** All plants that this person sees. */
  plants: readonly PlantNode[];
  now: number;
  onState: (part: Partial<ChartState>) => void;
}

/** What one point of a device's line says of its step. */
function AggregateSelect({ state, onState }: Pick<Props, 'state' | 'onState'>) {
  const { t } = useTranslation('board');
  return (
    <Select
      aria-label={t('of.label')}
      data={[
        { value: 'own', label: t('of.own') },
        ...CHOSEN_AGGREGATES.map((one) => ({ value: one, label: t(`of.${one}`) })),
      ]}
      value={state.aggregate ?? 'own'}
      onChange={(value) => onState({ aggregate: CHOSEN_AGGREGATES.find((one) => one === value) })}
      allowDeselect={false}
      w={150}
    />
  );
}

/** The chart's period, what it is compared with, its resolution and the figure of each step. */
export function BoardControls({ state, items, plants, now, onState }: Props) {
  const zone = zoneOf(items);
  const others = useMemo(() => plants.map(({ proj_code, name }) => ({ proj_code, name })), [plants]);
  return (
    <div className={classes.controls}>
      <RangePicker
        choice={state.choice}
        now={now}
        zone={zone}
        onChoice={(choice) => onState({ choice, step: undefined })}
      />
      <div className={classes.controlsEnd}>
        <ComparePicker
          compare={state.compare}
          onCompare={(compare) => onState({ compare })}
          choice={state.choice}
          now={now}
          zone={zone}
          plants={items.some((one) => one.device_id === null) ? others : []}
        />
        <ResolutionSelect
          window={windowOf(state.choice, now, zone)}
          chosen={state.step}
          onChosen={(step) => onState({ step })}
          lines={items.some((one) => one.shape === 'line')}
          bars={items.some((one) => one.shape === 'bar')}
        />
        <AggregateSelect state={state} onState={onState} />
      </div>
    </div>
  );
}
