import { Badge } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../../../../shared/web/charts/choice.model.ts';
import { zoomChange } from '../../../../shared/web/charts/view.model.ts';
import { choiceHolding, type TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import type { OpenedChart } from '../../saved-charts.contract.ts';
import { BoardSearch, type ChartState, searchOfState, zoomOf } from '../chart/board-search.public.ts';
import { BoardChart } from './BoardChart.tsx';
import { type BoardAction, BoardActions, useAbout } from './BoardHeader.tsx';
import classes from './board.module.css';
import { ChooserPlace, useChooserBeside } from './Chooser.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import { definitionOf } from './definition.model.ts';
import { DeleteDialog, RenameDialog, SaveDialog } from './SaveDialog.tsx';
import { SavedList } from './SavedList.tsx';
import { type Choices, zoneOf } from './tree.model.ts';
import { chartOf, differs, drawnOf, useChoices } from './use-board.ts';
import { useSaving } from './use-saving.ts';

interface Props {
  saved: OpenedChart | undefined;
}

const NO_COLOURS: ReadonlyMap<string, string> = new Map();

/** Quiet words on what of a chart is not shown. */
function Missing({ count, mine, tooManyUnits }: { count: number; mine: boolean; tooManyUnits: boolean }) {
  const { t } = useTranslation('board');
  const { t: charts } = useTranslation('charts');
  return (
    <>
      {tooManyUnits && (
        <Note tone="warning" filled role="alert">
          {charts('too_many_units')}
        </Note>
      )}
      {count > 0 && (
        <Muted role="status">
          {t('left_out', { count })}
          {mine && ` ${t('left_out_saving')}`}
        </Muted>
      )}
    </>
  );
}

/** The chart of the address, and how it is changed there: what is looked at leaves a step to come back from. */
function useBoardAddress(saved: OpenedChart | undefined) {
  const whole = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => BoardSearch.parse(whole), [whole]);
  const state = useMemo(() => chartOf(search, saved), [search, saved]);
  const go = (next: BoardSearch, replace: boolean) =>
    void navigate({ to: '.', search: next as never, replace, resetScroll: false });
  const onState = (part: Partial<ChartState>) => {
    const next = { ...state, ...part };
    const { zoom, at } = part.choice ? {} : search;
    go({ ...(differs(next, saved) || !saved ? searchOfState(next) : {}), zoom, at }, true);
  };
  const onZoom = (next: TimeWindow | undefined, shown: Choice) => {
    const { part, replace } = zoomChange(zoomOf(search), next, { chosen: state.choice, shown });
    const period = part.span && searchOfState({ ...state, choice: shown });
    go({ ...search, ...period, zoom: part.zoom }, replace);
  };
  return { search, state, onState, onZoom, onDiscard: () => go({}, true) };
}

function Board({ saved, choices }: Props & { choices: Choices }) {
  const { t } = useTranslation('board');
  const now = useNow(10_000);
  const navigate = useNavigate();
  const beside = useChooserBeside();
  const about = useAbout(saved);
  const [asked, setAsked] = useState<BoardAction | null>(null);
  const [colours, setColours] = useState(NO_COLOURS);
  const { search, state: stored, onState, onZoom, onDiscard } = useBoardAddress(saved);
  const { items, missing, tooManyUnits } = useMemo(() => drawnOf(stored, choices.byKey), [stored, choices]);
  const zoom = useMemo(() => zoomOf(search), [search]);
  const choice = useMemo(
    () => choiceHolding(zoom, stored.choice, now, zoneOf(items)),
    [zoom, stored.choice, now, items],
  );
  const state = useMemo(() => ({ ...stored, choice }), [stored, choice]);
  const modified = differs(stored, saved);
  const open = (chart: OpenedChart) => {
    setAsked(null);
    void navigate({ to: '/apps/asset/charts/$id', params: { id: String(chart.id) }, search: {} });
  };
  const saving = useSaving(saved, open);
  const close = () => setAsked(null);
  const chooser = (
    <ChooserPlace choices={choices} items={items} state={state} colours={colours} onState={onState} />
  );
  return (
    <Page
      title={saved?.name ?? t('title')}
      beside={
        modified && (
          <Badge variant="light" color="orange" size="sm" tt="none">
            {t('saved.modified')}
          </Badge>
        )
      }
      subtitle={about}
      actions={
        <BoardActions
          saved={saved}
          drawn={items.length > 0}
          modified={modified}
          busy={saving.busy}
          onSave={() => saving.save({ definition: definitionOf(stored, items) })}
          onShared={(shared) => saving.save({ shared })}
          onDiscard={onDiscard}
          onAsk={setAsked}
        />
      }
    >
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
        {beside && chooser}
        <BoardChart
          title={saved?.name ?? t('chart')}
          state={state}
          zoom={zoom}
          at={search.at}
          items={items}
          plants={choices.plants}
          now={now}
          chooser={beside ? null : chooser}
          onState={onState}
          onZoom={(next) => onZoom(next, choice)}
          onColours={setColours}
        />
      </div>
      {items.length === 0 && !saved && (
        <Section title={t('saved.title')}>
          <SavedList />
        </Section>
      )}
      {asked === 'save' && (
        <SaveDialog
          name={saved?.name ?? ''}
          definition={definitionOf(stored, items)}
          onMade={open}
          onClose={close}
        />
      )}
      {asked === 'rename' && saved && <RenameDialog saved={saved} onDone={open} onClose={close} />}
      {asked === 'delete' && saved && (
        <DeleteDialog
          saved={saved}
          onDone={() => void navigate({ to: '/apps/asset/charts', search: {} })}
          onClose={close}
        />
      )}
    </Page>
  );
}

/** Any variables of any devices and plants in one chart, which its address holds whole. */
export function Workbench({ saved }: Props) {
  const { t } = useTranslation('board');
  const query = useChoices();
  if (query.data) return <Board saved={saved} choices={query.data} />;
  return (
    <Page title={saved?.name ?? t('title')}>
      <Known query={query} height={560}>
        {() => null}
      </Known>
    </Page>
  );
}
