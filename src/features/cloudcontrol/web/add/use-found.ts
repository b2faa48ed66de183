import { useMemo, useState } from 'react';
import { placedOf } from '../field/home/home.model.ts';
import { resultsOf } from './find.model.ts';
import { questionOf } from './find-form.model.ts';
import { useChoices } from './use-choices.ts';
import { type Question, useFieldTask } from './use-field-task.ts';
import type { Wizard } from './use-wizard.ts';

/** What is asked, and where: the same for all devices that are found by it. */
export interface Looked {
  question: Question & { kind: 'find' };
  proj_code: string;
}

/** The search, its answers as they come, and what is chosen of them. */
export function useFound({ draft, port, tree }: Wizard) {
  const task = useFieldTask();
  const [looked, setLooked] = useState<Looked | null>(null);
  const results = useMemo(() => resultsOf(task.asked?.tasks ?? []), [task.asked]);
  const names = useMemo(() => {
    const plants = tree.filter(({ proj_code }) => proj_code === looked?.proj_code);
    return placedOf(plants).map(({ device }) => device.short_name);
  }, [tree, looked]);
  const choices = useChoices(results.found, names);
  return {
    task,
    looked,
    results,
    choices,
    busy: task.state === 'asking',
    ask: () => {
      const { question } = questionOf(draft, port?.framer);
      if (!question) return;
      choices.clear();
      setLooked({ question, proj_code: draft.proj_code });
      task.ask(question);
    },
  };
}
export type Search = ReturnType<typeof useFound>;
