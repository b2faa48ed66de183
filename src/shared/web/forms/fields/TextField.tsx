import { TextInput, type TextInputProps } from '@mantine/core';
import { type OwnOfText, type TextOptions, useTextField } from './use-text-field.ts';

type Props = TextOptions &
  Omit<TextInputProps, OwnOfText> & {
    /** Shown and not changed: easily read, and told to be so. */
    closed?: boolean;
  };

/** A text of one line. */
export function TextField(props: Props) {
  const { name, label, hideLabel, required, nullable, onTyped, rule, closed = false, ...rest } = props;
  const { type, ...input } = useTextField(props);
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      {...input}
      {...(closed ? { readOnly: true, variant: 'filled' } : {})}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
