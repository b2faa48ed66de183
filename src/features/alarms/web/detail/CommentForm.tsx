import { Button, Stack, Textarea } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { useComment } from './use-alarm-work.ts';

/** Something to say about the alarm; what was typed stays after any failure. */
export function CommentForm({ id }: { id: number }) {
  const { t } = useTranslation('detail');
  const sentence = useRefusalSentence();
  const [note, setNote] = useState('');
  const [empty, setEmpty] = useState(false);
  const { mutate, isPending, error } = useComment(id);
  const send = () => {
    setEmpty(note.trim() === '');
    if (note.trim() !== '' && !isPending) mutate(note.trim(), { onSuccess: () => setNote('') });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap={8} align="flex-start">
        {error && <FormError>{sentence(error)}</FormError>}
        <Textarea
          w="100%"
          label={t('comment.label')}
          placeholder={t('comment.hint')}
          autosize
          minRows={2}
          maxLength={2000}
          value={note}
          error={empty && note.trim() === '' ? t('comment.empty') : null}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isPending} leftSection={<IconMessage size={16} />}>
          {t('comment.send')}
        </Button>
      </Stack>
    </form>
  );
}
