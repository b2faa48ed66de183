import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { ChoiceFilter, DaysFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { companiesCalls } from '../../companies.contract.ts';
import type { AuditList } from './audit-search.ts';
import { useAuditGroups } from './audit-words.ts';

/** Whoever belongs to the company now, after those who are no one person. */
function useActors() {
  const { t } = useTranslation('companies');
  const { data = [] } = useCall(companiesCalls.listColleagues, {}, { staleTime: 60_000 });
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
