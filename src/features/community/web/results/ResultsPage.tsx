import { Select } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAfterMonth } from '../../../../shared/units/months.ts';
import { localDay, MARKET_CLOCK } from '../../../../shared/units/zones.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useMonthName } from '../../../../shared/web/format/month-name.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../../shared/web/page/Toolbar.tsx';
import { ViewTabs } from '../../../../shared/web/page/ViewTabs.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { type CommunityRow, communityCalls } from '../../community.contract.ts';
import { useMonthsSoFar } from '../statements/past-months.ts';
import { MonthParts } from './MonthParts.tsx';
import { Period } from './Period.tsx';
import type { Stretch } from './period.model.ts';
import { ResultsList } from './results-list.ts';

const PATH = '/apps/cerresid/energy_community/results';
const dayOf = ({ at }: Stretch): string => localDay(MARKET_CLOCK, at).day;

function MonthView({ community, month }: { community: string; month: string }) {
  const { date } = useFormat();
  const nameOf = useCallback((row: Stretch) => date(dayOf(row)), [date]);
  return (
    <Period
      community={community}
      start={`${month}-01`}
      end={dayAfterMonth(month)}
      step={'day'}
      nameOf={nameOf}
      cell={nameOf}
    >
      <MonthParts community={community} month={month} />
    </Period>
  );
}

/** The months of a year until now; each leads to its own. */
function YearView({ community, year, last }: { community: string; year: string; last: string }) {
  const { t } = useTranslation('results');
  const monthName = useMonthName();
  const end = last.startsWith(year) ? dayAfterMonth(last) : `${Number(year) + 1}-01-01`;
  const nameOf = (row: Stretch) => {
    const month = dayOf(row).slice(0, 7);
    return month === last ? t('so_far', { month: monthName(month) }) : monthName(month);
  };
  const cell = (row: Stretch) => (
    <Link
      to={PATH}
      search={{ community, month: dayOf(row).slice(0, 7) } as never}
      preload={false}
      data-row-link
    >
      {nameOf(row)}
    </Link>
  );
  return (
    <Period
      community={community}
      start={`${year}-01-01`}
      end={end}
      step={'month'}
      nameOf={nameOf}
      cell={cell}
    />
  );
}

function Results({ rows }: { rows: readonly CommunityRow[] }) {
  const { t } = useTranslation('results');
  const { search, set } = useListState(ResultsList);
  const months = useMonthsSoFar();
  const last = months[0]?.value ?? '';
  const community = search.community ?? String(rows[0]?.id);
  // Mostly the month that is over.
  const month = search.month ?? months[1]?.value ?? '';
  const years = [...new Set(months.map(({ value }) => value.slice(0, 4)))];
  const year = search.year ?? years[0] ?? '';
  return (
    <>
      <ViewTabs
        label={t('views')}
        views={{ month: t('view.month'), year: t('view.year') }}
        view={search.view}
        onChoose={(view) => set({ view })}
      />
      <Toolbar>
        <Select
          label={t('community')}
          data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={community}
          allowDeselect={false}
          onChange={(next) => set({ community: next ?? undefined })}
        />
        {search.view === 'month' ? (
          <Select
            label={t('month')}
            data={months.map(({ value, label }) => ({
              value,
              label: value === last ? t('so_far', { month: label }) : label,
            }))}
            value={month}
            allowDeselect={false}
            onChange={(next) => set({ month: next ?? undefined })}
          />
        ) : (
          <Select
            label={t('year')}
            data={years}
            value={year}
            allowDeselect={false}
            onChange={(next) => set({ year: next ?? undefined })}
          />
        )}
      </Toolbar>
      {(search.view === 'month' ? month === last : last.startsWith(year)) && (
        <Note tone="muted">{t(`running_${search.view}`)}</Note>
      )}
      {search.view === 'month' ? (
        <MonthView key={`${community} ${month}`} community={community} month={month} />
      ) : (
        <YearView key={`${community} ${year}`} community={community} year={year} last={last} />
      )}
    </>
  );
}

/** What communities shared and are due, as it was measured, down to the hours behind each euro. */
export function ResultsPage() {
  const { t } = useTranslation('results');
  const communities = useCall(communityCalls.list);
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      back={<BackLink to="/apps/cerresid/energy_community">{t('communities')}</BackLink>}
    >
      <Known query={communities} height={480}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={IconUsersGroup} title={t('no_community')} hint={t('no_community_hint')} />
          ) : (
            <Results rows={rows} />
          )
        }
      </Known>
    </Page>
  );
}
