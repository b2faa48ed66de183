import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import type { AuditEntry } from '../../audit.contract.ts';
import { companiesCalls } from '../../companies.contract.ts';
import { AuditFacts } from './AuditFacts.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import classes from './audit.module.css';
import { filtersOf } from './audit-page.model.ts';
import { AuditList, type AuditSearch } from './audit-search.ts';
import { useAuditLabels } from './audit-words.ts';

const PAGE_SIZE = 50;
/** Typing is over before the server is asked. */
const PAUSE_MS = 250;

function useColumns(): DataColumn<AuditEntry>[] {
  const { t } = useTranslation('companies');
  const words = useAuditLabels();
  const { date, time } = useFormat();
  return useMemo(
    () => [
      {
        id: 'when',
        header: t('audit.page.when'),
        value: (entry) => entry.at,
        sortable: true,
        descFirst: true,
        cell: ({ at }) => (
          <time dateTime={at} className={classes.when}>
            <span>{date(at, HERE)}</span> <span>{time(at, HERE, { seconds: true })}</span>
          </time>
        ),
      },
      { id: 'what', header: t('audit.page.what'), value: words.action, names: true, width: '17%' },
      {
        id: 'who',
        header: t('audit.page.who'),
        value: words.actor,
        width: '14%',
        cell: (entry) => <span className={classes.name}>{words.actor(entry)}</span>,
      },
      {
        id: 'on',
        header: t('audit.page.on'),
        value: words.target,
        width: '15%',
        cell: (entry) => <span className={classes.name}>{words.target(entry)}</span>,
      },
      {
        id: 'details',
        long: true,
        header: t('audit.page.details'),
        value: (entry) => entry.action,
        cell: (entry) => <AuditFacts facts={words.facts(entry)} />,
      },
      {
        id: 'from',
        header: t('audit.page.from'),
        value: (entry) => entry.address,
        cell: ({ address }) => <span className={classes.name}>{address ?? UNKNOWN}</span>,
      },
    ],
    [t, words, date, time],
  );
}

function useAudit(search: AuditSearch) {
  const [q] = useDebouncedValue(search.q, PAUSE_MS);
  const filters = filtersOf({ ...search, q }, new Date());
  const { page } = search;
  return useCall(
    companiesCalls.listAudit,
    { query: { ...filters, page, page_size: String(PAGE_SIZE) } },
    { placeholderData: keepPreviousData },
  );
}

/** Who did what, when and from where; all filters stand in the address. */
export function AuditPage() {
  const { t } = useTranslation('companies');
  const { id_client: company } = useCompany();
  const { language } = useFormat();
  const state = useListState(AuditList);
  const { search, set } = state;
  const title = t('audit.page.title');
  return (
    <Page title={title} subtitle={t('audit.page.subtitle')}>
      <ListPage
        state={state}
        label={title}
        columns={useColumns()}
        query={useAudit(search)}
        rowKey={({ id }) => id}
        sort={{
          value: search.order === 'oldest' ? 'when' : '-when',
          onChange: (sort) => set({ order: sort === 'when' ? 'oldest' : 'newest' }),
        }}
        filters={<AuditFilters state={state} />}
        exportAs={{
          name: 'audit',
          formats: ['csv', 'xlsx'],
          load: (format) =>
            send(companiesCalls.exportAudit, {
              query: { ...filtersOf(search, new Date()), language, format },
              company,
            }),
        }}
        empty={{ icon: IconHistory, title: t('audit.page.empty'), hint: t('audit.page.empty_hint') }}
      />
    </Page>
  );
}
