import { UNKNOWN } from '../../format/unknown.ts';
import { type Rule, useFormField } from '../form-scope.ts';

/** What of an input is the field's own matter. */
export type OwnOfText = 'name' | 'label' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref' | 'required';

export interface TextOptions {
  name: string;
  label: string;
  hideLabel?: boolean;
  /** Marked as what must be filled in. */
  required?: boolean;
  /** Nothing typed is stored as null. */
  nullable?: boolean;
  onTyped?: (text: string) => void;
  /** Of an action form: true, or why the text will not do. */
  rule?: Rule<string>;
}

const show = (text: string | null) => text || UNKNOWN;

/** A text of a form: its value without the blanks around it, its fault, its focus. */
export function useTextField(options: TextOptions) {
  const { name, label, hideLabel, required = false, nullable = false, onTyped, rule } = options;
  const { value, change, input } = useFormField<string | null>({
    name,
    label,
    hideLabel,
    show,
    rule: rule && ((text, values) => rule(text ?? '', values)),
  });
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
