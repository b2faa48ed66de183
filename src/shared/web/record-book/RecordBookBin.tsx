import { useTranslation } from 'react-i18next';
import type { Capability } from '../../contract/capabilities.ts';
import { useCan } from '../company/context.tsx';
import { BinList } from '../list/BinList.tsx';
import type { DataColumn } from '../list/data-table.model.ts';
import { BackLink } from '../page/BackLink.tsx';
import { Page } from '../page/Page.tsx';
import type { BookRecord, ScreenBook } from './book-list.ts';
import { useBookWords } from './book-words.ts';

interface Props<R extends BookRecord> {
  book: ScreenBook;
  /** The path of the book's page. */
  of: string;
  words: string;
  columns: readonly DataColumn<R>[];
  nameOf: (record: R) => string;
}

/** The bin of a book, a page of its own: records come back, or go for ever once their name was typed. */
export function RecordBookBin<R extends BookRecord>({ book, of, words, columns, nameOf }: Props<R>) {
  const { t } = useTranslation('records');
  const { say } = useBookWords(words);
  const title = t('book.bin_of', { title: say('title') });
  const { listBin, restore, purge } = book.calls;
  return (
    <Page title={title} back={<BackLink to={of}>{say('title')}</BackLink>}>
      <BinList<R>
        label={title}
        columns={columns}
        calls={{ list: listBin, restore, purge }}
        words={words}
        nameOf={nameOf}
        purgeText={say('purge_text')}
        mayPurge={useCan(purge.access as Capability)}
      />
    </Page>
  );
}
