import { Group, List } from '@mantine/core';
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../shared/web/page/Section.tsx';
import type { Reason } from '../../configured.contract.ts';
import { AllowCommand } from '../field/allow-command.public.tsx';
import { useReasonLabels } from '../field/reasons.public.ts';
import { adviceFor } from './advice.model.ts';

/** So many commands stand below an advice; one for a whole network is shorter than more of them. */
const COMMANDS = 3;

interface Props {
  /** Of one code; they may name different addresses. */
  reasons: readonly Reason[];
  /** Unit ids, or names of rows, of which this was said. */
  whom: string;
  /** Where to go on with a device that answers, but does not say what it is. */
  next?: ReactNode;
}

/** Why nothing came, what to look at first, and where to go on. */
export function SilenceNote({ reasons, whom, next }: Props) {
  const { t } = useTranslation('add');
  const why = useReasonLabels();
  const [first = {}, ...others] = reasons;
  const reason: Reason = others.length > 0 ? { code: first.code ?? '' } : first;
  const advice = adviceFor(reason);
  const Icon = advice === 'not_sunspec' ? IconHelpCircle : IconAlertTriangle;
  const said = reason.code === 'nothing' ? t('answer.nothing') : why(reason);
  return (
    <Section
      title={
        <Group gap={8} wrap="nowrap" align="flex-start">
          <Icon
            size={18}
            stroke={1.8}
            color="var(--warning-text)"
            style={{ flex: 'none' }}
            aria-hidden="true"
          />
          <span>{`${whom}: ${said}`}</span>
        </Group>
      }
    >
      <List spacing={4}>
        {t(`advice.${advice}`)
          .split('\n')
          .map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
      </List>
      {reasons.slice(0, COMMANDS).map((one) => (
        <AllowCommand key={JSON.stringify(one)} reason={one} />
      ))}
      {advice === 'not_sunspec' && next}
    </Section>
  );
}
