import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../../../shared/contract/client.ts';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import { useFieldRefusals } from './field-faults.ts';
import { allTyped, changesOf, type Field, faultsOf, type Stored, type Typed } from './fields.model.ts';
import { useFieldLabels } from './words.ts';

export interface EntityFormOptions<E extends Stored & { version: number }> {
  fields: readonly Field[];
  entity: E;
  /** Saves the changed fields upon a version; answers what is stored then. */
  save: (change: Record<string, unknown>, version: number) => Promise<E>;
  /** What is stored now, asked for when somebody else was faster. */
  reload: () => Promise<E>;
  onSaved?: (stored: E) => void;
}

export interface EntityForm<E> {
  typed: Typed;
  set: (name: string, value: string | boolean) => void;
  touch: (name: string) => void;
  /** Marks everything that is missing or wrong. */
  touchAll: () => void;
  errorOf: (name: string) => string | undefined;
  dirty: boolean;
  busy: boolean;
  refusal: string | null;
  /** Another version, saved by somebody else in the meantime. */
  theirs: E | null;
  change: Record<string, unknown>;
  submit: () => Promise<void>;
  undo: () => void;
  takeTheirs: () => void;
}

/**
 * A form over the fields of something stored: it sends what was changed and nothing else, keeps what is typed whatever
 * happens, follows what others save while nothing is typed, and holds both versions when two people save.
 */
export function useEntityForm<E extends Stored & { version: number }>(
  options: EntityFormOptions<E>,
): EntityForm<E> {
  const { fields, entity, save, reload, onSaved } = options;
  const words = useFieldLabels();
  const language = useLanguage();
  const { fieldMessage, formMessage } = useFieldRefusals();
  const [base, setBase] = useState(entity);
  const [typed, setTyped] = useState<Typed>(() => allTyped(fields, entity, language));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [served, setServed] = useState<ReadonlyMap<string, string>>(new Map());
  const [theirs, setTheirs] = useState<E | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = changesOf(fields, typed, base);
  const faults = faultsOf(fields, typed);
  const dirty = Object.keys(change).length > 0 || faults.size > 0;
  const begin = (from: E) => {
    setBase(from);
    setTyped(allTyped(fields, from, language));
    setTouched(new Set());
    setServed(new Map());
    setTheirs(null);
    setRefusal(null);
  };
  const latest = useRef({ base, dirty, begin });
  latest.current = { base, dirty, begin };
  useEffect(() => {
    const { base: before, dirty: typing, begin: anew } = latest.current;
    if (entity.version !== before.version && !typing) anew(entity);
  }, [entity]);

  const tell = async (fault: unknown) => {
    if (!(fault instanceof CallError)) console.error(fault);
    // Faults of fields may be conflicts too, of a name that is taken.
    if (fault instanceof CallError && fault.status === 409 && fault.errors.length === 0) {
      setTheirs(await reload());
      return;
    }
    const errors = fault instanceof CallError ? fault.errors : [];
    const shown = errors.filter(({ path }) => fields.some(({ name }) => name === path.split('.').at(-1)));
    setServed(new Map(shown.map((error) => [error.path.split('.').at(-1) ?? '', fieldMessage(error)])));
    setRefusal(shown.length === 0 ? formMessage(fault) : null);
  };
  const touchAll = () => setTouched(new Set(fields.map(({ name }) => name)));
  const submit = async () => {
    touchAll();
    setServed(new Map());
    setRefusal(null);
    if (faults.size > 0) return;
    setBusy(true);
    try {
      const stored = await save(change, (theirs ?? base).version);
      begin(stored);
      toast.saved();
      onSaved?.(stored);
    } catch (fault) {
      await tell(fault).catch((again: unknown) => setRefusal(formMessage(again)));
    } finally {
      setBusy(false);
    }
  };
  return {
    typed,
    set: (name, value) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setServed((before) => new Map([...before].filter(([one]) => one !== name)));
    },
    touchAll,
    touch: (name) => setTouched((before) => new Set([...before, name])),
    errorOf: (name) => {
      const fault = touched.has(name) ? faults.get(name) : undefined;
      return fault ? words.fault(fault) : served.get(name);
    },
    dirty,
    busy,
    refusal,
    theirs,
    change,
    submit,
    undo: () => begin(entity),
    takeTheirs: () => theirs && begin(theirs),
  };
}
