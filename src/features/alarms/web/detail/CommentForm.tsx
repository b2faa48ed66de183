import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormFrame } from '../../../../shared/web/forms/FormFrame.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { alarmWorkCalls } from '../../alarms.contract.ts';

const EMPTY = { note: '' };
const FIELD = 'alarm-comment';

/** To the end of the alarm, where something can be said about it. */
export const goToComment = () => document.getElementById(FIELD)?.focus();

/** Something to say about the alarm; what was typed stays after any failure. */
export function CommentForm({ id }: { id: number }) {
  const { t } = useTranslation('detail');
  const company = useCompany().id_client;
  const params = { id: String(id) };
  const form = useRecordForm({
    call: alarmWorkCalls.comment,
    params,
    record: EMPTY,
    words: 'detail',
    quiet: true,
    onSaved: (detail) => {
      keepAnswer(company, alarmWorkCalls.one, { params }, detail);
      form.form.reset(EMPTY);
    },
  });
  return (
    <FormFrame form={form}>
      <TextAreaField
        id={FIELD}
        name="note"
        label={t('comment.label')}
        placeholder={t('comment.hint')}
        maxLength={2000}
      />
      <Buttons>
        <Button type="submit" variant="default" loading={form.busy} leftSection={<IconMessage size={16} />}>
          {t('comment.send')}
        </Button>
      </Buttons>
    </FormFrame>
  );
}
