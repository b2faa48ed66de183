import { IconCoinEuro } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { knownCents } from '../../../shared/units/money.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Note } from '../../../shared/web/page/Text.tsx';
import { type PlantRevenue, revenuesCalls } from '../revenues.contract.ts';
import { daysOf } from './RevenueRows.tsx';
import type { RevenuesAddress } from './revenues-list.ts';

type Energy = 'produced_kwh' | 'exported_kwh' | 'used_kwh';

const sumOf = ({ rows }: PlantRevenue, name: Energy): number | null => sumKnown(rows.map((row) => row[name]));

function useColumns(): readonly DataColumn<PlantRevenue>[] {
  const { t } = useTranslation('revenues');
  const { euro } = useFormat();
  return useMemo(() => {
    const energy = (id: 'produced' | 'exported' | 'used'): DataColumn<PlantRevenue> => ({
      id,
      header: t(`column.${id}`),
      numeric: true,
      decimals: 1,
      value: (row) => sumOf(row, `${id}_kwh`),
    });
    return [
      {
        id: 'plant',
        header: t('field.plant'),
        names: true,
        value: ({ plant_name, proj_code }) => `${plant_name} · ${proj_code}`,
        cell: ({ plant_name, proj_code }) => (
          <Link
            to="."
            search={((old: object) => ({ ...old, plant: proj_code })) as never}
            preload={false}
            data-row-link
          >
            {`${plant_name} · ${proj_code}`}
          </Link>
        ),
      },
      energy('produced'),
      energy('exported'),
      energy('used'),
      {
        id: 'eur',
        header: t('column.eur'),
        numeric: true,
        value: ({ total_eur }) => total_eur,
        cell: ({ total_eur }) => euro(total_eur),
      },
    ];
  }, [t, euro]);
}

/** What all plants earned in a month or a year, by the days of it that are over. */
export function AllPlants({ state, today }: { state: RevenuesAddress; today: string }) {
  const { t } = useTranslation('revenues');
  const { euro, number } = useFormat();
  const { by, month = today.slice(0, 7) } = state.search;
  const query = useCall(revenuesCalls.ofPlants, {
    query: { ...daysOf(by, month), by: by === 'day' ? 'month' : 'year' },
  });
  const sum = (of: (plant: PlantRevenue) => number) =>
    (query.data ?? []).reduce((all, one) => all + of(one), 0);
  const remade = sum(({ remade_days }) => remade_days);
  const pending = sum(({ pending_days }) => pending_days) - remade;
  const total = query.data && knownCents(query.data.map(({ total_eur }) => total_eur));
  const [all, earned] = [sum(() => 1), sum(({ total_eur }) => (total_eur === null ? 0 : 1))];
  const known = t('of_plants.known', { known: number(earned, 0), all: number(all, 0), count: all });
  return (
    <Section title={t('any_plant')} hint={t('of_plants.hint')} look="plain">
      {total !== undefined && (
        <Figures columns={4}>
          <Figure label={t('figure.eur')} value={euro(total)} note={known} />
        </Figures>
      )}
      {pending > 0 && <Note tone="muted">{t('of_plants.pending', { count: pending })}</Note>}
      {remade > 0 && <Note tone="brand">{t('of_plants.remade', { count: remade })}</Note>}
      <DataTable
        label={t('any_plant')}
        columns={useColumns()}
        rows={query.data}
        rowKey={({ proj_code }) => proj_code}
        error={query.error}
        onRetry={() => void query.refetch()}
        updatedAt={query.dataUpdatedAt}
        empty={{ icon: IconCoinEuro, title: t('no_rows') }}
      />
    </Section>
  );
}
