import { Select } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import type { TemplateLine } from '../../templates.contract.ts';
import classes from './templates.module.css';
import { TEMPLATES_DEFAULTS, type TemplatesSearch } from './templates-search.ts';
import { useKindLabels } from './use-template-words.ts';
import { useTemplates } from './use-templates.ts';

const route = getRouteApi('/portal/apps/cloudcontrol/templates');

function useColumns(): readonly DataColumn<TemplateLine>[] {
  const { t } = useTranslation('templates');
  const { number } = useFormat();
  const kindOf = useKindLabels();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        names: true,
        width: '28%',
        value: ({ name }) => name,
        text: ({ name, key }) => `${name} ${key}`,
        cell: ({ key, name, own }) => (
          <span className={classes.named}>
            <Link to="/apps/cloudcontrol/templates/$key" params={{ key }} className={classes.name}>
              {name}
            </Link>
            {own && <span className={classes.own}>{t('own')}</span>}
          </span>
        ),
      },
      { id: 'maker', header: t('field.manufacturer'), value: ({ manufacturer }) => manufacturer || null },
      {
        id: 'models',
        header: t('field.models'),
        long: true,
        value: ({ models }) => models.join(', ') || null,
        cell: ({ models }) => (
          <span className={classes.cut} title={models.join(', ')}>
            {models.join(', ')}
          </span>
        ),
      },
      { id: 'kind', header: t('field.kind'), value: ({ category }) => kindOf(category) },
      {
        id: 'variables',
        header: t('field.variables'),
        numeric: true,
        decimals: 0,
        value: ({ variables }) => variables,
      },
      {
        id: 'devices',
        header: t('field.devices'),
        numeric: true,
        decimals: 0,
        descFirst: true,
        value: ({ devices }) => devices,
        cell: ({ devices, lagging }) => (
          <span>
            {number(devices, 0)}
            {lagging > 0 && <span className={classes.lagging}>{t('list.lagging', { count: lagging })}</span>}
          </span>
        ),
      },
    ],
    [t, number, kindOf],
  );
}

interface FilterProps {
  label: string;
  value: string;
  data: { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** Nothing chosen is every one. */
function Filter({ label, value, data, onChange }: FilterProps) {
  return (
    <Select
      className={classes.filter ?? ''}
      aria-label={label}
      placeholder={label}
      data={data}
      value={value || null}
      clearable
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

/** Devices as data: makers' that come with the program, and the company's own. */
export function TemplatesPage() {
  const { t } = useTranslation('templates');
  const kindOf = useKindLabels();
  const columns = useColumns();
  const search = route.useSearch();
  const navigate = useNavigate();
  const { data, error, refetch, dataUpdatedAt } = useTemplates();
  usePageTitle(t('title'));
  const set = (part: Partial<TemplatesSearch>) =>
    void navigate({
      to: '/apps/cloudcontrol/templates',
      search: { ...search, ...part },
      replace: true,
      resetScroll: false,
    });
  const { kind, maker, from } = search;
  const shown = useMemo(
    () =>
      data?.filter(
        (one) =>
          (kind === '' || one.category === kind) &&
          (maker === '' || one.manufacturer === maker) &&
          (from === '' || one.own === (from === 'own')),
      ),
    [data, kind, maker, from],
  );
  const makers = [...new Set(data?.map(({ manufacturer }) => manufacturer).filter(Boolean))].toSorted();
  const kinds = [...new Set(data?.map(({ category }) => category))];
  const noOwn = from === 'own' && data !== undefined && !data.some(({ own }) => own);
  return (
    <div className={classes.page}>
      <header>
        <h1>{t('title')}</h1>
        <p className="muted">{t('subtitle')}</p>
      </header>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={shown}
        rowKey={({ key }) => key}
        error={error}
        onRetry={() => void refetch()}
        updatedAt={dataUpdatedAt}
        search={t('list.search')}
        view={search}
        onView={set}
        filtered={!noOwn && (kind !== '' || maker !== '' || from !== '')}
        onShowAll={() => set(TEMPLATES_DEFAULTS)}
        filters={
          <>
            <Filter
              label={t('filter.maker')}
              value={maker}
              data={makers.map((one) => ({ value: one, label: one }))}
              onChange={(next) => set({ maker: next })}
            />
            <Filter
              label={t('filter.kind')}
              value={kind}
              data={kinds.map((one) => ({ value: one, label: kindOf(one) }))}
              onChange={(next) => set({ kind: next })}
            />
            <Filter
              label={t('filter.from')}
              value={from}
              data={(['own', 'program'] as const).map((one) => ({ value: one, label: t(`from.${one}`) }))}
              onChange={(next) => set({ from: next as TemplatesSearch['from'] })}
            />
          </>
        }
        empty={
          noOwn
            ? { icon: IconTemplate, title: t('list.own_none'), hint: t('list.own_none_hint') }
            : { icon: IconTemplate, title: t('list.empty') }
        }
      />
    </div>
  );
}
