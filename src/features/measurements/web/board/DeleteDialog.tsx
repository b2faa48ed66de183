import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { OpenedChart } from '../../saved-charts.contract.ts';
import { chartsApi, forgetChart } from './charts-queries.ts';
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
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await chartsApi.remove({ params: { id: String(saved.id) }, company });
      } catch (fault) {
        // Another tab was faster: it is as it should be.
        if (!(fault instanceof CallError) || fault.status !== 404) throw fault;
      }
    },
    onSuccess: () => {
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
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{saved.shared ? t('remove.text_shared') : t('remove.text')}</p>
    </ConfirmDialog>
  );
}
