import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { identityCalls } from '../../identity.contract.ts';
import { AccountForm, CurrentPassword } from '../forms/AccountForm.tsx';
import { CodeField } from '../forms/CodeField.tsx';
import { useRules } from '../forms/rules.ts';
import { useAccountSubmit } from '../forms/use-account-submit.ts';
import { QrCode } from './QrCode.tsx';
import { Secret } from './Secret.tsx';

interface Begun {
  secret: string;
  otpauth_uri: string;
}

/** First the password: who finds an open portal must not be able to lock its owner out. */
function AskPassword(props: { email: string; onBegun: (begun: Begun) => void; onCancel: () => void }) {
  const { email, onBegun, onCancel } = props;
  const { t } = useTranslation('identity');
  const form = useForm({ ...onBlurDeferred, defaultValues: { current_password: '' } });
  const sending = useAccountSubmit(form, {
    focus: 'current_password',
    act: async (given) => onBegun(await send(identityCalls.beginSecondFactor, { body: given })),
  });
  return (
    <AccountForm
      form={form}
      sending={sending}
      label={t('factor.switch_on')}
      action={t('factor.go_on')}
      onCancel={onCancel}
    >
      <CurrentPassword email={email} autoFocus />
    </AccountForm>
  );
}

interface ShowProps {
  begun: Begun;
  onDone: (recovery_codes: readonly string[]) => void;
  onCancel: () => void;
}

/** The secret as a picture and as letters, and the first code that proves it has arrived. */
function ShowSecret({ begun, onDone, onCancel }: ShowProps) {
  const { t } = useTranslation('identity');
  const rules = useRules();
  const form = useForm({ ...onBlurDeferred, defaultValues: { code: '' } });
  const { errors } = form.formState;
  const sending = useAccountSubmit(form, {
    focus: 'code',
    act: async ({ code }) => {
      const body = { code: code.replace(/\s/g, '') };
      onDone((await send(identityCalls.enableSecondFactor, { body })).recovery_codes);
    },
  });
  return (
    <AccountForm form={form} sending={sending} label={t('factor.switch_on')} onCancel={onCancel}>
      <Stack component="ol" gap={16} m={0} pl={20}>
        <li>
          <p>{t('factor.scan')}</p>
          <Group gap={16} mt={8} align="flex-start">
            <QrCode text={begun.otpauth_uri} label={t('factor.qr')} />
            <Secret secret={begun.secret} />
          </Group>
        </li>
        <li>
          <p>{t('factor.type_code')}</p>
          <CodeField
            label={t('code.label')}
            autoFocus
            error={errors.code?.message}
            {...form.register('code', { validate: rules.code })}
          />
        </li>
      </Stack>
    </AccountForm>
  );
}

interface Props {
  email: string;
  onDone: (recovery_codes: readonly string[]) => void;
  onCancel: () => void;
}

/** Switches the second factor on: password, secret, first code. */
export function SwitchOn({ email, onDone, onCancel }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null);
  if (!begun) return <AskPassword email={email} onBegun={setBegun} onCancel={onCancel} />;
  return <ShowSecret begun={begun} onDone={onDone} onCancel={onCancel} />;
}
