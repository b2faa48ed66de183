import { Group, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { useLate } from '../../../../../shared/web/ui/use-late.ts';
import { useReasonLabels } from '../reasons.public.ts';
import { triedOf } from '../tried.public.ts';
import { useDeviceTree } from '../use-devices.ts';
import { adviceOn, firstWaitOf } from './advice.model.ts';
import type { TabProps } from './standing.ts';

/** Whoever polls takes a new device up within seconds; later than that, what is known of its port is told. */
const LATE_MS = 20_000;

/** What was found out when it was tried before it was added, and what to look at by that; null where nothing is known. */
function useTried({ details }: TabProps): string | null {
  const { t } = useTranslation('field');
  const reasonLabels = useReasonLabels();
  const tried = triedOf(useCompany().id_client, details.device.id);
  const tree = useDeviceTree().data;
  if (!tried) return null;
  const advice = adviceOn(String(tried.code), details, tree);
  const said = t('first.reading_tried', { reason: reasonLabels(tried) });
  return advice === null ? said : `${said} ${t(`advice.${advice}`)}`;
}

/** A device that was just added: its first reading is on its way. */
export function FirstReading(props: TabProps) {
  const { details, standing } = props;
  const { t } = useTranslation('field');
  const { device, port, variables } = details;
  const { health, port_state } = standing;
  const asked = port?.enabled === true && device.enabled && !device.template && variables.length > 0;
  const cut = port_state !== null && !port_state.connected;
  const waiting = asked && !cut && health.state === 'unknown' && health.last_reading_at === null;
  const late = useLate(waiting, LATE_MS);
  const tree = useDeviceTree().data;
  const tried = useTried(props);
  if (!waiting) return null;
  const why = late ? firstWaitOf(details, standing, tree) : null;
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Loader size={16} aria-hidden="true" />
      <span>{tried ?? t(`first.${why ?? 'reading'}`)}</span>
    </Group>
  );
}
