import { IconHome } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useLikelyNext } from '../../../shared/web/feature/likely-next.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../shared/web/list/ListPage.tsx';
import { PAGE_SIZE } from '../../../shared/web/list/list-props.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import type { Home } from '../homes.contract.ts';
import { residentialCalls } from '../residential.contract.ts';
import { type Address, filterOf, ProjectFilter, StateChips } from './HomesFilters.tsx';
import { SENDING_LOOK } from './sending-looks.ts';

const askAhead = () => import('./ask-ahead.ts');

/** The name of a home, which leads to it for whoever may see a single one. */
export function HomeLink({ proj_code, name }: { proj_code: string; name: string }) {
  const may = useCan('residential.curves');
  if (!may) return <>{name}</>;
  return (
    <Link to="/apps/cerresid/residenziale/$proj_code" params={{ proj_code }} preload={false} data-row-link>
      {name}
    </Link>
  );
}

function useHomeColumns(): readonly DataColumn<Home>[] {
  const { t } = useTranslation('residential');
  const { number, dateTimeAt } = useFormat();
  return useMemo(() => {
    const kwh = (value: number | null) => (value === null ? null : number(value, 1));
    const columns: DataColumn<Home>[] = [
      {
        id: 'name',
        header: t('field.name'),
        names: true,
        value: ({ name }) => name,
        cell: (home) => <HomeLink {...home} />,
      },
      {
        id: 'state',
        header: t('field.state'),
        value: ({ state }) => state,
        cell: ({ state, last_reading_at, time_zone }) => (
          <>
            <StatePill state={SENDING_LOOK[state]} label={t(`state.${state}`)} />
            {(state === 'silent' || state === 'late') && last_reading_at && (
              <Muted as="div">{t('since', { at: dateTimeAt(last_reading_at, time_zone) })}</Muted>
            )}
          </>
        ),
      },
      { id: 'comune', header: t('field.comune'), value: ({ comune }) => comune },
      { id: 'district', header: t('field.district'), value: ({ district }) => district },
      { id: 'project', header: t('field.project'), value: ({ project }) => project },
      {
        id: 'nominal_kwp',
        header: t('field.nominal_kwp'),
        numeric: true,
        value: ({ nominal_kwp }) => nominal_kwp,
        cell: ({ nominal_kwp }) => kwh(nominal_kwp),
      },
      {
        id: 'storage_kwh',
        header: t('field.storage_kwh'),
        numeric: true,
        value: ({ storage_kwh }) => storage_kwh,
        cell: ({ storage_kwh }) => kwh(storage_kwh),
      },
      {
        id: 'provider',
        header: t('field.provider'),
        value: ({ provider }) => provider,
        cell: ({ provider }) => t(`provider.${provider}`),
      },
    ];
    return columns.map((column) => ({ ...column, sortable: false }));
  }, [t, number, dateTimeAt]);
}

/** Homes with how they send, in rows or as cards; each count is a filter. */
export function HomesTab({ state, asCards = false }: { state: Address; asCards?: boolean }) {
  const { t } = useTranslation('residential');
  const { page } = state.search;
  const { id_client: company } = useCompany();
  const { language } = useFormat();
  const filter = filterOf(state);
  const query = useCall(
    residentialCalls.plants,
    {
      query: {
        page,
        page_size: String(PAGE_SIZE),
        ...filter,
      },
    },
    { placeholderData: keepPreviousData },
  );
  const isShown = query.data !== undefined;
  const may = useCan('residential.curves');
  useLikelyNext('/apps/cerresid/residenziale/$proj_code', isShown && may, askAhead);
  return (
    <ListPage
      state={state}
      label={t('tab.homes')}
      asCards={asCards}
      columns={useHomeColumns()}
      query={query}
      rowKey={({ plant_id }) => plant_id}
      filters={<ProjectFilter state={state} />}
      chips={<StateChips state={state} counts={query.data?.states} />}
      exportAs={{
        name: t('file'),
        formats: ['csv', 'xlsx'],
        load: (format) =>
          send(residentialCalls.exportHomes, { query: { ...filter, format, language }, company }),
      }}
      empty={{ icon: IconHome, title: t('none'), hint: t('none_hint') }}
    />
  );
}
