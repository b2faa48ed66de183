import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useReasonLabels } from '../field/reasons.public.ts';
import { isBlank, isStrange, type Outcome, tellingOf } from './answers.model.ts';
import classes from './bulk.module.css';
import type { ValueWords } from './use-value-words.ts';

/** Values that stand in a row. */
const SHOWN = 3;

interface Props {
  outcome: Outcome | undefined;
  words: ValueWords;
  usual: string;
}

function Silent({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('bulk');
  const why = useReasonLabels();
  const { reason } = outcome;
  const said = reason?.code === 'nothing' ? t('answer.nothing') : reason && why(reason);
  return (
    <p className={classes.outcome} data-tone="silent">
      <IconCircleX size={16} stroke={1.9} aria-hidden="true" />
      <span>{said}</span>
    </p>
  );
}

/** What looks wrong with what was read, in words. */
function useDoubts({ words, usual }: Pick<Props, 'words' | 'usual'>) {
  const { t } = useTranslation('bulk');
  return (outcome: Outcome): string[] => {
    const { values, model, read, asked, others } = outcome;
    const strange = values.filter(({ name, value }) => isStrange(words.quantityOf(name, outcome), value));
    return [
      ...(usual !== '' && model !== '' && model !== usual ? [t('answer.other_model', { model })] : []),
      ...(strange.length > 0
        ? [
            t('answer.strange', {
              names: strange
                .slice(0, 2)
                .map(({ name }) => words.labelOf(name))
                .join(', '),
            }),
          ]
        : []),
      ...(isBlank(outcome) ? [t('answer.blank')] : []),
      ...(read < asked / 2 && outcome.found === null ? [t('answer.few', { read, asked })] : []),
      ...(others > 0 ? [t('answer.others', { count: others })] : []),
    ];
  };
}

/** What a device answered when it was tried: its first values, or why there are none. */
export function AnswerCell({ outcome, words, usual }: Props) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const doubtsOf = useDoubts({ words, usual });
  if (!outcome) return <span className="muted">{t('answer.untried')}</span>;
  if (outcome.state !== 'ended') {
    return (
      <p className={classes.outcome}>
        {outcome.state === 'running' && <Loader size={14} aria-hidden="true" />}
        <span className="muted">{t(`answer.${outcome.state}`)}</span>
      </p>
    );
  }
  if (outcome.reason) return <Silent outcome={outcome} />;
  const doubts = doubtsOf(outcome);
  const telling = tellingOf(outcome.values, (name) => words.quantityOf(name, outcome), SHOWN);
  const Icon = doubts.length > 0 ? IconAlertTriangle : IconCircleCheck;
  const facts = [
    outcome.model,
    t('answer.values', { read: outcome.read, asked: outcome.asked }),
    outcome.latency_ms !== null && `${number(outcome.latency_ms, 0)} ms`,
  ].filter(Boolean);
  return (
    <div className={classes.outcome} data-tone={doubts.length > 0 ? 'doubt' : 'good'}>
      <Icon
        size={16}
        stroke={1.9}
        role="img"
        aria-label={t(doubts.length > 0 ? 'answer.doubtful' : 'answer.good')}
      />
      <div>
        {doubts.map((doubt) => (
          <p key={doubt}>{doubt}</p>
        ))}
        {telling.length > 0 && (
          <p className={classes.values}>
            {telling.map(({ name, value }) => (
              <span key={name} title={words.labelOf(name)}>
                {words.valueOf(name, value, outcome)}
              </span>
            ))}
          </p>
        )}
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
    </div>
  );
}
