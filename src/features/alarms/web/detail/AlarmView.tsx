import { Button, Stack } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { SlotParts } from '../../../../shared/web/feature/SlotParts.tsx';
import { Waiting } from '../../../../shared/web/page/Page.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import { isEvaluated } from '../../../notifications/alarm-codes.model.ts';
import { alarmWorkCalls } from '../../alarms.contract.ts';
import { RulesLink } from '../rules/RulesLink.tsx';
import { About } from './About.tsx';
import { AlarmHead } from './AlarmHead.tsx';
import { withinAlarm } from './alarm-slot.public.ts';
import { CommentForm } from './CommentForm.tsx';
import { EvidencePart } from './EvidencePart.tsx';
import { History } from './History.tsx';
import type { Neighbours } from './neighbours.ts';
import { RecentChanges } from './RecentChanges.tsx';
import { Related } from './Related.tsx';
import { Work } from './Work.tsx';

interface Props {
  id: number;
  neighbours: Neighbours;
  onOpen: (alarm: string | undefined) => void;
}

/** One alarm in full: what it is, who works on it, why it was raised, what to do, what happened. */
export function AlarmView({ id, neighbours, onOpen }: Props) {
  const { t } = useTranslation('detail');
  const mayWrite = useCan('alarms.write');
  const { data, error, refetch, dataUpdatedAt } = useCall(alarmWorkCalls.one, { params: { id: String(id) } });
  // An alarm of another company, or of a plant that is not open to the reader, looks like none.
  if (!data && error instanceof CallError && error.status === 404) {
    return (
      <EmptyState
        icon={IconBell}
        title={t('missing')}
        hint={t('missing_hint')}
        action={
          <Button variant="default" onClick={() => onOpen(undefined)}>
            {t('to_list')}
          </Button>
        }
      />
    );
  }
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting heights={[20, 28, 96, 260, 140]} />;
  const { alarm, evidence, cause, consequences, history } = data;
  return (
    <Stack gap={12}>
      {error && <StaleLine updatedAt={dataUpdatedAt} />}
      <AlarmHead alarm={alarm} neighbours={neighbours} onOpen={onOpen} />
      <Work alarm={alarm} mayWrite={mayWrite} />
      <Related cause={cause} consequences={consequences} />
      <RecentChanges alarm={alarm} consequences={consequences} />
      <EvidencePart alarm={alarm} evidence={evidence} />
      <About alarm={alarm} more={isEvaluated(alarm.code) && <RulesLink alarm={alarm} />} />
      <SlotParts slot={withinAlarm} props={{ alarm }} height={120}>
        <History alarm={alarm} history={history} />
        {mayWrite && <CommentForm id={id} />}
      </SlotParts>
    </Stack>
  );
}
