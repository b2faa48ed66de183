import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ChoiceFilter, DaysFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { companiesCalls } from '../../companies.contract.ts';
import type { AuditList } from './audit-search.ts';
import { useAuditGroups } from './audit-words.ts';

/** Whoever belongs to the company now, after those who are no one person. */
function useActors() {
  const { t } = useTranslation('companies');
  const { id_client: company } = useCompany();
  const { data = [] } = useQuery({
    queryKey: companyKey(company, 'colleagues'),
    queryFn: ({ signal }) => send(companiesCalls.listColleagues, { signal, company }),
    staleTime: 60_000,
  });
  return [
    { value: 'people', label: t('audit.page.people') },
    { value: 'program', label: t('audit.page.program_alone') },
    ...data.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}

/** What kind of actions, whose, and when. */
export function AuditFilters({ state }: { state: AddressOf<typeof AuditList> }) {
  const { t } = useTranslation('companies');
  return (
    <>
      <ChoiceFilter
        state={state}
        name="group"
        label={t('audit.page.what')}
        any={t('audit.page.everything')}
        options={useAuditGroups(state.search.group)}
      />
      <PickFilter
        state={state}
        name="who"
        label={t('audit.page.who')}
        any={t('audit.page.anybody')}
        none={t('audit.page.nobody')}
        options={useActors()}
        stranger={(id) => `#${id}`}
      />
      <DaysFilter state={state} />
    </>
  );
}
