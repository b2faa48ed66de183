import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { renewed } from '../../../../shared/web/api/send.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type Snooze, snoozesCalls } from '../../snoozes.contract.ts';

/** Asks before a snooze is ended early, or a planned one taken back. */
export function EndSnoozeDialog({ snooze, onClose }: { snooze: Snooze; onClose: () => void }) {
  const { t } = useTranslation('snooze');
  const company = useCompany().id_client;
  const sentence = useRefusalSentence();
  const ending = useSend(snoozesCalls.endSnooze, {
    onDone: async () => {
      await renewed(company, snoozesCalls.endSnooze);
      toast.done(t('end_done'));
      onClose();
    },
  });
  const messageFor = (fault: unknown) =>
    fault instanceof CallError && fault.status === 409 ? t('ended_already') : sentence(fault);
  const planned = snooze.state === 'planned';
  return (
    <ConfirmDialog
      title={t(planned ? 'take_back_title' : 'end_title')}
      confirm={t(planned ? 'take_back' : 'end')}
      cancel={t('keep')}
      busy={ending.isPending}
      fault={ending.error ? messageFor(ending.error) : null}
      onConfirm={() => ending.mutate({ params: { id: String(snooze.id) } })}
      onClose={onClose}
    >
      <p>{t(planned ? 'take_back_text' : 'end_text', { plant: snooze.plant_name })}</p>
    </ConfirmDialog>
  );
}
