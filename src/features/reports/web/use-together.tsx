import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import type { K451Sum } from '../reports.contract.ts';

/** What a row of all plants says beside its sums; a plant's own has neither. */
export type Together = Partial<Pick<K451Sum, 'plants' | 'partial'>>;

/** How rows of all plants are named, and of how many plants a sum is that is not of all. */
export function useTogether() {
  const { t } = useTranslation('reporting');
  const { number } = useFormat();
  return useMemo(
    () => ({
      named: ({ plants, plant_name }: Together & { plant_name: string }): string =>
        plants === undefined ? plant_name : t('all_plants', { count: plants }),
      sum({ plants = 0, partial = [] }: Together, field: string, shown: ReactNode): ReactNode {
        const part = partial.find((one) => one.field === field);
        if (!part) return shown;
        return (
          <>
            {shown}
            <Muted as="div">{t('known_of', { known: number(part.plants, 0), all: number(plants, 0) })}</Muted>
          </>
        );
      },
    }),
    [t, number],
  );
}
