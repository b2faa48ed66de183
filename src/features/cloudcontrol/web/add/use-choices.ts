import { useMemo, useState } from 'react';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { type Choice, choiceFaults, proposalsFor } from './choices.model.ts';
import { keyOf } from './find.model.ts';

/** What is proposed of each device and what was changed of it, by its key. */
export function useChoices(found: readonly FoundDevice[], names: readonly string[]) {
  const language = useLanguage();
  const [changed, setChanged] = useState<ReadonlyMap<string, Partial<Choice>>>(new Map());
  const choices = useMemo(() => {
    const proposed = proposalsFor(found, names, language);
    return new Map([...proposed].map(([key, choice]) => [key, { ...choice, ...changed.get(key) }]));
  }, [found, names, language, changed]);
  const faults = useMemo(() => choiceFaults(choices, names), [choices, names]);
  const change = (key: string, part: Partial<Choice>) =>
    setChanged((before) => new Map(before).set(key, { ...before.get(key), ...part }));
  return {
    choices,
    faults,
    change,
    /** Whether something was typed that a search would propose otherwise. */
    typed: [...changed.values()].some((part) => Object.keys(part).some((name) => name !== 'chosen')),
    /** Chooses every one that does not stand already, or none. */
    chooseAll: (chosen: boolean) => {
      for (const one of found) if (one.device_id === null) change(keyOf(one), { chosen });
    },
    clear: () => setChanged(new Map()),
  };
}
export type Choices = ReturnType<typeof useChoices>;
