import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type Alarm, alarmWorkCalls, MAX_ALARMS_AT_ONCE } from '../../alarms.contract.ts';

export interface WorkChange {
  acknowledged?: boolean;
  assigned_to?: number | null;
}
type Worked = Pick<Alarm, 'id' | 'version'>;

/** Says what became of work that was refused. */
function useWorkError() {
  const { t } = useTranslation('detail');
  const sentence = useRefusalSentence();
  return (fault: unknown) => {
    const refused = fault instanceof CallError ? fault : null;
    if (refused?.status === 409) return t('work.conflict');
    const stranger = refused?.errors.some(({ path }) => path === 'assigned_to');
    return stranger ? t('work.no_colleague') : sentence(fault);
  };
}

/** Acknowledges an alarm or gives it to somebody; that somebody else was faster is told, and how it stands is shown. */
export function useAlarmWork() {
  const company = useCompany().id_client;
  const messageFor = useWorkError();
  return useMutation({
    mutationFn: ({ alarm, change }: { alarm: Worked; change: WorkChange }) =>
      send(alarmWorkCalls.change, {
        params: { id: String(alarm.id) },
        body: { ...change, version: alarm.version },
        company,
      }),
    onSuccess: (detail) => {
      keepAnswer(company, alarmWorkCalls.one, { params: { id: String(detail.alarm.id) } }, detail);
    },
    onError: (fault) => toast.failed(messageFor(fault)),
  });
}

interface Work<A> {
  alarms: readonly A[];
  change: WorkChange;
}

/**
 * The same of several at once; of very many, portion by portion. Those that changed since they were seen are left as they
 *are: `onDone` is told which.
 */
export function useBulkWork(onDone: (left: readonly number[]) => void) {
  const { t } = useTranslation('alarms');
  const company = useCompany().id_client;
  const messageFor = useWorkError();
  return useMutation({
    mutationFn: async ({ alarms, change }: Work<Worked & Pick<Alarm, 'plant_name'>>) => {
      const done = { changed: 0, left: [] as number[] };
      for (let i = 0; i < alarms.length; i += MAX_ALARMS_AT_ONCE) {
        const portion = alarms.slice(i, i + MAX_ALARMS_AT_ONCE).map(({ id, version }) => ({ id, version }));
        const answer = await send(alarmWorkCalls.changeMany, {
          body: { alarms: portion, ...change },
          company,
        });
        done.changed += answer.changed;
        done.left.push(...answer.left);
      }
      return done;
    },
    onSuccess: ({ changed, left }, { alarms }) => {
      if (changed > 0 || left.length === 0) toast.done(t('bulk.done', { count: changed }));
      const plants = alarms.filter(({ id }) => left.includes(id)).map(({ plant_name }) => plant_name);
      const names = [...new Set(plants)].join(', ');
      if (left.length > 0) toast.notDone(t('bulk.left', { count: left.length, names }));
      onDone(left);
    },
    onError: (fault) => toast.failed(messageFor(fault)),
  });
}
