import { Button, Stack } from '@mantine/core';
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyCall } from '../../contract/call.ts';
import type { Capability } from '../../contract/capabilities.ts';
import type { HistoryEntry } from '../../contract/record-history.ts';
import type { RecordNotesCalls } from '../../contract/record-notes.ts';
import { send } from '../api/send.ts';
import { useCall } from '../api/use-call.ts';
import { useCan, useCompany } from '../company/context.tsx';
import { Buttons } from '../page/Toolbar.tsx';
import { HistoryDrawer } from '../records/HistoryDrawer.tsx';
import { RecordNotes } from '../records/RecordNotes.tsx';
import { ConfirmAction } from '../ui/ConfirmAction.tsx';
import { Known } from '../ui/Known.tsx';
import { toast } from '../ui/toast.ts';
import type { BookRecord, ScreenBook } from './book-list.ts';
import { useBookWords } from './book-words.ts';

export interface RecordDetailProps<R extends BookRecord> {
  book: ScreenBook;
  /** Of `recordNotesCalls`, where the records have notes. */
  notes?: RecordNotesCalls | undefined;
  /** The area's namespace. */
  words: string;
  nameOf: (record: R) => string;
  /** What is known of it, what it hangs together with. */
  facts: (record: R) => ReactNode;
  /** Whether it is changed no more: then "edit" is not offered. */
  isFixed?: ((record: R) => boolean) | undefined;
  /** Beside "edit", "history" and "delete": what else is done with it. */
  actions?: ((record: R) => ReactNode) | undefined;
}

interface Props<R extends BookRecord> extends RecordDetailProps<R> {
  id: number;
  onEdit: () => void;
  /** It lies in the bin. */
  onRemoved: () => void;
}

function History<R extends BookRecord>({
  book,
  words,
  record,
  nameOf,
  onClose,
}: Pick<Props<R>, 'book' | 'words' | 'nameOf'> & { record: R; onClose: () => void }) {
  const { fields, history } = useBookWords(words);
  const query = useCall<AnyCall, { count: number; results: HistoryEntry[] }>(book.calls.history, {
    params: { id: String(record.id) },
    query: {},
  });
  return (
    <HistoryDrawer name={nameOf(record)} query={query} fields={fields} whats={history} onClose={onClose} />
  );
}

function Shown<R extends BookRecord>(props: Props<R> & { record: R }) {
  const { book, notes, words, record, facts, actions } = props;
  const { t } = useTranslation();
  const { t: tRecords } = useTranslation('records');
  const { id_client: company } = useCompany();
  const may = useCan(book.calls.update.access as Capability);
  const [open, setOpen] = useState<'history' | 'remove' | null>(null);
  const name = props.nameOf(record);
  const close = () => setOpen(null);
  return (
    <Stack gap={16}>
      {(may || actions) && (
        <Buttons>
          {may && !props.isFixed?.(record) && (
            <Button leftSection={<IconPencil size={16} />} onClick={props.onEdit}>
              {tRecords('book.edit')}
            </Button>
          )}
          {actions?.(record)}
          {may && (
            <>
              <Button
                variant="default"
                leftSection={<IconHistory size={16} />}
                onClick={() => setOpen('history')}
              >
                {tRecords('book.history')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconTrash size={16} />}
                onClick={() => setOpen('remove')}
              >
                {t('company_list.remove')}
              </Button>
            </>
          )}
        </Buttons>
      )}
      {facts(record)}
      {notes && <RecordNotes calls={notes} id={record.id} />}
      {open === 'history' && <History {...props} onClose={close} />}
      {open === 'remove' && (
        <ConfirmAction
          title={t('company_list.remove_title', { name })}
          confirm={t('company_list.remove')}
          words={words}
          act={() => send(book.calls.remove, { params: { id: String(record.id) }, company })}
          onDone={() => {
            toast.deleted(name);
            props.onRemoved();
          }}
          onClose={close}
        >
          <p>{t('company_list.remove_text')}</p>
        </ConfirmAction>
      )}
    </Stack>
  );
}

/** A record in full: what is known of it, its notes, its history; changed and deleted by whoever may. */
export function RecordDetail<R extends BookRecord>(props: Props<R>) {
  const query = useCall<AnyCall, R>(props.book.calls.get, { params: { id: String(props.id) } });
  return (
    <Known query={query} height={320}>
      {(record) => <Shown {...props} record={record} />}
    </Known>
  );
}
