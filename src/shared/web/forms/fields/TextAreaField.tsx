import { Textarea, type TextareaProps } from '@mantine/core';
import { type OwnOfText, type TextOptions, useTextField } from './use-text-field.ts';

type Props = Pick<TextOptions, 'name' | 'label' | 'required' | 'nullable'> & Omit<TextareaProps, OwnOfText>;

/** A text of several lines, which grows with what is typed. */
export function TextAreaField({ name, label, required = false, nullable = false, ...rest }: Props) {
  const { type, ...input } = useTextField({ name, label, required, nullable });
  return (
    <Textarea
      autosize
      style={{ gridColumn: '1 / -1' }}
      minRows={2}
      maxRows={6}
      {...rest}
      {...input}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
