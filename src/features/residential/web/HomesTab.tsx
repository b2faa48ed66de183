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
import { FilterChips } from '../../../shared/web/list/FilterChips.tsx';
import { PickFilter } from '../../../shared/web/list/filters.tsx';
import { ListPage } from '../../../shared/web/list/ListPage.tsx';
import { PAGE_SIZE } from '../../../shared/web/list/list-props.ts';
import type { AddressOf } from '../../../shared/web/list/use-list-state.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { STATE_ICON } from '../../../shared/web/theme/states.ts';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import { SENDING_STATES } from '../home-states.model.ts';
import type { Home } from '../homes.contract.ts';
import { residentialCalls } from '../residential.contract.ts';
import type { HomesList } from './homes-list.ts';
import { SENDING_LOOK } from './sending-looks.ts';

const askAhead = () => import('./ask-ahead.ts');

export type Address = AddressOf<typeof HomesList>;

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
  const { q, page, project, state: sending } = state.search;
  const { id_client: company } = useCompany();
  const { language } = useFormat();
  const filter = {
    ...(q && { q }),
    ...(project && { project_id: project }),
    ...(sending && { state: sending }),
  };
  const projects = useCall(residentialCalls.projects, {}, { staleTime: 60_000 });
  const query = useCall(
    residentialCalls.plants,
    {
      query: {
        ...{ page, page_size: String(PAGE_SIZE) },
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
      filters={
        <PickFilter
          {...{ state, name: 'project', label: t('field.project') }}
          any={t('any_project')}
          none={t('no_project')}
          options={(projects.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      }
      chips={
        <FilterChips
          label={t('field.state')}
          value={sending ?? ''}
          onChange={(next) => state.set({ state: next === '' || next === sending ? undefined : next })}
          chips={SENDING_STATES.map((one) => ({
            value: one,
            label: t(`state.${one}`),
            count: query.data?.states[one] ?? null,
            look: SENDING_LOOK[one],
            icon: STATE_ICON[SENDING_LOOK[one]],
          }))}
        />
      }
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
