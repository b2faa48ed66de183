import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordComment } from '../../contract/record-notes.ts';
import { send } from '../api/send.ts';
import { useCan, useCompany } from '../company/context.tsx';
import { HERE } from '../format/dates.ts';
import { useFormat } from '../format/use-format.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { TextAreaField } from '../forms/fields/TextAreaField.tsx';
import { useRecordForm } from '../forms/use-record-form.ts';
import { Muted } from '../page/Text.tsx';
import { ConfirmAction } from '../ui/ConfirmAction.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { toast } from '../ui/toast.ts';
import type { NotesOf } from './notes-of.ts';
import { usePartyName } from './use-party-name.ts';

interface Props extends NotesOf {
  comment: RecordComment;
}

function EditComment({ calls, id, comment, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('records');
  const form = useRecordForm({
    call: calls.changeComment,
    params: { id, comment_id: String(comment.id) },
    record: { text: comment.text, version: comment.version },
    words: 'records',
    onSaved: onClose,
  });
  return (
    <FormFrame form={form} label={t('edit')}>
      <TextAreaField name="text" label={t('text')} maxLength={4000} />
      <Group gap={8}>
        <Button type="submit" loading={form.busy} disabled={!form.unsaved}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('leave')}
        </Button>
      </Group>
    </FormFrame>
  );
}

function RemoveComment({ calls, id, comment, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('records');
  const company = useCompany().id_client;
  const params = { id, comment_id: String(comment.id) };
  return (
    <ConfirmAction
      title={t('remove_title')}
      confirm={t('remove')}
      words="records"
      act={() => send(calls.removeComment, { params, company })}
      onDone={() => toast.deleted()}
      onClose={onClose}
    >
      {t('remove_text')}
    </ConfirmAction>
  );
}

/** One comment: who wrote it and when, and what may be done with it. */
export function CommentEntry(props: Props) {
  const { comment, may } = props;
  const { t } = useTranslation('records');
  const { dateTime } = useFormat();
  const nameOf = usePartyName();
  const manages = useCan('company.manage');
  const [doing, setDoing] = useState<'edit' | 'remove' | null>(null);
  const { author, created_at, edited_at, mine, removed, text } = comment;
  const close = () => setDoing(null);
  const name = nameOf(author);
  return (
    <Stack component="li" gap={4}>
      <Group gap={8} justify="space-between" wrap="nowrap">
        <span>
          <strong>{name}</strong>{' '}
          <Muted as="span">
            {dateTime(created_at, HERE)}
            {edited_at && !removed && ` · ${t('edited', { when: dateTime(edited_at, HERE) })}`}
          </Muted>
        </span>
        {may && !removed && doing !== 'edit' && (mine || manages) && (
          <Group gap={4} wrap="nowrap">
            {mine && <RowButton label={t('edit')} icon={IconPencil} onClick={() => setDoing('edit')} />}
            <RowButton label={t('remove')} icon={IconTrash} onClick={() => setDoing('remove')} />
          </Group>
        )}
      </Group>
      {doing === 'edit' && <EditComment {...props} onClose={close} />}
      {doing !== 'edit' && removed && <Muted>{t('removed')}</Muted>}
      {doing !== 'edit' && !removed && (
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
      )}
      {doing === 'remove' && <RemoveComment {...props} onClose={close} />}
    </Stack>
  );
}
