import { useTranslation } from 'react-i18next';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { User } from '../../user.model.ts';
import { useRules } from '../forms/rules.ts';
import { updateOwn } from '../own-account.ts';

export function NameForm({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  const rules = useRules();
  const form = useActionForm({
    values: { name: user.name },
    follow: true,
    words: 'identity',
    focus: 'name',
    act: async (given, { reset }) => {
      const { name } = await updateOwn(given);
      reset({ name });
      toast.saved();
    },
  });
  return (
    <ActionForm form={form} label={t('user.person.name')}>
      <TextField
        name="name"
        label={t('user.person.name')}
        rule={rules.required}
        autoComplete="name"
        maxLength={120}
      />
      <ActionButtons form={form} submit={common('save')} blocked={!form.unsaved} />
    </ActionForm>
  );
}
