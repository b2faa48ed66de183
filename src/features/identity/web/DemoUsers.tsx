import { Text, UnstyledButton } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '../../../shared/contract/capabilities.ts';
import { useConfig } from '../../../shared/web/api/config.ts';
import { Panel } from '../../../shared/web/page/Panel.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import styles from './DemoUsers.module.css';
import type { Credentials } from './SignInForm.tsx';

const NAMED = new RegExp(`\\b(${ROLES.join('|')})\\b`, 'g');

/** The demonstration's users, each one press away from a filled-in form; nothing anywhere else. */
export function DemoUsers() {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  const config = useConfig();
  const { setValue } = useFormContext<Credentials>();
  if (!config?.demo || !config.demo_users) return null;
  // Told to this machine alone.
  const { demo_users, demo_password } = config;
  const choose = (email: string) => {
    setValue('email', email, { shouldValidate: true });
    if (demo_password) setValue('password', demo_password, { shouldValidate: true });
  };
  const inWords = (label: string) => label.replace(NAMED, (role) => common(`roles.${role as Role}`));
  return (
    <Panel pad="sm" label={t('sign_in.demo_title')}>
      <div>
        <Text component="h2" fw={620}>
          {t('sign_in.demo_title')}
        </Text>
        <Muted>{t('sign_in.demo_hint')}</Muted>
      </div>
      <ul className={styles.users}>
        {demo_users.map(({ email, label, applications = true }) => (
          <li key={email}>
            <UnstyledButton className={styles.user ?? ''} onClick={() => choose(email)}>
              <Muted as="span">
                {inWords(label)}
                {!applications && ` · ${t('sign_in.demo_no_applications')}`}
              </Muted>
              <br />
              {email}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {demo_password && <Muted>{t('sign_in.demo_password', { password: demo_password })}</Muted>}
    </Panel>
  );
}
