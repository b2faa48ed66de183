import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import { DialogFooter } from './DialogFooter.tsx';

/** Why something cannot be deleted, and what to do first. */
export function InUseDialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Dialog title={props.title} size={460} small onClose={props.onClose}>
      {props.children}
      <DialogFooter>
        <Button data-autofocus onClick={props.onClose}>
          {t('close')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
