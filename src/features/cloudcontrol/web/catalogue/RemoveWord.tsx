import { useTranslation } from 'react-i18next';
import { invalidateTopics } from '../../../../shared/web/api/topic-cache.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { InUseDialog } from '../../../../shared/web/ui/InUseDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { Word, WordKind } from './kind-of-word.ts';
import { useCatalogueMessages } from './words-form.ts';

interface Props<Row extends Word> {
  kind: WordKind<Row>;
  row: Row;
  onClose: () => void;
}

/** Deletes one of the company's own words after asking, or says what uses it. */
export function RemoveWord<Row extends Word>({ kind, row, onClose }: Props<Row>) {
  const { t } = useTranslation('catalogue');
  const { formMessage } = useCatalogueMessages();
  const company = useCompany().id_client;
  const removal = useSend(kind.calls.remove, {
    goneIsDone: true,
    onDone: () => {
      toast.deleted();
      onClose();
    },
    // Also after a refusal: what uses it is more than the list knew.
    onFailed: () => void invalidateTopics(company, ['configuration']),
  });
  const name = kind.titleOf(row);
  const obstacle = kind.obstacle(row);
  if (obstacle !== null)
    return (
      <InUseDialog title={t('remove.in_use', { name })} onClose={onClose}>
        <p>{obstacle}</p>
      </InUseDialog>
    );
  return (
    <ConfirmDialog
      title={t('remove.title', { name })}
      confirm={t('remove.confirm')}
      busy={removal.isPending}
      fault={removal.error && formMessage(removal.error)}
      onConfirm={() => removal.mutate({ params: { id: String(row.id) } })}
      onClose={onClose}
    >
      <p>{kind.loss?.(row) ?? t('remove.unused')}</p>
    </ConfirmDialog>
  );
}
