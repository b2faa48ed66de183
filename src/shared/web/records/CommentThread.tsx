import { Button, Stack } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newClientKey } from '../api/client-key.ts';
import { useCallPages } from '../api/use-call-pages.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { TextAreaField } from '../forms/fields/TextAreaField.tsx';
import { useRecordForm } from '../forms/use-record-form.ts';
import { Section } from '../page/Section.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Known } from '../ui/Known.tsx';
import { CommentEntry } from './CommentEntry.tsx';
import type { NotesOf } from './notes-of.ts';

function NewComment({ calls, id, onSaved }: Omit<NotesOf, 'may'> & { onSaved: () => void }) {
  const { t } = useTranslation('records');
  // Sent again after a silence it is the same comment.
  const [client_key] = useState(newClientKey);
  const form = useRecordForm({
    call: calls.addComment,
    params: { id },
    record: { text: '' },
    toBody: ({ text }) => ({ text, client_key }),
    words: 'records',
    onSaved,
  });
  return (
    <FormFrame form={form} label={t('new')}>
      <TextAreaField name="text" label={t('new')} maxLength={4000} />
      <Button type="submit" loading={form.busy} disabled={!form.unsaved} w="fit-content">
        {t('add')}
      </Button>
    </FormFrame>
  );
}

/** What people noted on a record, newest first, and a place to write. */
export function CommentThread(props: NotesOf) {
  const { calls, id, may } = props;
  const { t } = useTranslation('records');
  const [written, setWritten] = useState(0);
  const comments = useCallPages(
    calls.comments,
    { params: { id } },
    { page_size: 20, keyOf: (one) => one.id },
  );
  return (
    <Section title={t('title')}>
      <Stack gap={16}>
        {may && <NewComment key={written} calls={calls} id={id} onSaved={() => setWritten(written + 1)} />}
        <Known query={comments} height={200}>
          {({ results }) =>
            results.length === 0 ? (
              <EmptyState icon={IconMessage} title={t('none')} {...(may && { hint: t('none_hint') })} />
            ) : (
              <Stack
                component="ul"
                gap={12}
                p={0}
                m={0}
                aria-label={t('title')}
                style={{ listStyle: 'none' }}
              >
                {results.map((one) => (
                  <CommentEntry key={one.id} {...props} comment={one} />
                ))}
              </Stack>
            )
          }
        </Known>
        {comments.hasNextPage && (
          <Button
            variant="default"
            loading={comments.isFetchingNextPage}
            onClick={() => void comments.fetchNextPage()}
          >
            {t('older')}
          </Button>
        )}
      </Stack>
    </Section>
  );
}
