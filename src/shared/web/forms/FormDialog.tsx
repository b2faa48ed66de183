import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/Dialog.tsx';
import { DialogFooter } from '../ui/DialogFooter.tsx';
import { FormFrame } from './FormFrame.tsx';
import type { RecordForm } from './use-record-form.ts';

interface Props {
  form: RecordForm;
  title: string;
  /** Width in pixels; on a phone it takes the whole screen. */
  size?: number;
  /** Small enough to leave the page in sight, also on a phone. */
  small?: boolean;
  /** What the button does; "Save" unless it is said. */
  submit?: string;
  /** A word on what happens then, beside the buttons. */
  text?: ReactNode;
  /** It must not be sent yet; the form says why. */
  blocked?: boolean;
  /** Something beside the fields is to be sent. */
  ready?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A record's form in a dialog. A stored record is saved only once something of it was changed. */
export function FormDialog({
  form,
  title,
  size = 560,
  small = false,
  submit,
  text,
  blocked = false,
  ready = false,
  onClose,
  children,
}: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} size={size} small={small} keeps onClose={onClose}>
      <FormFrame form={form}>
        {children}
        <DialogFooter text={text ?? (form.unsaved && form.draft?.kept ? t('draft.kept') : undefined)}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            loading={form.busy}
            disabled={(!form.isNew && !form.unsaved && !ready) || blocked}
          >
            {submit ?? t('save')}
          </Button>
        </DialogFooter>
      </FormFrame>
    </Dialog>
  );
}
