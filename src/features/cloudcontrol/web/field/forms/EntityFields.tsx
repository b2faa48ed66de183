import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../../../shared/web/forms/FormError.tsx';
import { ConflictNotice } from '../../../../../shared/web/ui/ConflictNotice.tsx';
import { FieldInput } from './FieldInput.tsx';
import { differing, type Field, type Stored } from './fields.model.ts';
import classes from './forms.module.css';
import type { EntityForm } from './use-entity-form.ts';
import { useFieldLabels } from './words.ts';

interface FieldsProps<E> {
  form: EntityForm<E>;
  fields: readonly Field[];
  placeholders?: Readonly<Record<string, string>>;
}

/** Inputs side by side, as many as there is room for. */
export function EntityFields<E>({ form, fields, placeholders }: FieldsProps<E>) {
  return (
    <div className={classes.grid}>
      {fields.map((field) => (
        <div key={field.name} data-kind={field.kind}>
          <FieldInput
            field={field}
            typed={form.typed[field.name] ?? ''}
            onTyped={(value) => form.set(field.name, value)}
            onBlur={() => form.touch(field.name)}
            error={form.errorOf(field.name)}
            placeholder={placeholders?.[field.name]}
          />
        </div>
      ))}
    </div>
  );
}

/** A group of fields with its heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Why saving did not succeed, and both versions where two people saved. */
export function FormNotices<E extends Stored>({ form, fields }: FieldsProps<E>) {
  const words = useFieldLabels();
  return (
    <>
      <FormError>{form.refusal}</FormError>
      {form.theirs && (
        <ConflictNotice
          differences={differing(fields, form.change, form.theirs).map((field) => ({
            label: words.label(field.name),
            mine: words.value(field, form.change[field.name]),
            theirs: words.value(field, form.theirs?.[field.name]),
          }))}
          busy={form.busy}
          onMine={() => void form.submit()}
          onTheirs={form.takeTheirs}
        />
      )}
    </>
  );
}

/** Save and undo at the foot of a form; still while nothing is changed. */
export function FormFooter<E>({
  form,
  text,
  blocked = false,
}: {
  form: EntityForm<E>;
  text?: ReactNode;
  /** It must not be saved yet; the form says why. */
  blocked?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.footer} data-dirty={form.dirty || undefined}>
      <div className={classes.footerText}>{text}</div>
      {form.dirty && (
        <Button variant="default" onClick={form.undo}>
          {t('undo')}
        </Button>
      )}
      <Button type="submit" loading={form.busy} disabled={!form.dirty || blocked}>
        {t('save')}
      </Button>
    </div>
  );
}
