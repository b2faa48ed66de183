import { useTranslation } from 'react-i18next';
import type { Shift } from './compare.model.ts';

/** What a chart is compared with, in words: "the day before", "a year before", the other plant's name. */
export function useCompareLabels() {
  const { t } = useTranslation('charts');
  return ({ unit, count }: Pick<Shift, 'unit' | 'count'>, plant?: string): string => {
    if (plant !== undefined) return plant;
    return count === 1 ? t(`compare.${unit}`) : t('compare.days', { count });
  };
}
