import { Alert } from '@mantine/core';
import { IconCircleCheck, IconPlug, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { spanWords } from '../../../../../shared/web/format/age.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { AllowCommand } from '../allow-command.public.tsx';
import { useReasonLabels } from '../reasons.public.ts';
import type { Standing } from './standing.ts';

/** Whether the port is connected and since when; if not, why, and what the administrator does where it was not allowed. */
export function PortStanding({ standing, now }: { standing: Standing; now: number }) {
  const { port_state: state, health } = standing;
  const { t } = useTranslation('field');
  const { language } = useFormat();
  const reasonLabels = useReasonLabels();
  if (!state) return null;
  const since = t('head.since', { span: spanWords(state.since, now, language) });
  // An open connection is the gateway's: it says nothing good of a device that does not answer through it.
  const quiet = state.connected && health.state === 'silent';
  const calm = quiet || health.asleep;
  const Sign = quiet ? IconPlug : state.connected ? IconCircleCheck : IconPlugConnectedX;
  const refused = state.reason?.code === 'refused_address' || state.reason?.code === 'refused_tty';
  const overloaded = state.reason?.code === 'overloaded';
  const colour = state.connected && !quiet ? (overloaded ? 'yellow' : 'teal') : calm ? 'gray' : 'red';
  return (
    <Alert
      role="status"
      color={colour}
      variant="light"
      icon={<Sign size={18} />}
      title={`${t(state.connected ? 'port.connected' : 'port.cut')}, ${since}`}
    >
      {reasonLabels(state.reason)}
      {quiet && t('connection.only_gateway')}
      {refused && `. ${t('connection.allow')}`}
      <AllowCommand reason={state.reason} />
    </Alert>
  );
}
