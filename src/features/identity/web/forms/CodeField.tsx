import { TextInput, type TextInputProps } from '@mantine/core';
import styles from './forms.module.css';

/** Six digits of an authenticator; telephones offer the number keys and, where they know it, the code itself. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
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
