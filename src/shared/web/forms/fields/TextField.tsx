import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import { UNKNOWN } from '../../format/numbers.ts';
import { useFormField } from '../form-scope.ts';

type Own = 'name' | 'label' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref' | 'required';
interface Props extends Omit<TextInputProps, Own> {
  name: string;
  label: string;
  hideLabel?: boolean;
  /** Marked as what must be filled in. */
  required?: boolean;
  /** Shown and not changed: easily read, and told to be so. */
  closed?: boolean;
  /** Nothing typed is stored as null. */
  nullable?: boolean;
  onTyped?: (text: string) => void;
}

const show = (text: string | null) => text || UNKNOWN;

function useTextField({ name, label, hideLabel, required = false, nullable = false, onTyped }: Props) {
  const { value, change, input } = useFormField<string | null>({ name, label, hideLabel, show });
  const type = (text: string) => {
    change(nullable && text === '' ? null : text);
    onTyped?.(text);
  };
  // Blanks around a text are no part of it, and a text of blanks is none.
  const onBlur = () => {
    const text = value?.trim() ?? '';
    if (value !== null && text !== value) change(nullable && text === '' ? null : text);
    input.onBlur();
  };
  return { ...input, onBlur, value: value ?? '', withAsterisk: required, type };
}

/** A text of one line. */
export function TextField(props: Props) {
  const { name, label, hideLabel, required, nullable, onTyped, closed = false, ...rest } = props;
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

type AreaProps = Pick<Props, 'name' | 'label' | 'required' | 'nullable'> & Omit<TextareaProps, Own>;

/** A text of several lines, which grows with what is typed. */
export function TextAreaField({ name, label, required = false, nullable = false, ...rest }: AreaProps) {
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
