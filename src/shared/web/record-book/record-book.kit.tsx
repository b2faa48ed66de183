import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import i18next from 'i18next';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { lineOf, linesOf, nameOf } from '../../contract/fields.ts';
import { listLayoutsCalls } from '../../contract/list-layouts.contract.ts';
import { recordBook } from '../../contract/record-book.ts';
import { callKey } from '../api/call-key.ts';
import { queryClient } from '../api/query-client.ts';
import { type Belonging, BelongingProvider, CompanyProvider } from '../company/context.tsx';
import { FormDrawer } from '../forms/FormDrawer.tsx';
import { TextAreaField } from '../forms/fields/TextAreaField.tsx';
import { TextField } from '../forms/fields/TextField.tsx';
import type { Samples } from '../kit/samples.ts';
import type { DataColumn } from '../list/data-table.model.ts';
import { ChoiceFilter } from '../list/filters.tsx';
import { choice, defineListState } from '../list/list-state.ts';
import { useListState } from '../list/use-list-state.ts';
import { Fact, Facts } from '../page/Facts.tsx';
import { bookFields } from './book-list.ts';
import { type BookFormProps, RecordBookParts } from './RecordBookPage.tsx';
import { useBookForm } from './use-book-form.ts';

const fields = { subject: nameOf(60), place: lineOf(60), notes: linesOf(500) };
const book = recordBook({
  path: '/kit/visits',
  list: 'kit-visits',
  topic: 'kit',
  one: 'visit',
  many: 'visits',
  read: 'asset.read',
  write: 'maintenance.write',
  Row: z.object({ id: z.int(), ...fields, version: z.int() }),
  New: z.object(fields),
  Change: z.object(fields).partial(),
  Filters: z.object({ place: z.string().optional(), search: z.string().optional() }),
  sorts: ['subject'],
  columns: ['subject', 'place'],
});
type Visit = z.infer<typeof book.Row>;

const VISITS: readonly Visit[] = [
  { id: 1, subject: 'Panels washed', place: 'Olive grove', notes: 'Two rows are left.', version: 1 },
  { id: 2, subject: 'Fuses of string 4', place: 'North roof', notes: '', version: 3 },
];
const Visits = defineListState('kit-visits', {
  ...bookFields(),
  place: choice(['Olive grove', 'North roof'], ''),
});
const COLUMNS: DataColumn<Visit>[] = [
  { id: 'subject', header: 'Subject', names: true, value: ({ subject }) => subject },
  { id: 'place', header: 'Place', value: ({ place }) => place },
];
const nameOfVisit = ({ subject }: Visit) => subject;

const COMPANY = 13;
/** No server answers here: what is asked first is known. */
const KNOWN: readonly (readonly [key: readonly unknown[], answer: unknown])[] = [
  [callKey(COMPANY, listLayoutsCalls.list, {}), []],
  [
    callKey(COMPANY, book.calls.list, { query: { page: '1', page_size: '50' } }),
    { count: VISITS.length, next: null, previous: null, results: VISITS },
  ],
  ...VISITS.map(
    (visit) => [callKey(COMPANY, book.calls.get, { params: { id: String(visit.id) } }), visit] as const,
  ),
];

const nothing = () => undefined;
const rosa: Belonging = {
  user_id: 7,
  confirmed: true,
  companies: [],
  enter: async () => undefined,
  changed: nothing,
  leave: async () => undefined,
};

/** What an area's words hold for its book. */
const WORDS = {
  book: {
    title: 'Visits',
    subtitle: 'Who was where, and what for.',
    create: 'New visit',
    none: 'No visits yet',
    none_hint: 'Visits appear here.',
    file: 'visits',
    purge_text: 'Its notes and files go with it.',
    fields: { subject: 'Subject', place: 'Place', notes: 'Notes' },
  },
};

function InCompany({ children }: { children: ReactNode }) {
  for (const language of ['en', 'it']) i18next.addResourceBundle(language, 'kit', WORDS);
  for (const [key, answer] of KNOWN) {
    queryClient.setQueryDefaults(key, { staleTime: Number.POSITIVE_INFINITY });
    queryClient.setQueryData(key, answer);
  }
  const roles = ['COMPANY_OWNER', 'APP_0'];
  const company = {
    id_client: COMPANY,
    name: 'Kit',
    telephone: '',
    company_slug: 'kit',
    tag_key: 'kit',
    roles,
  };
  return (
    <BelongingProvider belonging={rosa}>
      <CompanyProvider company={company}>{children}</CompanyProvider>
    </BelongingProvider>
  );
}

const BLANK = { subject: '', place: '', notes: '' };

function VisitForm({ record, onClose }: Pick<BookFormProps<Visit>, 'record' | 'onClose'>) {
  const form = useBookForm({
    book,
    draft: 'kit-visits',
    record,
    blank: BLANK,
    words: 'common',
    send: async (body) => ({ ...(body as object), id: 4, version: 1 }),
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={record?.subject ?? 'New visit'} onClose={onClose}>
      <TextField name="subject" label="Subject" required />
      <TextField name="place" label="Place" />
      <TextAreaField name="notes" label="Notes" />
    </FormDrawer>
  );
}

function VisitsBook() {
  const state = useListState(Visits);
  return (
    <RecordBookParts
      book={book}
      state={state}
      icon={IconRoute}
      words={'kit'}
      columns={COLUMNS}
      nameOf={nameOfVisit}
      bin={'/'}
      ask={({ q, place }) => ({ ...(q && { search: q }), ...(place && { place }) })}
      filters={
        <ChoiceFilter
          state={state}
          name={'place'}
          label={'Place'}
          any={'All places'}
          options={['Olive grove', 'North roof'].map((value) => ({ value, label: value }))}
        />
      }
      facts={({ place, notes }) => (
        <Facts>
          <Fact label="Place">{place}</Fact>
          <Fact label="Notes">{notes}</Fact>
        </Facts>
      )}
      form={(given) => <VisitForm {...given} />}
    />
  );
}

function Drafting() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Write a visit
      </Button>
      {open && <VisitForm record={null} onClose={() => setOpen(false)} />}
    </>
  );
}

export const samples: Samples = {
  title: 'Record book',
  states: {
    'its list, a record beside it, its form': () => (
      <InCompany>
        <VisitsBook />
      </InCompany>
    ),
    'a form whose draft is kept': () => (
      <InCompany>
        <Drafting />
      </InCompany>
    ),
  },
};
