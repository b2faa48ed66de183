import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { download } from '../../../../shared/web/charts/download.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import type { AuditEntry } from '../../audit.contract.ts';
import { companiesApi } from '../companies.api.ts';
import { AuditFacts } from './AuditFacts.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import classes from './audit.module.css';
import { filtersOf } from './audit-page.model.ts';
import { AUDIT_DEFAULTS, type AuditSearch, isNarrowed } from './audit-search.ts';
import { useAuditLabels } from './audit-words.ts';
import { useAuditSearch } from './use-audit-search.ts';

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
        cell: ({ address }) => <span className={classes.address}>{address ?? UNKNOWN}</span>,
      },
    ],
    [t, words, date, time],
  );
}

function useAudit(search: AuditSearch) {
  const { id_client: company } = useCompany();
  const [q] = useDebouncedValue(search.q, PAUSE_MS);
  const filters = filtersOf({ ...search, q }, new Date());
  const { page } = search;
  return useQuery({
    queryKey: companyKey(company, 'audit', filters, page),
    queryFn: ({ signal }) =>
      companiesApi.listAudit({ query: { ...filters, page, page_size: String(PAGE_SIZE) }, signal, company }),
    placeholderData: keepPreviousData,
  });
}

/** Hands the reader everything that fits the filters, not the page alone. */
function useExport(search: AuditSearch): () => Promise<void> {
  const { id_client: company } = useCompany();
  const { language } = useFormat();
  const sentence = useRefusalSentence();
  return async () => {
    const now = new Date();
    try {
      const query = { ...filtersOf(search, now), language };
      download(
        await companiesApi.exportAudit({ query, company }),
        `audit-${now.toLocaleDateString('sv')}.csv`,
      );
    } catch (fault) {
      toast.failed(sentence(fault));
    }
  };
}

/** Who did what, when and from where; all filters stand in the address. */
export function AuditPage() {
  const { t } = useTranslation('companies');
  const { search, change } = useAuditSearch();
  const { data, error, refetch, dataUpdatedAt } = useAudit(search);
  const columns = useColumns();
  const save = useExport(search);
  usePageTitle(t('audit.page.title'));
  return (
    <div className={classes.page}>
      <header>
        <h1>{t('audit.page.title')}</h1>
        <p className="muted">{t('audit.page.subtitle')}</p>
      </header>
      <DataTable
        label={t('audit.page.title')}
        columns={columns}
        rows={data?.results}
        rowKey={(entry) => entry.id}
        error={error}
        onRetry={() => void refetch()}
        updatedAt={dataUpdatedAt}
        empty={{ icon: IconHistory, title: t('audit.page.empty'), hint: t('audit.page.empty_hint') }}
        view={{ q: search.q, sort: search.order === 'oldest' ? 'when' : '-when' }}
        onView={({ q, sort }) => {
          if (q !== undefined) change({ q });
          if (sort !== undefined) change({ order: sort === 'when' ? 'oldest' : 'newest' });
        }}
        filters={<AuditFilters search={search} onSearch={change} />}
        filtered={isNarrowed(search)}
        onShowAll={() =>
          change({
            ...AUDIT_DEFAULTS,
            order: search.order,
            who: undefined,
            from: undefined,
            to: undefined,
          })
        }
        paging={{
          page: Number(search.page),
          page_size: PAGE_SIZE,
          count: data?.count ?? 0,
          onPage: (next) => change({ page: String(next) }),
        }}
        onExport={save}
      />
    </div>
  );
}
