import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { CallError } from '../../contract/client.ts';
import { toast } from '../ui/toast.ts';
import { onBlurDeferred } from './on-blur.ts';
import { type ErrorMessages, useSubmit } from './use-submit.ts';

export interface RecordFormOptions<V extends FieldValues, R extends { version: number }> {
  /** What is stored, as it was when the form was opened. */
  record: R;
  /** What stands in the fields of a stored record. */
  valuesOf: (record: R) => V;
  /** The body of the call, of what stands in the fields. */
  bodyOf: (values: V) => object;
  /** The contract's own schema of that body: the form refuses what the call would refuse. */
  body: z.ZodType<object, object>;
  /** The contract's schema of what is stored: a conflict's answer carries the other version. */
  stored: z.ZodType<R>;
  save: (values: V, version: number) => Promise<R>;
  words: ErrorMessages;
  onSaved?: (record: R) => void;
}

/** Judges what stands in the fields by the contract's schema, and says each fault in the reader's words. */
function useContractResolver<V extends FieldValues>(
  body: z.ZodType<object, object>,
  bodyOf: (values: V) => object,
): Resolver<V> {
  const { t } = useTranslation();
  const judge = zodResolver(body) as unknown as Resolver<FieldValues>;
  return async (values, context, options) => {
    const judged = await judge(bodyOf(values), context, options as never);
    const faults = Object.entries(judged.errors).map(([field, error]) => {
      const message = values[field] === '' ? t('told.required') : t('told.invalid');
      return [field, { ...error, message }] as const;
    });
    // The fields keep what was typed: the body is made of it again when it is sent.
    return faults.length === 0
      ? { values, errors: {} }
      : ({ values: {}, errors: Object.fromEntries(faults) } as Awaited<ReturnType<Resolver<V>>>);
  };
}

/**
 * The form of one stored record: faults at their fields with the focus on the first, nothing typed is ever lost, and where
 * somebody else saved meanwhile both versions are there to choose from.
 */
export function useRecordForm<V extends FieldValues, R extends { version: number }>(
  options: RecordFormOptions<V, R>,
) {
  const { valuesOf, save, stored, onSaved } = options;
  const [base, setBase] = useState(options.record);
  const [theirs, setTheirs] = useState<R | null>(null);
  const form = useForm<V>({
    defaultValues: valuesOf(base) as DefaultValues<V>,
    resolver: useContractResolver(options.body, options.bodyOf),
    ...onBlurDeferred,
  });
  const begin = (record: R) => {
    setTheirs(null);
    setBase(record);
    form.reset(valuesOf(record));
  };
  const take = (fault: CallError): boolean => {
    const other = fault.status === 409 ? stored.safeParse(fault.problem.stored).data : undefined;
    if (other) setTheirs(other);
    return other !== undefined;
  };
  const { submit, refusal } = useSubmit<V>(form, {
    words: options.words,
    take,
    act: async (values) => {
      const record = await save(values, (theirs ?? base).version);
      begin(record);
      toast.saved();
      onSaved?.(record);
    },
  });
  return {
    form,
    submit,
    refusal,
    /** As it was read, or saved last. */
    base,
    /** What somebody else saved in the meantime; whoever submits once more keeps their own. */
    theirs,
    takeTheirs: () => theirs && begin(theirs),
    unsaved: form.formState.isDirty,
    busy: form.formState.isSubmitting,
  };
}
