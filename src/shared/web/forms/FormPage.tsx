import { Button, Group } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from './FormFrame.tsx';
import classes from './form.module.css';
import type { RecordForm } from './use-record-form.ts';

interface FooterProps {
  form: RecordForm;
  /** A word on what saving does. */
  text?: ReactNode;
  submit?: string;
  /** It must not be saved yet; the form says why. */
  blocked?: boolean;
  /** Leaves the page, in place of undoing what was typed. */
  onCancel?: () => void;
}

/** Save and undo at the foot of a form that stays on screen; still while nothing is changed. */
export function FormFooter({ form, text, submit, blocked = false, onCancel }: FooterProps) {
  const { t } = useTranslation();
  const { unsaved, busy, isNew, draft } = form;
  const said = text ?? (unsaved && draft?.kept ? t('draft.kept') : null);
  return (
    <Group
      justify="flex-end"
      gap={8}
      className={classes.footer ?? ''}
      data-sticky={(unsaved && !onCancel) || undefined}
    >
      {said && <div className={classes.footerText}>{said}</div>}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      {unsaved && !onCancel && (
        <Button variant="default" disabled={busy} onClick={form.undo}>
          {t('undo')}
        </Button>
      )}
      <Button type="submit" loading={busy} disabled={(!unsaved && !isNew) || blocked}>
        {submit ?? t('save')}
      </Button>
    </Group>
  );
}

interface Props extends FooterProps {
  label: string;
  children: ReactNode;
}

/** A record's form as a panel of a page. */
export function FormPage({ label, children, ...footer }: Props) {
  return (
    <div className="panel" style={{ '--form-padding': '18px', padding: 18 } as CSSProperties}>
      <FormFrame form={footer.form} label={label}>
        {children}
        <FormFooter {...footer} />
      </FormFrame>
    </div>
  );
}
