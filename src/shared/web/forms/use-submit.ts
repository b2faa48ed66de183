import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { CallError, type FieldError } from '../../contract/client.ts';

/** How a refusal is said in the reader's language: at its field, and as a whole. */
export interface RefusalWords {
  ofField: (error: FieldError) => string;
  ofWhole: (fault: unknown) => string;
}

interface Options<T extends FieldValues> {
  words: RefusalWords;
  /** What is done with the values; whatever it throws is told where it belongs. */
  act: (values: T) => Promise<void>;
  /** Answers whether the form deals with this refusal itself, for instance two versions of the same thing. */
  take?: (fault: CallError) => boolean;
}

/** Puts a refusal's faults at the fields they name, with the focus on the first; answers those that name none. */
function placeFaults<T extends FieldValues>(
  form: UseFormReturn<T>,
  errors: readonly FieldError[],
  words: RefusalWords,
): readonly FieldError[] {
  const values = form.getValues();
  const fieldOf = ({ path }: FieldError) => path.split('.')[0] ?? '';
  const placed = errors.filter((error) => fieldOf(error) in values);
  placed.forEach((error, i) => {
    const options = { shouldFocus: i === 0 };
    form.setError(fieldOf(error) as Path<T>, { type: 'server', message: words.ofField(error) }, options);
  });
  return errors.filter((error) => !placed.includes(error));
}

/** Sends a form: nothing that was typed is lost, and a refusal stands where it belongs. */
export function useSubmit<T extends FieldValues>(form: UseFormReturn<T>, options: Options<T>) {
  const { words, act, take } = options;
  const [refusal, setRefusal] = useState<string | null>(null);
  const tell = (fault: unknown) => {
    if (!(fault instanceof CallError)) console.error(fault);
    else {
      if (take?.(fault)) return;
      const others = placeFaults(form, fault.errors, words);
      if (fault.errors.length > 0 && others.length === 0) return;
      const [first] = others;
      if (first) return setRefusal(words.ofField(first));
    }
    setRefusal(words.ofWhole(fault));
  };
  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await act(values);
    } catch (fault) {
      tell(fault);
    }
  });
  return { submit, refusal, clear: () => setRefusal(null) };
}
