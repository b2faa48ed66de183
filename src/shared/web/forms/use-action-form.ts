import { useRef } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { Scope } from './form-scope.ts';
import { onBlurDeferred } from './on-blur.ts';
import { useErrorMessage } from './use-error-message.ts';
import { type SubmitOptions, useSubmit } from './use-submit.ts';

interface Options<V extends FieldValues> extends Pick<SubmitOptions<V>, 'focus' | 'messageFor'> {
  /** What stands in the fields at first. */
  values: V;
  /** What `values` become is followed by the fields in which nothing was typed. */
  follow?: boolean;
  /** The area's words: messages for what is refused stand there under `faults`. */
  words: string;
  /** What is done; whatever it throws is said at its field or above the form. */
  act: (values: V, form: UseFormReturn<V>) => Promise<void>;
}

/** The form of what is no record, such as signing in: fields, one thing that is done with them, and why it was refused. */
export function useActionForm<V extends FieldValues>(options: Options<V>) {
  const { values, follow = false, words, act, ...sending } = options;
  const { current: scope } = useRef<Scope>({ body: undefined, fields: new Map() });
  const form = useForm<V>({
    ...onBlurDeferred,
    ...(follow
      ? { values, resetOptions: { keepDirtyValues: true } }
      : { defaultValues: values as DefaultValues<V> }),
  });
  const { submit, refusal } = useSubmit<V>(form, {
    ...sending,
    words: useErrorMessage(words),
    act: (given) => act(given, form),
  });
  const { isDirty: unsaved, isSubmitting: busy } = form.formState;
  return { form, scope, submit, refusal, unsaved, busy };
}

export type ActionForm = Pick<
  ReturnType<typeof useActionForm<FieldValues>>,
  'scope' | 'submit' | 'refusal' | 'busy'
> & {
  form: unknown;
};
