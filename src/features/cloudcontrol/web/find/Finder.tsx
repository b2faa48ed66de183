import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import type { DeviceTree } from '../../configuration.contract.ts';
import { useFieldTask } from '../field-tasks/use-field-task.ts';
import { AddBar } from './AddBar.tsx';
import { FindForm } from './FindForm.tsx';
import { FoundCard } from './FoundCard.tsx';
import { keyOf, resultsOf } from './find.model.ts';
import classes from './find.module.css';
import type { FindSearch } from './find-search.ts';
import { Progress } from './Progress.tsx';
import { SilenceNote } from './SilenceNote.tsx';
import { useChoices } from './use-choices.ts';
import { type Looked, useFindForm } from './use-find-form.ts';

interface Props {
  tree: DeviceTree;
  search: FindSearch;
}

/** More than so many stand on the screen without their values, until somebody asks for them. */
const MANY = 4;

/** Names that are taken in a plant. */
function namesIn(tree: DeviceTree, proj_code: string): string[] {
  const plant = tree.find((one) => one.proj_code === proj_code);
  if (!plant) return [];
  const behind = plant.ports.flatMap(({ devices }) => devices);
  return [...behind, ...plant.devices].map(({ short_name }) => short_name);
}

/** The search, its answers as they come, and what is done with them. */
export function Finder({ tree, search }: Props) {
  const { t } = useTranslation('find');
  const { formMessage } = useErrorMessage('field');
  const question = useFieldTask();
  const [looked, setLooked] = useState<Looked | null>(null);
  const results = useMemo(() => resultsOf(question.asked?.tasks ?? []), [question.asked]);
  const names = useMemo(() => (looked ? namesIn(tree, looked.proj_code) : []), [tree, looked]);
  const choices = useChoices(results.found, names);
  const form = useFindForm(tree, search, (next) => {
    choices.clear();
    setLooked(next);
    question.ask(next.question);
  });
  const busy = question.state === 'asking';
  // By what was asked while answers still come: no card folds under its reader.
  const many = (busy ? (looked?.question.unit_ids.length ?? 0) : results.found.length) > MANY;
  return (
    <>
      <FindForm form={form} busy={busy} onStop={question.stop} />
      {question.state === 'failed' && <FormError>{formMessage(question.fault)}</FormError>}
      <p
        className={question.state === 'ended' && results.ended > 0 ? classes.told : 'visually-hidden'}
        role="status"
      >
        {question.state === 'ended' && results.ended > 0 && t('found', { count: results.found.length })}
      </p>
      {busy && <Progress results={results} units={looked?.question.unit_ids ?? []} />}
      {looked && results.found.length > 0 && (
        <section className={classes.found} aria-label={t('found', { count: results.found.length })}>
          {results.found.map((found) => (
            <FoundCard
              key={keyOf(found)}
              found={found}
              choices={choices}
              folded={found.device_id !== null || many}
            />
          ))}
        </section>
      )}
      {looked &&
        results.silences.map((silence) => (
          <SilenceNote key={JSON.stringify(silence.reason)} silence={silence} looked={looked} />
        ))}
      {question.state === 'ended' && results.ended === 0 && <EmptyState title={t('stopped')} />}
      {looked && results.found.length > 0 && (
        <AddBar found={results.found} choices={choices} looked={looked} busy={busy} />
      )}
    </>
  );
}
