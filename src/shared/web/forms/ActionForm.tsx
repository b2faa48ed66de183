import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Buttons } from '../page/Toolbar.tsx';
import { DialogFooter, useInDialog } from '../ui/DialogFooter.tsx';
import { FormElement } from './FormElement.tsx';
import { FormError } from './FormError.tsx';
import { FormFields } from './FormFields.tsx';
import type { ActionForm as Form } from './use-action-form.ts';

interface Props {
  form: Form;
  label?: string;
  children: ReactNode;
}

/** A form that is no record's: what was refused as a whole stands above its fields. */
export function ActionForm({ form, label, children }: Props) {
  return (
    <FormFields form={form}>
      <FormElement label={label} onSubmit={form.submit}>
        <FormError>{form.refusal}</FormError>
        {children}
      </FormElement>
    </FormFields>
  );
}

interface ButtonsProps {
  form: Form;
  submit: string;
  color?: 'red';
  /** As wide as the form, for a page that is nothing else. */
  wide?: boolean;
  /** It must not be sent yet. */
  blocked?: boolean;
  onCancel?: () => void;
}

/** One button that does it and, where there is a way back, one that leaves it. */
export function ActionButtons({ form, submit, color, wide, blocked = false, onCancel }: ButtonsProps) {
  const { t } = useTranslation();
  const inDialog = useInDialog();
  const sends = { type: 'submit', loading: form.busy, disabled: blocked, ...(color && { color }) } as const;
  if (wide)
    return (
      <Button {...sends} fullWidth mt={4}>
        {submit}
      </Button>
    );
  const cancel = onCancel && (
    <Button variant="default" onClick={onCancel}>
      {t('cancel')}
    </Button>
  );
  if (inDialog && cancel)
    return (
      <DialogFooter>
        {cancel}
        <Button {...sends}>{submit}</Button>
      </DialogFooter>
    );
  return (
    <Buttons>
      <Button {...sends}>{submit}</Button>
      {cancel}
    </Buttons>
  );
}
