import { useTranslation } from 'react-i18next';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type BoxAlarm, lightingAlarmsCalls } from '../lighting-alarms.contract.ts';

const DAYS = [1, 2, 7, 30] as const;

/** Mutes an alarm for some days, with the reason. */
export function SnoozeDialog({ alarm, onClose }: { alarm: BoxAlarm; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const form = useActionForm({
    values: { days: 1, message: '' },
    words: 'lighting',
    act: async ({ days, message }) => {
      const until = new Date(Date.now() + days * DAY_MS).toISOString();
      await send(lightingAlarmsCalls.snooze, {
        params: { id: String(alarm.id) },
        body: { until, message, seen: alarm.snooze_date },
        company,
      });
      toast.saved();
      onClose();
    },
  });
  return (
    <Dialog title={t('alarms.snooze_title', { alarm: alarm.message })} small onClose={onClose}>
      <ActionForm form={form} label={t('alarms.snooze')}>
        <SelectField
          name="days"
          label={t('alarms.for')}
          options={DAYS.map((count) => ({ value: count, label: t('alarms.days', { count }) }))}
        />
        <TextField name="message" label={t('switch.reason')} maxLength={500} />
        <ActionButtons form={form} submit={t('alarms.snooze')} onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}
