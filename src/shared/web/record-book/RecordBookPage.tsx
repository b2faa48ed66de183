import { Button, Group } from '@mantine/core';
import { IconPlus, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyCall } from '../../contract/call.ts';
import type { Capability } from '../../contract/capabilities.ts';
import { send } from '../api/send.ts';
import { useCall } from '../api/use-call.ts';
import { useCan, useCompany } from '../company/context.tsx';
import type { DataColumn } from '../list/data-table.model.ts';
import { ListDetail, type ListDetailProps } from '../list/ListDetail.tsx';
import { ListPage } from '../list/ListPage.tsx';
import type { ListPageProps } from '../list/list-props.ts';
import type { ListFields } from '../list/list-state.ts';
import type { ListAddress } from '../list/use-list-state.ts';
import { Page } from '../page/Page.tsx';
import { type BookAsk, type BookRecord, bookAddress, type ScreenBook } from './book-list.ts';
import { useBookWords } from './book-words.ts';
import { RecordDetail, type RecordDetailProps } from './RecordDetail.tsx';
import { RecordLink } from './RecordLink.tsx';
import { useBookQuery } from './use-book-query.ts';

/** What the form of a book is given. */
export interface BookFormProps<R> {
  /** Null for a new record. */
  record: R | null;
  onClose: () => void;
  /** Shows what was saved. */
  onSaved: (saved: R) => void;
}

type FromList = 'filters' | 'chips' | 'bulk' | 'card' | 'search' | 'actions';

interface Props<R extends BookRecord, F extends ListFields>
  extends RecordDetailProps<R>,
    Pick<ListPageProps<R, F>, Exclude<FromList, 'actions'>> {
  /** Its address: `useListState` of a list that holds `bookFields()`. */
  state: ListAddress<F>;
  icon: TablerIcon;
  /** Those whose ids the book's `sorts` name are ordered by the server; the file has those that its `columns` name. */
  columns: readonly DataColumn<R>[];
  ask: BookAsk<F>;
  /** Buttons of a row. */
  rowActions?: ListPageProps<R, F>['actions'];
  /** The path of its bin, a page of its own. */
  bin: string;
  form: (given: BookFormProps<R>) => ReactNode;
  /** Beside the button for a new record. */
  pageActions?: ReactNode;
  /** Between the heading and the list, such as the sum of what fits. It is told what is asked. */
  above?: (asked: Readonly<Record<string, string | undefined>>) => ReactNode;
  /** Another way to look at the records, in place of the list: a board, a calendar. */
  instead?: ReactNode;
}

/** Columns as the server orders them; what names a row leads to its record. */
function useColumns<R extends BookRecord>(
  { sorts }: ScreenBook,
  columns: readonly DataColumn<R>[],
): readonly DataColumn<R>[] {
  return useMemo(() => {
    const naming = columns.find(({ names }) => names) ?? columns[0];
    return columns.map((column) => ({
      ...column,
      sortable: sorts.includes(column.id),
      ...(column === naming && {
        names: true,
        cell: (row: R) => (
          <RecordLink id={row.id}>{column.cell?.(row) ?? String(column.value(row) ?? '')}</RecordLink>
        ),
      }),
    }));
  }, [sorts, columns]);
}

/** The form that the address opens: of a new record, or of the one that is open, once it is known. */
function OpenForm<R extends BookRecord, F extends ListFields>({ state, book, form }: Props<R, F>) {
  const { search, set } = bookAddress(state);
  const edited = search.form === 'edit' && search.open !== undefined ? { params: { id: search.open } } : null;
  const { data } = useCall<AnyCall, R>(book.calls.get, edited);
  const may = useCan(book.calls.create.access as Capability);
  if (!may) return null;
  const onClose = () => set({ form: undefined });
  const onSaved = ({ id }: R) => set({ form: undefined, open: String(id) });
  if (search.form === 'new') return form({ record: null, onClose, onSaved });
  return edited && data ? form({ record: data, onClose, onSaved }) : null;
}

function PageActions({ words, book, bin, pageActions, onNew }: HeadProps) {
  const { t } = useTranslation();
  const { say } = useBookWords(words);
  if (!useCan(book.calls.create.access as Capability)) return pageActions;
  return (
    <>
      {pageActions}
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        renderRoot={(root) => <Link {...root} to={bin} />}
      >
        {t('bin.title')}
      </Button>
      <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
        {say('create')}
      </Button>
    </>
  );
}
type HeadProps = Pick<Props<BookRecord, ListFields>, 'words' | 'book' | 'bin' | 'pageActions'> & {
  onNew: () => void;
};

/** The record that is open beside the list. */
function useDetail<R extends BookRecord, F extends ListFields>(props: Props<R, F>): ListDetailProps {
  const { t } = useTranslation('records');
  const { search, set } = bookAddress(props.state);
  const { open } = search;
  // The same answer as the panel shows: nothing is asked twice.
  const { data } = useCall<AnyCall, R>(
    props.book.calls.get,
    open === undefined ? null : { params: { id: open } },
  );
  return {
    title: data === undefined ? t('book.detail') : props.nameOf(data),
    opened: open !== undefined,
    onClose: () => set({ open: undefined, form: undefined }),
    width: 680,
    children: open !== undefined && (
      <RecordDetail
        book={props.book}
        notes={props.notes}
        words={props.words}
        nameOf={props.nameOf}
        facts={props.facts}
        actions={props.actions}
        isFixed={props.isFixed}
        key={open}
        id={Number(open)}
        onEdit={() => set({ form: 'edit' })}
        onRemoved={() => set({ open: undefined, form: undefined })}
      />
    ),
  };
}

/** The list of a book: filters in the address, saved views, file, the record beside it, its form. */
function BookList<R extends BookRecord, F extends ListFields>(
  props: Props<R, F> & { detail: ListDetailProps },
) {
  const { book, state, words, icon, ask, detail } = props;
  const { t } = useTranslation('records');
  const { say, noneHint } = useBookWords(words);
  const may = useCan(book.calls.create.access as Capability);
  const { id_client: company } = useCompany();
  const { query, queryId, asked } = useBookQuery<R, F>(book, state, ask);
  const file = (format: string, shown: readonly string[]): Promise<Blob> => {
    const columns = shown.filter((id) => book.columns.includes(id)).join(',');
    const wanted = { ...asked, format, ...(columns && { columns }) };
    return send<AnyCall>(book.calls.exportList, { query: wanted, company }) as Promise<Blob>;
  };
  return (
    <>
      {props.above?.(asked)}
      <ListPage
        state={state}
        detail={detail}
        query={query}
        filters={props.filters}
        chips={props.chips}
        bulk={props.bulk}
        {...(props.card && { card: props.card })}
        {...(props.search !== undefined && { search: props.search })}
        {...(props.rowActions && { actions: props.rowActions })}
        label={say('title')}
        columns={useColumns(book, props.columns)}
        rowKey={({ id }) => id}
        live={{ queryId, waiting: (count) => t('book.waiting', { count }) }}
        empty={{ icon, title: say('none'), hint: noneHint(may) }}
        exportAs={{
          name: say('file'),
          formats: ['csv', 'xlsx'],
          load: file,
          print: (shown) => file('pdf', shown),
        }}
      />
    </>
  );
}

/** What stands below a book's heading: its list or another way to look at it, the record that is open, the form of one. */
export function RecordBookParts<R extends BookRecord, F extends ListFields>(props: Props<R, F>) {
  const { instead } = props;
  const detail = useDetail(props);
  return (
    <>
      {instead ? (
        <>
          {props.chips && <Group gap="8px 12px">{props.chips}</Group>}
          {instead}
          <ListDetail {...detail} />
        </>
      ) : (
        <BookList {...props} detail={detail} />
      )}
      <OpenForm {...props} />
    </>
  );
}

/** A book of records: its list with all that one does to it, the record that is open, and the form of one. */
export function RecordBookPage<R extends BookRecord, F extends ListFields>(props: Props<R, F>) {
  const { book, state, words, bin, pageActions } = props;
  const { say } = useBookWords(words);
  const { set } = bookAddress(state);
  return (
    <Page
      title={say('title')}
      subtitle={say('subtitle')}
      actions={
        <PageActions
          words={words}
          book={book}
          bin={bin}
          pageActions={pageActions}
          onNew={() => set({ form: 'new' })}
        />
      }
    >
      <RecordBookParts {...props} />
    </Page>
  );
}
