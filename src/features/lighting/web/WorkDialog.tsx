import { useTranslation } from 'react-i18next';
import { HOUR_MS, ITALY } from '../../../shared/units/zones.ts';
import { send } from '../../../shared/web/api/send.ts';
import { instantOfWall } from '../../../shared/web/charts/wall-time.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { DateTimeField } from '../../../shared/web/forms/fields/DateTimeField.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type Box, boxesCalls } from '../boxes.contract.ts';

const HOURS = [1, 2, 4, 8, 12, 24, 48, 168] as const;

/** Says that somebody works on a box, from now on or later, and for how long: its alarms call nobody meanwhile. */
export function WorkDialog({ box, onClose }: { box: Box; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const form = useActionForm({
    values: { starts_at: '', hours: 4, message: '' },
    words: 'lighting',
    act: async ({ starts_at, hours, message }) => {
      const start = instantOfWall(starts_at, ITALY);
      const work_until = new Date((start ?? Date.now()) + hours * HOUR_MS).toISOString();
      const work_from = start === undefined ? null : new Date(start).toISOString();
      const { id, version } = box;
      await send(boxesCalls.change, {
        params: { id: String(id) },
        body: { work_from, work_until, work_message: message, version },
        company,
      });
      toast.saved();
      onClose();
    },
  });
  const said = (hours: number): string =>
    hours > 24 ? t('alarms.days', { count: hours / 24 }) : t('switch.hours', { count: hours });
  return (
    <Dialog title={t('work.title')} small onClose={onClose}>
      <ActionForm form={form} label={t('work.title')}>
        <Muted>{t('work.hint')}</Muted>
        <DateTimeField name="starts_at" label={t('work.starts')} description={t('work.starts_hint')} />
        <SelectField
          name="hours"
          label={t('alarms.for')}
          options={HOURS.map((value) => ({ value, label: said(value) }))}
        />
        <TextField name="message" label={t('work.what')} maxLength={500} />
        <ActionButtons form={form} submit={t('work.save')} onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}
