import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { type SubmitOptions, useSubmit } from '../../../../shared/web/forms/use-submit.ts';

/** Sends a form of an account: what is refused is said in the words of accounts. */
export function useAccountSubmit<T extends FieldValues>(
  form: UseFormReturn<T>,
  options: Omit<SubmitOptions<T>, 'words'>,
) {
  return useSubmit(form, { ...options, words: useErrorMessage('identity') });
}
