import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type SubmitOptions, useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { useErrorMessages } from './refusal-words.ts';

/** Sends a form of an account: what is refused is said in the words of accounts. */
export function useAccountSubmit<T extends FieldValues>(
  form: UseFormReturn<T>,
  options: Omit<SubmitOptions<T>, 'words'>,
) {
  return useSubmit(form, { ...options, words: useErrorMessages() });
}
