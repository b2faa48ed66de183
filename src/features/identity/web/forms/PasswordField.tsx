import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD } from '../../identity.model.ts';
import styles from './forms.module.css';

/** How long a new password is already, while it is typed; silent where a fault speaks instead. */
function LengthHint({ length, silent }: { length: number; silent: boolean }) {
  const { t } = useTranslation('identity');
  const enough = length >= MIN_PASSWORD;
  const share = Math.min(1, length / MIN_PASSWORD);
  return (
    <span className={styles.hint} data-enough={enough || undefined}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ transform: `scaleX(${share})` }} />
      </span>
      {!silent && (
        <span className={styles.hintText}>
          {enough && <IconCheck size={13} stroke={2.4} aria-hidden="true" />}
          {t('password.at_least', { least: MIN_PASSWORD })}
          {length > 0 && !enough && (
            <span className="num" aria-hidden="true">
              {length}/{MIN_PASSWORD}
            </span>
          )}
        </span>
      )}
    </span>
  );
}

interface Props extends PasswordInputProps {
  /** For a new password: what was typed so far, to tell how long it is. */
  typed?: string;
}

/** A password that can be shown while it is typed; a new one tells how long it must be. */
export function PasswordField({ typed, ...rest }: Props) {
  const { t } = useTranslation('identity');
  return (
    <PasswordInput
      aria-invalid={Boolean(rest.error)}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(typed === undefined
        ? {}
        : {
            className: styles.settled ?? '',
            description: <LengthHint length={[...typed].length} silent={Boolean(rest.error)} />,
          })}
      {...rest}
    />
  );
}
