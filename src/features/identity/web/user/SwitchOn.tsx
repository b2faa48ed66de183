import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { identityCalls } from '../../identity.contract.ts';
import { CodeField } from '../forms/CodeField.tsx';
import { CurrentPassword } from '../forms/PasswordField.tsx';
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
  const form = useActionForm({
    values: { current_password: '' },
    words: 'identity',
    focus: 'current_password',
    act: async (given) => onBegun(await send(identityCalls.beginSecondFactor, { body: given })),
  });
  return (
    <ActionForm form={form} label={t('factor.switch_on')}>
      <CurrentPassword email={email} autoFocus />
      <ActionButtons form={form} submit={t('factor.go_on')} onCancel={onCancel} />
    </ActionForm>
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
  const form = useActionForm({
    values: { code: '' },
    words: 'identity',
    focus: 'code',
    act: async ({ code }) => {
      const body = { code: code.replace(/\s/g, '') };
      onDone((await send(identityCalls.enableSecondFactor, { body })).recovery_codes);
    },
  });
  return (
    <ActionForm form={form} label={t('factor.switch_on')}>
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
          <CodeField label={t('code.label')} autoFocus />
        </li>
      </Stack>
      <ActionButtons form={form} submit={t('factor.switch_on')} onCancel={onCancel} />
    </ActionForm>
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
