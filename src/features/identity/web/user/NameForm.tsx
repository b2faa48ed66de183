import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { User } from '../../user.model.ts';
import { FormBox } from '../forms/FormBox.tsx';
import { useRules } from '../forms/rules.ts';
import { useAccountSubmit } from '../forms/use-account-submit.ts';
import { updateOwn } from '../use-user.ts';

export function NameForm({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  const rules = useRules();
  // What comes from the server meanwhile fills the field only while nobody has typed in it.
  const form = useForm({
    ...onBlurDeferred,
    values: { name: user.name },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const { submit, refusal } = useAccountSubmit(form, {
    focus: 'name',
    act: async (given) => {
      const { name } = await updateOwn(given);
      form.reset({ name });
      toast.saved();
    },
  });
  return (
    <FormBox form={form} onSubmit={submit} refusal={refusal} label={t('user.person.name')}>
      <TextInput
        label={t('user.person.name')}
        autoComplete="name"
        maxLength={120}
        error={errors.name?.message}
        {...form.register('name', { validate: rules.required })}
      />
      <Buttons>
        <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
          {common('save')}
        </Button>
      </Buttons>
    </FormBox>
  );
}
