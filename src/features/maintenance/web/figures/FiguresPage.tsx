import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '../../../../shared/units/zones.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { windowOfDays } from '../../../../shared/web/list/day-span.model.ts';
import { DaysFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Toolbar } from '../../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { type MaintenanceFigures, maintenanceFiguresCalls } from '../../maintenance-figures.contract.ts';
import { FailureTable } from './FailureTable.tsx';
import { FiguresList } from './figures-list.ts';
import type { FigureLinks } from './links.ts';
import { WaitingTable } from './WaitingTable.tsx';

/** Before anybody kept such records. */
const BEGINNING = '2000-01-01T00:00:00.000Z';
/** A downtime is a failure of the days in which it began, if its cause counts as unavailable. */
const FAILED = { availability: 'unavailable', days: 'began' };

/** How soon requests are taken on and solved, and how many wait. */
function Times({ figures, links: { plant, days } }: { figures: MaintenanceFigures; links: FigureLinks }) {
  const { t } = useTranslation('figures');
  const { number } = useFormat();
  const { react, solve, waiting, by_cause } = figures;
  const hours = (value: number | null) => (value === null ? null : number(value, 1));
  const sum = (of: readonly { count: number }[]) => of.reduce((total, { count }) => total + count, 0);
  const of = { ...days, ...(plant && { plant }) };
  const requests = (reached: 'accepted' | 'solved', count: number) => (
    <Link to="/apps/asset/maintenance-requests" search={{ ...of, reached } as never} preload={false}>
      {t('of_requests', { count })}
    </Link>
  );
  const failures = by_cause.reduce((total, one) => total + one.failures, 0);
  return (
    <Figures columns={4}>
      <Figure label={t('waiting.label')} value={number(sum(waiting), 0)} note={t('waiting.now')} />
      <Figure
        label={t('react.label')}
        value={hours(react.mean_h)}
        unit="h"
        hint={t('react.hint')}
        note={requests('accepted', react.count)}
      />
      <Figure
        label={t('solve.label')}
        value={hours(solve.mean_h)}
        unit="h"
        hint={t('solve.hint')}
        note={requests('solved', solve.count)}
      />
      <Figure
        label={t('failures.label')}
        value={number(failures, 0)}
        hint={t('failures.hint')}
        note={
          <Link to="/apps/asset/downtimes" search={{ ...of, ...FAILED } as never} preload={false}>
            {t('failures.open')}
          </Link>
        }
      />
    </Figures>
  );
}

/** How maintenance goes: what waits, how soon it is done, and what fails how often. */
export function FiguresPage() {
  const { t } = useTranslation('figures');
  const { t: tr } = useTranslation('requests');
  const state = useListState(FiguresList);
  const { plant, span, from, to } = state.search;
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const hour = Math.floor(useNow(60_000) / HOUR_MS) * HOUR_MS;
  const window = useMemo(() => {
    const { start = BEGINNING, end = new Date(hour + HOUR_MS).toISOString() } = windowOfDays(
      { span, from, to },
      new Date(hour),
    );
    return { start, end };
  }, [span, from, to, hour]);
  const query = useCall(
    maintenanceFiguresCalls.get,
    { query: { ...window, ...(plant && { proj_code: plant }) } },
    { placeholderData: keepPreviousData },
  );
  const days = { span, ...(from && { from }), ...(to && { to }) };
  const links = { ...(plant && { plant }), days };
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Toolbar>
        <PickFilter
          state={state}
          name={'plant'}
          label={tr('filter.plant')}
          any={tr('filter.any_plant')}
          none={tr('filter.no_plant')}
          options={plants.map(({ proj_code, name }) => ({
            value: proj_code,
            label: `${name} · ${proj_code}`,
          }))}
        />
        <DaysFilter state={state} any={t('all_time')} />
      </Toolbar>
      <Known query={query} height={480}>
        {(figures) => (
          <>
            <Times figures={figures} links={links} />
            <WaitingTable waiting={figures.waiting} links={links} />
            <FailureTable
              title={t('by_cause.title')}
              hint={t('by_cause.hint')}
              links={links}
              rows={figures.by_cause.map(({ cause_id, cause, ...rest }) => ({
                ...rest,
                name: cause,
                search: { cause: String(cause_id), ...FAILED },
              }))}
            />
            <FailureTable
              title={t('by_maker.title')}
              hint={t('by_maker.hint')}
              links={links}
              rows={figures.by_maker.map(({ manufacturer, ...rest }) => ({
                ...rest,
                name: manufacturer || t('unknown_maker'),
                search: { maker: manufacturer || '-', ...FAILED },
              }))}
            />
            <FailureTable
              title={t('by_model.title')}
              hint={t('by_model.hint')}
              links={links}
              rows={figures.by_model.map(({ manufacturer, model, ...rest }) => ({
                ...rest,
                name: [manufacturer, model].filter(Boolean).join(' ') || t('unknown_maker'),
                search: { maker: manufacturer || '-', model: model || '-', ...FAILED },
              }))}
            />
          </>
        )}
      </Known>
    </Page>
  );
}
