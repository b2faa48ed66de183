import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MADE_KINDS, type MadeThing, tokenOf } from '../../../../shared/contract/made-things.ts';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import styles from './users.module.css';

interface Props {
  things: readonly MadeThing[];
  /** Tokens of those that are to end. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function useThingLabels() {
  const { t } = useTranslation('companies');
  const { date, language } = useFormat();
  return ({ kind, created_at, last_used_at }: MadeThing): string => {
    const made = t('made.created', { date: date(created_at, HERE) });
    if (kind === 'shared_chart' || kind === 'invitation') return made;
    const used = ageWords(last_used_at, Date.now(), language);
    return `${made} · ${used === null ? t('made.never_used') : t('made.last_used', { when: used })}`;
  };
}

/** What somebody made that goes on without them, kind after kind, with what of it is to end now. */
export function MadeThings({ things, chosen, onChange }: Props) {
  const { t } = useTranslation('companies');
  const wordsOf = useThingLabels();
  return (
    <>
      {MADE_KINDS.map((kind) => {
        const some = things.filter((thing) => thing.kind === kind);
        if (some.length === 0) return null;
        return (
          <Checkbox.Group
            key={kind}
            label={t(`made.kind.${kind}`)}
            description={t(`made.about.${kind}`)}
            value={[...chosen]}
            onChange={onChange}
          >
            <ul className={styles.choices}>
              {some.map((thing) => (
                <li key={thing.id}>
                  <Checkbox value={tokenOf(thing)} label={thing.name} description={wordsOf(thing)} />
                </li>
              ))}
            </ul>
          </Checkbox.Group>
        );
      })}
    </>
  );
}
