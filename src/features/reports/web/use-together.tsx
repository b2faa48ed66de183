import { Group } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Ellipsis, Muted } from '../../../shared/web/page/Text.tsx';
import type { K451Sum } from '../reports.contract.ts';

/** What a row of all plants says beside its sums; a plant's own has neither. */
export type Together = Partial<Pick<K451Sum, 'plants' | 'partial'>>;

/** Whose row it is. */
type Named = Together & { readonly plant_name: string; readonly proj_code: string };

/** How rows are named, those of all plants too, and of how many plants a sum is that is not of all. */
export function useTogether() {
  const { t } = useTranslation('reporting');
  const { number } = useFormat();
  return useMemo(() => {
    const named = ({ plants, plant_name }: Named): string =>
      plants === undefined ? plant_name : t('all_plants', { count: plants });
    return {
      /** The column of plants: a long name gives way to its code, by which plants of like names are told apart. */
      plant: {
        id: 'plant',
        header: t('column.plant'),
        names: true,
        width: '260px',
        value: named,
        text: (row: Named) =>
          row.plants === undefined ? `${row.plant_name} · ${row.proj_code}` : named(row),
        cell: (row: Named) => (
          <Group gap={6} wrap="nowrap">
            <Ellipsis>{named(row)}</Ellipsis>
            {row.plants === undefined && (
              <Muted as="span" style={{ flex: 'none' }}>
                {row.proj_code}
              </Muted>
            )}
          </Group>
        ),
      },
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
    };
  }, [t, number]);
}
