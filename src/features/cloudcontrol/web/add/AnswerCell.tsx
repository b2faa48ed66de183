import { Group, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { useReasonLabels } from '../field/reasons.public.ts';
import type { Outcome } from './answers.model.ts';
import { isBlank, isStrange, tellingOf } from './plausible.model.ts';
import type { ValueWords } from './use-value-words.ts';

/** Values that stand in a row. */
const SHOWN = 3;

interface Props {
  outcome: Outcome | undefined;
  words: ValueWords;
  usual: string;
}

function Silent({ outcome: { reason } }: { outcome: Outcome }) {
  const { t } = useTranslation('add');
  const why = useReasonLabels();
  return (
    <Note tone="alarm" icon={IconCircleX}>
      {reason?.code === 'nothing' ? t('answer.nothing') : reason && why(reason)}
    </Note>
  );
}

/** What looks wrong with what was read, in words. */
function useDoubts({ words, usual }: Pick<Props, 'words' | 'usual'>) {
  const { t } = useTranslation('add');
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
  const { t } = useTranslation('add');
  const { number } = useFormat();
  const doubtsOf = useDoubts({ words, usual });
  if (!outcome) return <Muted as="span">{t('answer.untried')}</Muted>;
  if (outcome.state !== 'ended') {
    return (
      <Group gap={8} wrap="nowrap">
        {outcome.state === 'running' && <Loader size={14} aria-hidden="true" />}
        <Muted as="span">{t(`answer.${outcome.state}`)}</Muted>
      </Group>
    );
  }
  if (outcome.reason) return <Silent outcome={outcome} />;
  const doubts = doubtsOf(outcome);
  const telling = tellingOf(outcome.values, (name) => words.quantityOf(name, outcome), SHOWN);
  const doubtful = doubts.length > 0;
  const Icon = doubtful ? IconAlertTriangle : IconCircleCheck;
  const facts = [
    outcome.model,
    t('answer.values', { read: outcome.read, asked: outcome.asked }),
    outcome.latency_ms !== null && `${number(outcome.latency_ms, 0)} ms`,
  ].filter(Boolean);
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <Icon
        size={16}
        stroke={1.9}
        style={{ flex: 'none', marginTop: 2 }}
        color={doubtful ? 'var(--warning-text)' : 'var(--success-text)'}
        role="img"
        aria-label={t(doubtful ? 'answer.doubtful' : 'answer.good')}
      />
      <div>
        {doubts.map((doubt) => (
          <p key={doubt}>{doubt}</p>
        ))}
        <Group gap="0 12px">
          {telling.map(({ name, value }) => (
            <b key={name} title={words.labelOf(name)}>
              {words.valueOf(name, value, outcome)}
            </b>
          ))}
        </Group>
        <Muted>{facts.join(' · ')}</Muted>
      </div>
    </Group>
  );
}
