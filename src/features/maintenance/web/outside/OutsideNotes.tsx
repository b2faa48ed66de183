import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newClientKey } from '../../../../shared/web/api/client-key.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type OutsideRequest, outsideRequestsCalls } from '../../outside-requests.contract.ts';
import { useOutside } from './use-outside.ts';

function NewComment({ token, onSent }: { token: string; onSent: () => void }) {
  const { t } = useTranslation('outside');
  const { renew } = useOutside(token);
  // Sent again after a silence it is the same comment.
  const [client_key] = useState(newClientKey);
  const form = useActionForm({
    values: { text: '' },
    words: 'records',
    focus: 'text',
    act: async ({ text }) => {
      await send(outsideRequestsCalls.addComment, { params: { token }, body: { text, client_key } });
      toast.done(t('comment_sent'));
      await renew();
      onSent();
    },
  });
  return (
    <ActionForm form={form} label={t('comment')}>
      <TextAreaField name="text" label={t('comment')} maxLength={4000} />
      <ActionButtons form={form} submit={t('send_comment')} />
    </ActionForm>
  );
}

/** What was written on the request, newest first, and a place to write. */
export function OutsideNotes({ token, request }: { token: string; request: OutsideRequest }) {
  const { t } = useTranslation('outside');
  const { dateTimeAt } = useFormat();
  const [sent, setSent] = useState(0);
  const shown = request.comments.filter(({ removed }) => !removed);
  return (
    <Section title={t('comments')}>
      <NewComment key={sent} token={token} onSent={() => setSent(sent + 1)} />
      {shown.length === 0 ? (
        <Muted>{t('no_comments')}</Muted>
      ) : (
        <Stack component="ul" gap={12} p={0} m={0} aria-label={t('comments')} style={{ listStyle: 'none' }}>
          {shown.map(({ id, text, author, created_at }) => (
            <li key={id}>
              <Muted as="div">
                {author.name ?? t('gone')} · {dateTimeAt(created_at, request.time_zone)}
              </Muted>
              <div style={{ whiteSpace: 'pre-line' }}>{text}</div>
            </li>
          ))}
        </Stack>
      )}
    </Section>
  );
}
