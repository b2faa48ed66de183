import type { FieldValues } from 'react-hook-form';
import type { AnyCall } from '../../contract/call.ts';
import type { RecordFormOptions } from '../forms/record-form-options.ts';
import { useRecordForm } from '../forms/use-record-form.ts';
import type { BookRecord, ScreenBook } from './book-list.ts';

type Given<R extends object, V extends FieldValues> = Omit<
  RecordFormOptions<AnyCall, R, V>,
  'call' | 'params' | 'record' | 'draft' | 'onSaved'
>;

interface Options<R extends object, V extends FieldValues> extends Given<R, V> {
  book: ScreenBook;
  /** The record that is changed; null for a new one. */
  record: (R & BookRecord) | null;
  /** What the fields of a new one begin with. */
  blank: R;
  /** Names the forms of the book where drafts are kept: the name of its list, perhaps with what the new record comes from. */
  draft: string;
  /** Given the record as the call answers it. */
  onSaved?(saved: BookRecord): unknown;
}

/** The form of a record of a book, new or stored: what is typed is kept on the device until it is saved. */
export function useBookForm<R extends object, V extends FieldValues = R>(options: Options<R, V>) {
  const { book, record, blank, draft, onSaved, ...rest } = options;
  const of = record
    ? { call: book.calls.update, params: { id: String(record.id) }, record }
    : { call: book.calls.create, record: blank };
  return useRecordForm<AnyCall, R, V>({
    ...rest,
    ...of,
    onSaved: (saved) => onSaved?.(saved as BookRecord),
    draft: `${draft}:${record ? record.id : 'new'}`,
  });
}
