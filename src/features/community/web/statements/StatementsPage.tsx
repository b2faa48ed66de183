import { Button, Select } from '@mantine/core';
import { IconFileCheck, IconScale, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useMonthName } from '../../../../shared/web/format/month-name.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { PAGE_SIZE } from '../../../../shared/web/list/list-props.ts';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { communityCalls } from '../../community.contract.ts';
import { type StatementRow, statementsCalls } from '../../statements.contract.ts';
import { CloseMonth } from './CloseMonth.tsx';
import { StatementsList } from './statements-list.ts';
import { TryRules } from './TryRules.tsx';

function useColumns(): readonly DataColumn<StatementRow>[] {
  const { t } = useTranslation('statements');
  const { number, dateTime } = useFormat();
  const monthName = useMonthName();
  return useMemo(() => {
    const euros = (id: 'due_cents' | 'change_cents'): DataColumn<StatementRow> => ({
      id,
      header: `${t(`field.${id}`)} (€)`,
      numeric: true,
      value: (row) => row[id] / 100,
      cell: (row) => number(row[id] / 100, 2),
    });
    const columns: readonly DataColumn<StatementRow>[] = [
      {
        id: 'month',
        header: t('field.month'),
        names: true,
        value: ({ month, revision }) => `${month} ${String(revision).padStart(3, '0')}`,
        text: ({ month }) => monthName(month),
        cell: ({ id, month }) => (
          <Link
            to="/apps/cerresid/energy_community/statements/$id"
            params={{ id: String(id) }}
            preload={false}
            data-row-link
          >
            {monthName(month)}
          </Link>
        ),
      },
      {
        id: 'number',
        header: t('field.number'),
        value: ({ year, number: of }) => year * 100_000 + of,
        text: ({ year, number: of }) => `${of}/${year}`,
        cell: ({ year, number: of }) => `${of}/${year}`,
      },
      {
        id: 'revision',
        header: t('field.revision'),
        value: ({ revision }) => revision,
        text: ({ revision }) => t('revision', { count: revision }),
        cell: ({ revision }) => t('revision', { count: revision }),
      },
      euros('due_cents'),
      euros('change_cents'),
      { id: 'closed_by', header: t('field.closed_by'), value: ({ closed_by }) => closed_by },
      {
        id: 'closed_at',
        header: t('field.closed_at'),
        value: ({ closed_at }) => closed_at,
        cell: ({ closed_at }) => dateTime(closed_at),
      },
    ];
    return columns.map((column) => ({ ...column, sortable: false }));
  }, [t, number, dateTime, monthName]);
}

/** Statements of one community. */
function Statements({ community }: { community: string }) {
  const { t } = useTranslation('statements');
  const state = useListState(StatementsList);
  const query = useCall(
    statementsCalls.list,
    { query: { community, page: state.search.page, page_size: String(PAGE_SIZE) } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <ListPage
        state={state}
        label={t('title')}
        columns={useColumns()}
        query={query}
        rowKey={({ id }) => id}
        empty={{ icon: IconFileCheck, title: t('none'), hint: t('none_hint') }}
      />
      {state.search.form === 'close' && (
        <CloseMonth community={Number(community)} onClose={() => state.set({ form: undefined })} />
      )}
      {state.search.form === 'try' && (
        <TryRules community={community} onClose={() => state.set({ form: undefined })} />
      )}
    </>
  );
}

/** Closed months of the company's communities, and closing one. */
export function StatementsPage() {
  const { t } = useTranslation('statements');
  const state = useListState(StatementsList);
  const communities = useCall(communityCalls.list);
  const chosen = state.search.community ?? communities.data?.[0]?.id.toString();
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      back={<BackLink to="/apps/cerresid/energy_community">{t('communities')}</BackLink>}
      actions={
        chosen && (
          <>
            <Button
              variant="default"
              leftSection={<IconScale size={16} />}
              onClick={() => state.set({ community: chosen, form: 'try' })}
            >
              {t('try.title')}
            </Button>
            <Button
              leftSection={<IconFileCheck size={16} />}
              onClick={() => state.set({ community: chosen, form: 'close' })}
            >
              {t('close.action')}
            </Button>
          </>
        )
      }
    >
      <Known query={communities} height={320}>
        {(rows) =>
          chosen === undefined ? (
            <EmptyState icon={IconUsersGroup} title={t('no_community')} hint={t('no_community_hint')} />
          ) : (
            <>
              <Select
                label={t('community')}
                data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={chosen}
                allowDeselect={false}
                onChange={(community) => state.set({ community: community ?? undefined })}
              />
              <Statements key={chosen} community={chosen} />
            </>
          )
        }
      </Known>
    </Page>
  );
}
