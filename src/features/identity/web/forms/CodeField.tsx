import type { ComponentProps } from 'react';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import styles from './forms.module.css';
import { useRules } from './rules.ts';

/** Six digits of an authenticator; telephones offer the number keys and, where they know it, the code itself. */
export function CodeField(props: Omit<ComponentProps<typeof TextField>, 'name' | 'rule'>) {
  const rules = useRules();
  return (
    <TextField
      name="code"
      rule={rules.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={8}
      classNames={{ input: styles.code ?? '' }}
      {...props}
    />
  );
}
