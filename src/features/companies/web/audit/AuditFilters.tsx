import { NativeSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { DaysField } from '../../../../shared/web/list/DaysField.tsx';
import { DAY_SPANS } from '../../../../shared/web/list/day-span.model.ts';
import { companiesApi } from '../companies.api.ts';
import classes from './audit.module.css';
import { type AuditSearch, GROUPS } from './audit-search.ts';

interface Props {
  search: AuditSearch;
  onSearch: (change: Partial<AuditSearch>) => void;
}

/** Whoever belongs to the company now; somebody else, whom an address names, stands as a number. */
function PersonFilter({ search, onSearch }: Props) {
  const { t } = useTranslation('companies');
  const { id_client: company } = useCompany();
  const { data = [] } = useQuery({
    queryKey: companyKey(company, 'colleagues'),
    queryFn: ({ signal }) => companiesApi.listColleagues({ signal, company }),
    staleTime: 60_000,
  });
  const people = [
    { value: 'people', label: t('audit.page.people') },
    { value: 'program', label: t('audit.page.program_alone') },
    ...data.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const stranger = search.who !== undefined && !people.some(({ value }) => value === search.who);
  return (
    <Select
      className={classes.filter ?? ''}
      aria-label={t('audit.page.who')}
      placeholder={t('audit.page.anybody')}
      searchable
      clearable
      // Inside its landmark, so that readers of screens are told what is there.
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': t('audit.page.anybody') }}
      nothingFoundMessage={t('audit.page.nobody')}
      data={stranger && search.who ? [...people, { value: search.who, label: `#${search.who}` }] : people}
      value={search.who ?? null}
      onChange={(who) => onSearch({ who: who ?? undefined })}
    />
  );
}

/** What kind of deeds, whose, and when. */
export function AuditFilters({ search, onSearch }: Props) {
  const { t } = useTranslation('companies');
  const groups = GROUPS.map((value) => ({ value: value as string, label: t(`audit.page.group.${value}`) }));
  return (
    <>
      <NativeSelect
        className={classes.filter ?? ''}
        aria-label={t('audit.page.what')}
        data={[{ value: 'all', label: t('audit.page.everything') }, ...groups]}
        value={search.group}
        onChange={(event) => onSearch({ group: event.currentTarget.value as AuditSearch['group'] })}
      />
      <PersonFilter search={search} onSearch={onSearch} />
      <NativeSelect
        className={classes.filter ?? ''}
        aria-label={t('audit.page.when')}
        data={DAY_SPANS.map((value) => ({ value, label: t(`audit.page.span.${value}`) }))}
        value={search.span}
        onChange={(event) =>
          onSearch({ span: event.currentTarget.value as AuditSearch['span'], from: undefined, to: undefined })
        }
      />
      {search.span === 'free' && (
        <DaysField
          label={t('audit.page.days')}
          className={classes.days ?? ''}
          days={search}
          onDays={onSearch}
        />
      )}
    </>
  );
}
