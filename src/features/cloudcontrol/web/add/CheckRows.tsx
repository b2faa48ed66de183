import { useTranslation } from 'react-i18next';
import { silencesOf } from './answers.model.ts';
import type { Done } from './done.model.ts';
import { Rows } from './Rows.tsx';
import { RowsBar } from './RowsBar.tsx';
import { SilenceNote } from './SilenceNote.tsx';
import { useAdding } from './use-adding.ts';
import type { Wizard } from './use-wizard.ts';

/** So many names stand in the heading of an advice. */
const NAMED = 5;

/** The rows with what each answered, what to look at where nothing came, and what is done with them. */
export function CheckRows({ wizard, onDone }: { wizard: Wizard; onDone: (done: Done) => void }) {
  const { t } = useTranslation('add');
  const adding = useAdding(wizard, onDone);
  const silences = silencesOf(wizard.rows, wizard.answers.outcomes);
  const whom = (names: readonly string[]) => {
    const more = names.length - NAMED;
    const first = names.slice(0, NAMED).join(', ');
    return more > 0 ? t('and_more', { names: first, count: more }) : first;
  };
  return (
    <>
      <Rows wizard={wizard} adding={adding} />
      {!wizard.answers.asking &&
        silences.map(({ reasons, names }) => (
          <SilenceNote key={JSON.stringify(reasons)} reasons={reasons} whom={whom(names)} />
        ))}
      <RowsBar wizard={wizard} adding={adding} />
    </>
  );
}
