import { Anchor, Badge, Group, Text } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ChoiceFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import type { TemplateLine } from '../../templates.contract.ts';
import { useKindLabels } from '../field/kind-words.ts';
import { TemplatesList } from './templates-search.ts';
import { useTemplates } from './use-templates.ts';

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
          <Group component="span" gap="4px 8px">
            <Anchor
              c="inherit"
              fw={600}
              renderRoot={(props) => (
                <Link to="/apps/cloudcontrol/templates/$key" params={{ key }} {...props} />
              )}
            >
              {name}
            </Anchor>
            {own && <Badge variant="light">{t('own')}</Badge>}
          </Group>
        ),
      },
      { id: 'maker', header: t('field.manufacturer'), value: ({ manufacturer }) => manufacturer || null },
      {
        id: 'models',
        header: t('field.models'),
        long: true,
        value: ({ models }) => models.join(', ') || null,
        cell: ({ models }) => (
          <Text component="span" fz="inherit" lineClamp={2} title={models.join(', ')}>
            {models.join(', ')}
          </Text>
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
          <>
            {number(devices, 0)}
            {lagging > 0 && (
              <Note tone="warning" inline small>
                {' '}
                {t('list.lagging', { count: lagging })}
              </Note>
            )}
          </>
        ),
      },
    ],
    [t, number, kindOf],
  );
}

/** Devices as data: makers' that come with the program, and the company's own. */
export function TemplatesPage() {
  const { t } = useTranslation('templates');
  const kindOf = useKindLabels();
  const columns = useColumns();
  const state = useListState(TemplatesList);
  const query = useTemplates();
  const { data } = query;
  const { kind, maker, from } = state.search;
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
    <Page title={t('title')} subtitle={t('subtitle')}>
      <ListPage
        // Whoever has no templates is told how to make one, not that none was found.
        state={noOwn ? { ...state, active: 0 } : state}
        label={t('title')}
        columns={columns}
        query={query}
        rows={shown}
        rowKey={({ key }) => key}
        search={t('list.search')}
        filters={
          <>
            <PickFilter
              state={state}
              name="maker"
              label={t('filter.maker')}
              any={t('filter.any_maker')}
              options={makers.map((one) => ({ value: one, label: one }))}
            />
            <ChoiceFilter
              state={state}
              name="kind"
              label={t('filter.kind')}
              any={t('filter.any_kind')}
              options={kinds.map((one) => ({ value: one, label: kindOf(one) }))}
            />
            <ChoiceFilter
              state={state}
              name="from"
              label={t('filter.from')}
              any={t('filter.any_from')}
              options={(['own', 'program'] as const).map((one) => ({ value: one, label: t(`from.${one}`) }))}
            />
          </>
        }
        empty={
          noOwn
            ? { icon: IconTemplate, title: t('list.own_none'), hint: t('list.own_none_hint') }
            : { icon: IconTemplate, title: t('list.empty') }
        }
      />
    </Page>
  );
}
