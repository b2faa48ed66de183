import { Anchor, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { onBlurDeferred } from '../../../shared/web/forms/on-blur.ts';
import type { User } from '../user.model.ts';
import { CodeField } from './forms/CodeField.tsx';
import { FormBox } from './forms/FormBox.tsx';
import { hasFault } from './forms/has-fault.ts';
import { useRules } from './forms/rules.ts';
import { useAccountSubmit } from './forms/use-account-submit.ts';
import { PlainLinks } from './PlainPage.public.tsx';
import { signInWithCode } from './use-user.ts';

/** Too much time has passed since the password, or it was changed meanwhile. */
const isOver = (fault: unknown): boolean =>
  fault instanceof CallError && fault.status === 401 && !hasFault(fault, 'code_wrong');

interface Props {
  challenge: string;
  onSignedIn: (user: User) => Promise<void>;
  /** Back to the password; with a sentence where that was not the person's own wish. */
  onBack: (why?: string) => void;
}

/** The second step of a sign-in: a code of the authenticator, or one of the recovery codes. */
export function CodeForm({ challenge, onSignedIn, onBack }: Props) {
  const { t } = useTranslation('identity');
  const [recovery, setRecovery] = useState(false);
  const form = useForm({ ...onBlurDeferred, defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const rules = useRules();
  const { submit, refusal } = useAccountSubmit(form, {
    focus: 'code',
    act: async ({ code }) => {
      try {
        await onSignedIn(await signInWithCode(challenge, code.trim()));
      } catch (fault) {
        if (!isOver(fault)) throw fault;
        onBack(t('code.over'));
      }
    },
  });
  const change = () => {
    form.reset();
    setRecovery(!recovery);
  };
  const shared = { autoFocus: true, error: errors.code?.message } as const;
  return (
    <FormBox form={form} onSubmit={submit} refusal={refusal}>
      {recovery ? (
        <TextInput
          key="recovery"
          label={t('code.recovery_label')}
          description={t('code.recovery_hint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...shared}
          {...form.register('code', { validate: rules.required })}
        />
      ) : (
        <CodeField
          key="code"
          label={t('code.label')}
          description={t('code.hint')}
          {...shared}
          {...form.register('code', { validate: rules.code })}
        />
      )}
      <Button type="submit" loading={isSubmitting} fullWidth mt={4}>
        {t('code.submit')}
      </Button>
      <PlainLinks>
        <Anchor component="button" type="button" onClick={change}>
          {t(recovery ? 'code.use_code' : 'code.use_recovery')}
        </Anchor>
        <Anchor component="button" type="button" onClick={() => onBack()}>
          {t('code.back')}
        </Anchor>
      </PlainLinks>
    </FormBox>
  );
}
