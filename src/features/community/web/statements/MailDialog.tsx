import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import {
  type MemberMailing,
  memberStatementsCalls,
  STATEMENT_LINK_DAYS,
} from '../../member-statements.contract.ts';

interface Props {
  id: string;
  /** Null: everybody whom it was not mailed to yet. */
  member: MemberMailing | null;
  onClose: () => void;
}

/** In which language the mail is written, and for how long its link opens. */
export function MailDialog({ id, member, onClose }: Props) {
  const { t } = useTranslation('statements');
  const { language } = useFormat();
  const { id_client: company } = useCompany();
  const form = useActionForm({
    values: { language: language as 'it' | 'en', days: STATEMENT_LINK_DAYS as number | null },
    words: 'statements',
    act: async ({ language: written, days }) => {
      const members = member && [member.member_id];
      const body = { members, language: written, ...(days !== null && { days }) };
      const { queued } = await send(memberStatementsCalls.mail, { params: { id }, body, company });
      toast.done(t('mail.queued', { count: queued }));
      onClose();
    },
  });
  const title = member ? t('mail.to', { name: member.name }) : t('mail.action');
  return (
    <Dialog title={title} onClose={onClose}>
      <ActionForm form={form} label={title}>
        <Muted>{t(member && member.state !== 'not_sent' ? 'mail.again_text' : 'mail.text')}</Muted>
        <SelectField
          name="language"
          label={t('mail.language')}
          options={(['it', 'en'] as const).map((value) => ({ value, label: t(`mail.language_of.${value}`) }))}
        />
        <NumberField name="days" label={t('mail.days')} description={t('mail.days_hint')} />
        <ActionButtons form={form} submit={t('mail.submit')} onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}
