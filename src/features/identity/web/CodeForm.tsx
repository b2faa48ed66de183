import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import type { User } from '../user.model.ts';
import { CodeField } from './forms/CodeField.tsx';
import { hasFault } from './forms/has-fault.ts';
import { useRules } from './forms/rules.ts';
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
  const rules = useRules();
  const form = useActionForm({
    values: { code: '' },
    words: 'identity',
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
    form.form.reset();
    setRecovery(!recovery);
  };
  return (
    <ActionForm form={form}>
      {recovery ? (
        <TextField
          key="recovery"
          name="code"
          label={t('code.recovery_label')}
          rule={rules.required}
          description={t('code.recovery_hint')}
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
        />
      ) : (
        <CodeField key="code" label={t('code.label')} description={t('code.hint')} autoFocus />
      )}
      <ActionButtons form={form} submit={t('code.submit')} wide />
      <PlainLinks>
        <Anchor component="button" type="button" onClick={change}>
          {t(recovery ? 'code.use_code' : 'code.use_recovery')}
        </Anchor>
        <Anchor component="button" type="button" onClick={() => onBack()}>
          {t('code.back')}
        </Anchor>
      </PlainLinks>
    </ActionForm>
  );
}
