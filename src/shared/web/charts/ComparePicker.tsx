import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PrintedChoice } from '../ui/PrintedChoice.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import classes from './bar.module.css';
import type { Choice, Compare } from './choice.model.ts';
import { shiftOf } from './compare.model.ts';
import { useCompareLabels } from './compare-words.ts';

export interface ComparablePlant {
  proj_code: string;
  name: string;
}

export interface ComparePickerProps {
  compare: Compare | undefined;
  onCompare: (compare: Compare | undefined) => void;
  choice: Choice;
  now: number;
  zone: string;
  /** The plants that may be compared with; without them only other times are offered. */
  plants?: readonly ComparablePlant[] | undefined;
  /** Asks for them when somebody is about to choose; until they come `plants` is undefined. */
  onPlantsWanted?: (() => void) | undefined;
}

const MAX_SHOWN = 100;

const capital = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** The other plant, found by its name or code. */
function PlantSelect({
  compare,
  onCompare,
  plants,
  onPlantsWanted,
}: Pick<ComparePickerProps, 'compare' | 'onCompare' | 'plants' | 'onPlantsWanted'>) {
  const { t } = useTranslation('charts');
  const chosen = compare?.with === 'plant' ? compare.proj_code : '';
  const known = plants?.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} (${proj_code})` }));
  return (
    <Select
      aria-label={t('compare.which_plant')}
      placeholder={t('compare.which_plant')}
      nothingFoundMessage={t('compare.no_plant')}
      data={known ?? (chosen === '' ? [] : [{ value: chosen, label: chosen }])}
      value={chosen === '' ? null : chosen}
      {...(onPlantsWanted && { onFocus: onPlantsWanted })}
      onChange={(proj_code) => proj_code && onCompare({ with: 'plant', proj_code })}
      searchable
      limit={MAX_SHOWN}
      allowDeselect={false}
      w={200}
    />
  );
}

/** Compares with the first plant, as soon as it is known which that is. */
function useFirstPlant(
  plants: ComparePickerProps['plants'],
  onCompare: ComparePickerProps['onCompare'],
): { choose: () => void; giveUp: () => void } {
  const [waits, setWaits] = useState(false);
  const first = plants?.[0]?.proj_code;
  useEffect(() => {
    if (!waits || !plants) return;
    setWaits(false);
    if (first !== undefined) onCompare({ with: 'plant', proj_code: first });
  }, [waits, plants, first, onCompare]);
  return { choose: () => setWaits(true), giveUp: () => setWaits(false) };
}

/** Chooses what the chart is compared with: the period before, last year, another plant, or nothing. */
export function ComparePicker(props: ComparePickerProps) {
  const { compare, onCompare, choice, now, zone, plants, onPlantsWanted } = props;
  const { t } = useTranslation('charts');
  const words = useCompareLabels();
  const offersPlants = plants ? plants.length > 0 : onPlantsWanted !== undefined;
  const firstPlant = useFirstPlant(plants, onCompare);
  const before = shiftOf({ compare: { with: 'before' }, choice, now, zone });
  const data = [
    { value: 'none', label: t('compare.none') },
    ...(before.unit === 'year' ? [] : [{ value: 'before', label: capital(words(before)) }]),
    { value: 'year', label: capital(t('compare.year')) },
    ...(offersPlants ? [{ value: 'plant', label: capital(t('compare.plant')) }] : []),
  ];
  const change = (value: string | null) => {
    if (value === 'plant') return firstPlant.choose();
    // Plants that come later do not take the place of what was chosen since.
    firstPlant.giveUp();
    if (value === 'before' || value === 'year') return onCompare({ with: value });
    onCompare(undefined);
  };
  // Over a year the year before is both: the period before, and last year.
  const shown = compare?.with === 'before' && before.unit === 'year' ? 'year' : (compare?.with ?? 'none');
  const printing = usePrinting();
  if (printing) {
    const plant = compare?.with === 'plant' && plants?.find((one) => one.proj_code === compare.proj_code);
    const chosen = shown === 'none' ? undefined : data.find(({ value }) => value === shown)?.label;
    return <PrintedChoice label={t('compare.label')} value={plant ? plant.name : chosen} />;
  }
  return (
    <>
      <Select
        aria-label={t('compare.label')}
        data={data}
        value={data.some(({ value }) => value === shown) ? shown : 'none'}
        onChange={change}
        {...(onPlantsWanted && { onDropdownOpen: onPlantsWanted })}
        allowDeselect={false}
        rightSectionWidth={26}
        className={classes.compare ?? ''}
      />
      {compare?.with === 'plant' && offersPlants && <PlantSelect {...props} />}
    </>
  );
}
