import { Button, Group } from '@mantine/core';
import { IconSearch, IconSparkles } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { ChoiceFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { PAGE_SIZE } from '../../../../shared/web/list/list-props.ts';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { SUGGESTION_STATES } from '../../suggestion-states.model.ts';
import { type DowntimeSuggestion, suggestionsCalls } from '../../suggestions.contract.ts';
import { DowntimeTabs } from '../list/DowntimeTabs.tsx';
import { SuggestionsList } from '../list/downtimes-list.ts';
import { DismissDialog, SearchDialog, SplitDialog } from './dialogs.tsx';
import { MergeButton } from './MergeButton.tsx';
import { SuggestionActions } from './SuggestionActions.tsx';
import { useSuggestionColumns } from './use-suggestion-columns.tsx';

type OpenDialog = { kind: 'dismiss' | 'split'; one: DowntimeSuggestion } | { kind: 'search' } | null;

/** Suggested downtimes: accepted, merged, split, or dismissed with a reason. */
export function SuggestionsPage() {
  const { t } = useTranslation('downtimes');
  const state = useListState(SuggestionsList);
  const mayWrite = useCan('records.write');
  const [asked, setAsked] = useState<OpenDialog>(null);
  const { state: which, plant, page } = state.search;
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const query = useCall(
    suggestionsCalls.list,
    { query: { state: which, page, page_size: String(PAGE_SIZE), ...(plant && { proj_code: plant }) } },
    { placeholderData: keepPreviousData },
  );
  const isOpen = which === 'open';
  const close = () => setAsked(null);
  return (
    <Page
      title={t('book.title')}
      tabTitle={t('suggestions.title')}
      subtitle={t('book.subtitle')}
      actions={
        mayWrite && (
          <Button
            variant="default"
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            onClick={() => setAsked({ kind: 'search' })}
          >
            {t('suggestions.search')}
          </Button>
        )
      }
    >
      <DowntimeTabs part="suggestions" />
      <Muted size="md" style={{ maxWidth: '84ch' }}>
        {t('suggestions.hint')}
      </Muted>
      <ListPage
        state={state}
        label={t('suggestions.title')}
        columns={useSuggestionColumns(which)}
        query={query}
        rowKey={({ id }) => id}
        filters={
          <>
            <PickFilter
              state={state}
              name={'plant'}
              label={t('filter.plant')}
              any={t('filter.any_plant')}
              none={t('filter.no_plant')}
              options={plants.map(({ proj_code, name }) => ({
                value: proj_code,
                label: `${name} · ${proj_code}`,
              }))}
            />
            <ChoiceFilter
              state={state}
              name={'state'}
              label={t('filter.state')}
              any={t('suggestions.state.open')}
              options={SUGGESTION_STATES.filter((value) => value !== 'open').map((value) => ({
                value,
                label: t(`suggestions.state.${value}`),
              }))}
            />
          </>
        }
        live={{
          queryId: JSON.stringify([which, plant, page]),
          waiting: (count) => t('suggestions.waiting', { count }),
        }}
        empty={{ icon: IconSparkles, title: t('suggestions.none'), hint: t('suggestions.none_hint') }}
        {...(mayWrite &&
          isOpen && {
            actions: (one: DowntimeSuggestion) => (
              <Group gap={4} wrap="nowrap">
                <SuggestionActions
                  one={one}
                  onDismiss={() => setAsked({ kind: 'dismiss', one })}
                  onSplit={() => setAsked({ kind: 'split', one })}
                />
              </Group>
            ),
            bulk: {
              label: t('suggestions.title'),
              all: t('suggestions.chosen_all'),
              nameOf: ({ plant_name, start }: DowntimeSuggestion) => `${plant_name} ${start}`,
              chosen: (rows: readonly DowntimeSuggestion[]) => String(rows.length),
              actions: (rows: readonly DowntimeSuggestion[], keep: (ids: readonly number[]) => void) => (
                <MergeButton chosen={rows} onMerged={() => keep([])} />
              ),
            },
          })}
      />
      {asked?.kind === 'search' && <SearchDialog plants={plants} onClose={close} />}
      {asked?.kind === 'dismiss' && <DismissDialog one={asked.one} onClose={close} />}
      {asked?.kind === 'split' && <SplitDialog one={asked.one} onClose={close} />}
    </Page>
  );
}
