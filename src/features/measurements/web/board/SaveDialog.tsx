import { useTranslation } from 'react-i18next';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type ChartDefinition, type OpenedChart, savedChartsCalls } from '../../saved-charts.contract.ts';
import { forgetChart, keepChart } from './kept-charts.ts';

const SIZE = 460;

function NameField() {
  const { t } = useTranslation('board');
  return <TextField name="name" label={t('save.name')} data-autofocus maxLength={120} />;
}

interface SaveProps {
  name: string;
  definition: ChartDefinition;
  onMade: (chart: OpenedChart) => void;
  onClose: () => void;
}

/** Saves what is drawn as a new chart. */
export function SaveDialog({ name, definition, onMade, onClose }: SaveProps) {
  const { t } = useTranslation('board');
  const company = useCompany().id_client;
  const form = useRecordForm({
    call: savedChartsCalls.create,
    record: { name, shared: false },
    toBody: (values) => ({ ...values, definition }),
    words: 'board',
    onSaved: (chart) => {
      keepChart(company, chart);
      onMade(chart);
    },
  });
  return (
    <FormDialog form={form} title={t('save.title')} size={SIZE} onClose={onClose}>
      <NameField />
      <SwitchField name="shared" label={t('share.switch')} description={t('share.hint')} />
    </FormDialog>
  );
}

interface SavedProps {
  saved: OpenedChart;
  onDone: (chart: OpenedChart) => void;
  onClose: () => void;
}

/** Gives a saved chart another name. */
export function RenameDialog({ saved, onDone, onClose }: SavedProps) {
  const { t } = useTranslation('board');
  const company = useCompany().id_client;
  const form = useRecordForm({
    call: savedChartsCalls.update,
    params: { id: String(saved.id) },
    record: saved,
    toValues: ({ name }) => ({ name }),
    words: 'board',
    onSaved: (chart) => {
      keepChart(company, chart);
      onDone(chart);
    },
  });
  return (
    <FormDialog form={form} title={t('save.rename')} size={SIZE} onClose={onClose}>
      <NameField />
    </FormDialog>
  );
}

/** Asks before a saved chart is deleted; its readings stay. */
export function DeleteDialog({ saved, onDone, onClose }: SavedProps) {
  const { t } = useTranslation('board');
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('board');
  const remove = useSend(savedChartsCalls.remove, {
    goneIsDone: true,
    onDone: () => {
      onDone(saved);
      forgetChart(company, saved.id);
      toast.deleted();
    },
  });
  return (
    <ConfirmDialog
      title={t('remove.title', { name: saved.name })}
      confirm={t('remove.remove')}
      busy={remove.isPending}
      fault={remove.error && formMessage(remove.error)}
      onConfirm={() => remove.mutate({ params: { id: String(saved.id) } })}
      onClose={onClose}
    >
      <p>{saved.shared ? t('remove.text_shared') : t('remove.text')}</p>
    </ConfirmDialog>
  );
}
