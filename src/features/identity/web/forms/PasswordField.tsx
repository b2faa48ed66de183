import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { MIN_PASSWORD } from '../../identity.model.ts';
import styles from './forms.module.css';

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
            description: <LengthHint length={[...typed].length} silent={Boolean(rest.error)} />,
          })}
      {...rest}
    />
  );
}
