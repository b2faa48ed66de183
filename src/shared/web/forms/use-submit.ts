import { type ReactNode, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError, type FieldError } from '../../contract/client.ts';
import { fieldOfPath } from './body-faults.ts';
import { isOnScreen } from './on-screen.ts';

/** How a refusal is said in the reader's language: at its field, and as a whole. */
export interface ErrorMessages {
  fieldMessage: (error: FieldError) => string;
  formMessage: (fault: unknown) => string;
}

export interface SubmitOptions<T extends FieldValues> {
  words: ErrorMessages;
  /** What is done with the values; whatever it throws is told where it belongs. */
  act: (values: T) => Promise<void>;
  /** Answers whether the form deals with this refusal itself, for instance two versions of the same thing. */
  take?: (fault: CallError) => boolean;
  /** Words of this form for a refusal as a whole, perhaps with a link; undefined leaves it to the usual ones. */
  messageFor?: (fault: CallError) => ReactNode;
  /** Where the focus goes when the refusal names no field. */
  focus?: Path<T>;
  /** The field of a fault, where the call's body is built otherwise than the form. */
  fieldOf?: (path: string) => string | undefined;
}

/** Puts a refusal's faults at the fields on screen that they name, with the focus on the first; answers the others. */
function placeFaults<T extends FieldValues>(
  form: UseFormReturn<T>,
  errors: readonly FieldError[],
  { words, fieldOf }: Pick<SubmitOptions<T>, 'words' | 'fieldOf'>,
): readonly FieldError[] {
  const values = form.getValues();
  const placeOf = (path: string): string | undefined => {
    const place = fieldOf ? fieldOf(path) : fieldOfPath(path, values);
    return place !== undefined && isOnScreen(form, place) ? place : undefined;
  };
  const placed = errors.filter(({ path }) => placeOf(path) !== undefined);
  placed.forEach((error, i) => {
    const options = { shouldFocus: i === 0 };
    form.setError(
      placeOf(error.path) as Path<T>,
      { type: 'server', message: words.fieldMessage(error) },
      options,
    );
  });
  return errors.filter((error) => !placed.includes(error));
}

/** Sends a form: nothing that was typed is lost, and a refusal stands where it belongs. */
export function useSubmit<T extends FieldValues>(form: UseFormReturn<T>, options: SubmitOptions<T>) {
  const { act, take, messageFor, focus, fieldOf } = options;
  const { t } = useTranslation();
  const words: ErrorMessages = {
    ...options.words,
    // Said alike wherever a name is typed.
    fieldMessage: (error) =>
      error.code === 'unseen_characters' ? t('messages.unseen') : options.words.fieldMessage(error),
  };
  const [refusal, setRefusal] = useState<ReactNode>(null);
  /** What is left to be said of the whole; null where the fields say it all. */
  const rest = (fault: CallError): ReactNode => {
    const own = messageFor?.(fault);
    if (own !== undefined) return own;
    const others = placeFaults(form, fault.errors, { words, ...(fieldOf ? { fieldOf } : {}) });
    if (fault.errors.length > 0 && others.length === 0) return null;
    const [first] = others;
    return first ? words.fieldMessage(first) : words.formMessage(fault);
  };
  const tell = (fault: unknown) => {
    const isRefusal = fault instanceof CallError;
    if (!isRefusal) console.error(fault);
    if (isRefusal && take?.(fault)) return;
    const said = isRefusal ? rest(fault) : words.formMessage(fault);
    setRefusal(said);
    if (said !== null && focus) form.setFocus(focus);
  };
  const send = async (values: T) => {
    setRefusal(null);
    try {
      await act(values);
    } catch (fault) {
      tell(fault);
    }
  };
  // Fields that are not filled in say so themselves: what was refused before is over.
  const submit = form.handleSubmit(send, () => setRefusal(null));
  return { submit, refusal, clear: () => setRefusal(null) };
}
