import { Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import type { OpenedChart } from '../../saved-charts.contract.ts';
import { type BoardSearch, type ChartState, searchOfState } from '../chart/board-search.public.ts';
import { BoardChart } from './BoardChart.tsx';
import { type Asked, BoardHeader } from './BoardHeader.tsx';
import classes from './board.module.css';
import { ChooserPlace } from './Chooser.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { definitionOf } from './definition.model.ts';
import { SaveDialog } from './SaveDialog.tsx';
import { SavedList } from './SavedList.tsx';
import type { Choices } from './tree.model.ts';
import { chartOf, differs, drawnOf, useChoices } from './use-board.ts';
import { useSaving } from './use-saving.ts';

export interface WorkbenchProps {
  saved: OpenedChart | undefined;
  search: BoardSearch;
  onSearch: (search: BoardSearch) => void;
}

const NO_COLOURS: ReadonlyMap<string, string> = new Map();

/** Quiet words on what of a chart is not shown. */
function Missing({ count, mine, tooManyUnits }: { count: number; mine: boolean; tooManyUnits: boolean }) {
  const { t } = useTranslation('board');
  const { t: charts } = useTranslation('charts');
  return (
    <>
      {tooManyUnits && (
        <p role="alert" className={classes.refused}>
          {charts('too_many_units')}
        </p>
      )}
      {count > 0 && (
        <p className={classes.quiet} role="status">
          {t('left_out', { count })}
          {mine && ` ${t('left_out_saving')}`}
        </p>
      )}
    </>
  );
}

function Board({ saved, search, onSearch, choices }: WorkbenchProps & { choices: Choices }) {
  const { t } = useTranslation('board');
  const now = useNow(10_000);
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [colours, setColours] = useState(NO_COLOURS);
  const state = useMemo(() => chartOf(search, saved), [search, saved]);
  const { items, missing, tooManyUnits } = useMemo(() => drawnOf(state, choices.byKey), [state, choices]);
  const modified = differs(state, saved);
  const onState = (part: Partial<ChartState>) => {
    const next = { ...state, ...part };
    onSearch(differs(next, saved) || !saved ? searchOfState(next) : {});
  };
  const open = (chart: OpenedChart) =>
    navigate({ to: '/apps/asset/charts/$id', params: { id: String(chart.id) }, search: {} });
  const saving = useSaving(saved, open);
  const title = saved?.name ?? t('chart');
  usePageTitle(saved?.name ?? t('title'));
  const start = items.length === 0 && !saved;
  return (
    <>
      <BoardHeader
        saved={saved}
        drawn={items.length > 0}
        modified={modified}
        busy={saving.busy}
        onSave={() => saving.save({ definition: definitionOf(state, items) })}
        onShared={(shared) => saving.save({ shared })}
        onDiscard={() => onSearch({})}
        onAsk={setAsked}
      />
      {saving.conflict && (
        <ConflictPanel
          conflict={saving.conflict}
          byKey={choices.byKey}
          busy={saving.busy}
          onMine={saving.keepMine}
          onTheirs={saving.takeTheirs}
        />
      )}
      <Missing
        count={missing + (saved?.left_out ?? 0)}
        mine={modified && (saved?.left_out ?? 0) > 0}
        tooManyUnits={tooManyUnits}
      />
      <div className={classes.board}>
        <ChooserPlace choices={choices} items={items} state={state} colours={colours} onState={onState} />
        <div className={classes.main}>
          <BoardChart
            title={title}
            state={state}
            items={items}
            plants={choices.plants}
            now={now}
            onState={onState}
            onColours={setColours}
          />
          {start && (
            <section className={`panel ${classes.start}`} aria-label={t('saved.title')}>
              <h2>{t('saved.title')}</h2>
              <SavedList />
            </section>
          )}
        </div>
      </div>
      {(asked === 'save' || asked === 'rename') && (
        <SaveDialog
          title={asked === 'save' ? t('save.title') : t('save.rename')}
          name={saved?.name ?? ''}
          definition={asked === 'save' ? definitionOf(state, items) : null}
          onNamed={(name) => {
            setAsked(null);
            void saving.save({ name });
          }}
          onMade={(chart) => {
            setAsked(null);
            void open(chart);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'delete' && saved && (
        <DeleteDialog
          saved={saved}
          onDeleted={() => navigate({ to: '/apps/asset/charts', search: {} })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** Any variables of any devices and plants in one chart, which its address holds whole. */
export function Workbench(props: WorkbenchProps) {
  const { choices, error, refetch } = useChoices();
  if (choices) return <Board {...props} choices={choices} />;
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  return (
    <div className={classes.board} aria-busy="true">
      <Skeleton className={classes.side ?? ''} height={560} radius={12} />
      <Skeleton height={560} radius={12} />
    </div>
  );
}
