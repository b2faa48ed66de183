import { Alert } from '@mantine/core';
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { spanWords } from '../../../../../shared/web/format/age.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import type { DeviceNewest } from '../../../newest.contract.ts';
import { useReasonWords } from '../reasons.public.ts';

/** Whether the port is connected and since when; if not, why, and which setting of the installation allows it. */
export function PortStanding({ state, now }: { state: DeviceNewest['port_state']; now: number }) {
  const { t } = useTranslation('field');
  const { language } = useFormat();
  const reasonWords = useReasonWords();
  if (!state) return null;
  const since = t('head.since', { span: spanWords(state.since, now, language) });
  const refused = state.reason?.code === 'refused_address' || state.reason?.code === 'refused_tty';
  return (
    <Alert
      role="status"
      color={state.connected ? 'teal' : 'red'}
      variant="light"
      icon={state.connected ? <IconCircleCheck size={18} /> : <IconPlugConnectedX size={18} />}
      title={`${t(state.connected ? 'port.connected' : 'port.cut')}, ${since}`}
    >
      {reasonWords(state.reason)}
      {refused && ` ${t('connection.allow')}`}
    </Alert>
  );
}
