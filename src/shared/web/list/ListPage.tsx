import { Group } from '@mantine/core';
import { BulkBar } from './BulkBar.tsx';
import { ChooseEverything } from './ChooseEverything.tsx';
import { ListDetail, useDetailBeside } from './ListDetail.tsx';
import { ListTable } from './ListTable.tsx';
import classes from './list.module.css';
import { type ListPageProps, type ListQuery, PAGE_SIZE } from './list-props.ts';
import type { ListFields } from './list-state.ts';
import { LiveRowsContext, useLiveRows } from './live-rows.tsx';
import { useSelection } from './use-selection.ts';
import { WaitingRows } from './WaitingRows.tsx';

function answerOf<T>(data: ListQuery<T>['data']) {
  if (data === undefined) return { rows: undefined, count: undefined };
  return 'results' in data ? { rows: data.results, count: data.count } : { rows: data, count: undefined };
}

/** The rows as they stand on screen, and which of them are chosen. */
function useRows<T extends object, F extends ListFields>(props: ListPageProps<T, F>) {
  const { state, query, live, rowKey, detail } = props;
  const answer = answerOf(query.data);
  // Of rows that are all here, what is searched for hides some: those chosen stay so.
  const { list, search } = state;
  const selection = useSelection<T>(
    list.question(search, answer.count === undefined),
    list.question(list.has('page') ? { ...search, page: '' } : search),
  );
  const shown = useLiveRows({
    rows: 'rows' in props ? props.rows : answer.rows,
    count: answer.count,
    live,
    frozen: selection.chosen.size > 0 || detail?.opened === true,
    placeholder: query.isPlaceholderData === true,
    pageSize: props.pageSize ?? PAGE_SIZE,
    rowKey,
  });
  const some = selection.chosen.size > 0 ? (selection.everything ?? shown.rows) : undefined;
  const chosen = (some ?? []).filter((row) => selection.chosen.has(rowKey(row)));
  return { ...shown, selection, chosen };
}

/** A list with all that one does to it, its state in the address; what is beside it shrinks it on wide screens. */
export function ListPage<T extends object, F extends ListFields>(props: ListPageProps<T, F>) {
  const { bulk, detail } = props;
  const beside = useDetailBeside();
  const { rows, count, news, waiting, showAll, handlers, selection, chosen } = useRows(props);
  return (
    <div className={classes.page} data-beside={(beside && detail?.opened) || undefined}>
      <div
        className={classes.list}
        aria-busy={props.query.isPlaceholderData === true || undefined}
        {...handlers}
      >
        {props.live && <WaitingRows label={waiting} onShow={showAll} />}
        {props.chips && (
          <Group justify="space-between" gap="8px 12px" mb={8}>
            {props.chips}
          </Group>
        )}
        <LiveRowsContext value={news}>
          <ListTable {...props} rows={rows} count={count} selection={selection} />
        </LiveRowsContext>
        {bulk && (
          <BulkBar
            label={bulk.label}
            chosen={bulk.chosen(chosen)}
            count={chosen.length}
            onClear={selection.clear}
          >
            {bulk.everything && !selection.everything && count !== undefined && count > chosen.length && (
              <ChooseEverything
                everything={bulk.everything}
                count={count}
                onLoaded={(all) => selection.chooseEverything(all, new Set(all.map(props.rowKey)))}
              />
            )}
            {chosen.length > 0 && bulk.actions(chosen, (keys) => selection.onChosen(new Set(keys)))}
          </BulkBar>
        )}
      </div>
      {detail && <ListDetail {...detail} />}
    </div>
  );
}
