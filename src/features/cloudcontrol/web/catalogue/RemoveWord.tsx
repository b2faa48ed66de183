import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { invalidateWords } from './catalogue.api.ts';
import type { Word, WordKind } from './kind-of-word.ts';
import { useCatalogueRefusals } from './words-form.ts';

interface Props<Row extends Word> {
  kind: WordKind<Row>;
  row: Row;
  onClose: () => void;
}

function useRemoval<Row extends Word>({ kind, row, onClose }: Props<Row>) {
  const company = useCompany().id_client;
  return useMutation({
    mutationFn: async () => {
      try {
        await kind.remove(company, row.id);
      } catch (fault) {
        // Somebody else was faster: it is as it should be.
        if (!(fault instanceof CallError) || fault.status !== 404) throw fault;
      }
    },
    onSuccess: () => {
      toast.deleted();
      onClose();
    },
    // Also after a refusal: what uses it is more than the list knew.
    onSettled: () => void invalidateWords(company),
  });
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
export function RemoveWord<Row extends Word>(props: Props<Row>) {
  const { kind, row, onClose } = props;
  const { t } = useTranslation('catalogue');
  const { formMessage } = useCatalogueRefusals();
  const removal = useRemoval(props);
  const name = kind.titleOf(row);
  const obstacle = kind.obstacle(row);
  if (obstacle !== null)
    return <InUse title={t('remove.in_use', { name })} text={obstacle} onClose={onClose} />;
  const loss = kind.loss?.(row) ?? null;
  return (
    <ConfirmDialog
      title={t('remove.title', { name })}
      confirm={t('remove.confirm')}
      busy={removal.isPending}
      fault={removal.error && formMessage(removal.error)}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{loss ?? t('remove.unused')}</p>
    </ConfirmDialog>
  );
}
