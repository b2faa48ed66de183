import { useTranslation } from 'react-i18next';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type OpenedChart, savedChartsCalls } from '../../saved-charts.contract.ts';
import { forgetChart } from './kept-charts.ts';
import { useChartRefusals } from './refusals.ts';

interface Props {
  saved: OpenedChart;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a saved chart is deleted; its readings stay. */
export function DeleteDialog({ saved, onDeleted, onClose }: Props) {
  const { t } = useTranslation('board');
  const company = useCompany().id_client;
  const { formMessage } = useChartRefusals();
  const remove = useSend(savedChartsCalls.remove, {
    goneIsDone: true,
    onDone: () => {
      onDeleted();
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
