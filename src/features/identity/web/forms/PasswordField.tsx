import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { type Rule, useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { MIN_PASSWORD } from '../../identity.model.ts';
import styles from './forms.module.css';
import { useRules } from './rules.ts';

/** How long a new password is already, while it is typed; silent where a fault speaks instead. */
function LengthHint({ length, silent }: { length: number; silent: boolean }) {
  const { t } = useTranslation('identity');
  const enough = length >= MIN_PASSWORD;
  return (
    <>
      <span
        className={styles.track}
        data-enough={enough || undefined}
        style={{ '--share': `${(100 * length) / MIN_PASSWORD}%` } as CSSProperties}
        aria-hidden="true"
      />
      {!silent && (
        <Note inline small tone={enough ? 'success' : 'muted'} {...(enough ? { icon: IconCheck } : {})}>
          {t('password.at_least', { least: MIN_PASSWORD })}
          {length > 0 && !enough && (
            <span className="num" aria-hidden="true">
              {' '}
              {length}/{MIN_PASSWORD}
            </span>
          )}
        </Note>
      )}
    </>
  );
}

interface Props extends Pick<PasswordInputProps, 'autoComplete' | 'autoFocus'> {
  name: string;
  label: string;
  rule: Rule<string>;
  /** A new one: it says how long it is and must be. */
  measured?: boolean;
  onTyped?: () => void;
}

const HIDDEN = () => '•••';

/** A password that can be shown while it is typed. */
export function PasswordField({ name, label, rule, measured = false, onTyped, ...rest }: Props) {
  const { t } = useTranslation('identity');
  const { value, change, input } = useFormField<string>({ name, label, show: HIDDEN, rule });
  const wrong = Boolean(input.error);
  return (
    <PasswordInput
      aria-invalid={wrong}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(measured && { description: <LengthHint length={[...value].length} silent={wrong} /> })}
      {...rest}
      {...input}
      value={value}
      onChange={(event) => {
        change(event.currentTarget.value);
        onTyped?.();
      }}
    />
  );
}

/** The password of whoever is signed in; with `email`, a password manager reads of which account. */
export function CurrentPassword({ email, autoFocus = false }: { email?: string; autoFocus?: boolean }) {
  const { t } = useTranslation('identity');
  const rules = useRules();
  return (
    <>
      {email !== undefined && <input hidden readOnly type="text" autoComplete="username" value={email} />}
      <PasswordField
        name="current_password"
        label={t('password.current')}
        rule={rules.password}
        autoComplete="current-password"
        autoFocus={autoFocus}
      />
    </>
  );
}
