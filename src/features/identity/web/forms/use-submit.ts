import { type ReactNode, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { CallError } from '../../../../shared/contract/client.ts';
import { type RefusalWords, useRefusalWords } from './refusal-words.ts';

interface Options<T extends FieldValues> {
  /** What is done with the values; whatever it throws is told where it belongs. */
  act: (values: T) => Promise<void>;
  /** Words of this form for a refusal as a whole; undefined leaves it to the usual ones. */
  say?: (fault: CallError) => ReactNode;
  /** Where the focus goes when the refusal names no field. */
  focus?: Path<T>;
}

/** Puts a refusal's faults at the fields they name, with the focus on the first; answers whether there were any. */
function placeFaults<T extends FieldValues>(
  form: UseFormReturn<T>,
  fault: CallError,
  words: RefusalWords,
): boolean {
  const values = form.getValues();
  const placed = fault.errors.filter(({ path }) => path in values);
  placed.forEach((error, i) => {
    const options = { shouldFocus: i === 0 };
    form.setError(error.path as Path<T>, { type: 'server', message: words.ofField(error) }, options);
  });
  return placed.length > 0;
}

/** How the forms of an account are sent: nothing that was typed is lost, and a refusal stands where it belongs. */
export function useSubmit<T extends FieldValues>(form: UseFormReturn<T>, { act, say, focus }: Options<T>) {
  const words = useRefusalWords();
  const [refusal, setRefusal] = useState<ReactNode>(null);
  const tell = (fault: unknown) => {
    if (!(fault instanceof CallError)) console.error(fault);
    const own = fault instanceof CallError ? say?.(fault) : undefined;
    if (own === undefined && fault instanceof CallError && placeFaults(form, fault, words)) return;
    setRefusal(own ?? words.ofWhole(fault));
    if (focus) form.setFocus(focus);
  };
  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await act(values);
    } catch (fault) {
      tell(fault);
    }
  });
  return { submit, refusal };
}
