import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { invalidateTopics } from '../../../../shared/web/api/topic-cache.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { Word, WordKind } from './kind-of-word.ts';
import { useCatalogueMessages } from './words-form.ts';

interface Props<Row extends Word> {
  kind: WordKind<Row>;
  row: Row;
  onClose: () => void;
}

/** Why it cannot go, and what to do first. */
function InUse({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} size={460} small onClose={onClose}>
      <p>{text}</p>
      <DialogFooter>
        <Button data-autofocus onClick={onClose}>
          {t('close')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
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
    return <InUse title={t('remove.in_use', { name })} text={obstacle} onClose={onClose} />;
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
