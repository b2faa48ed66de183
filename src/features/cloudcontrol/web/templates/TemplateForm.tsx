import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { type Template, templatesCalls } from '../../templates.contract.ts';
import { useTemplateMessages } from './use-template-words.ts';
import { type NewTemplate, useKeptTemplate } from './use-templates.ts';

type Texts = Readonly<Record<'name' | 'manufacturer' | 'model' | 'notes' | 'source', string>>;

/** What is written of a template, as its form begins with it. */
export function textsOf(template: Template, language: 'it' | 'en'): Texts {
  const { name, manufacturer, models, notes, source, own } = template;
  return {
    name,
    manufacturer,
    model: models.length === 1 ? (models[0] ?? '') : '',
    notes: own ? notes.en : notes[language],
    source: [source.title, source.url].filter(Boolean).join(' – '),
  };
}

function TextFields() {
  const { t } = useTranslation('templates');
  return (
    <>
      <TextField name="name" label={t('field.name')} required data-autofocus />
      <FieldGrid>
        <TextField name="manufacturer" label={t('field.manufacturer')} />
        <TextField name="model" label={t('field.model')} />
      </FieldGrid>
      <TextAreaField name="notes" label={t('field.notes')} minRows={3} maxRows={10} />
      <TextField name="source" label={t('field.source')} />
    </>
  );
}

interface NewProps {
  title: string;
  text: string;
  texts: Texts;
  /** What it takes its variables and attributes from. */
  from: NewTemplate['from'];
  onSaved: (made: Template) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Makes a template of a device, or of another template. */
export function NewTemplateForm({ title, text, texts, from, onSaved, onClose, children }: NewProps) {
  const { t } = useTranslation('templates');
  const keep = useKeptTemplate();
  const form = useRecordForm({
    call: templatesCalls.create,
    record: texts,
    toBody: (values) => ({ ...values, from }),
    words: useTemplateMessages(),
    quiet: true,
    onSaved: (made) => {
      keep(made);
      onSaved(made);
    },
  });
  return (
    <FormDialog form={form} title={title} submit={t('make.confirm')} onClose={onClose}>
      <Muted size="md">{text}</Muted>
      <TextFields />
      {children}
    </FormDialog>
  );
}

/** Changes what a template of the company's own is called, and what is noted of it. */
export function EditTemplateForm({ template, onClose }: { template: Template; onClose: () => void }) {
  const { t } = useTranslation('templates');
  const language = useLanguage();
  const keep = useKeptTemplate();
  const recordOf = (one: Template) => ({ ...textsOf(one, language), version: one.revision ?? 0 });
  const form = useRecordForm({
    call: templatesCalls.change,
    params: { key: template.key },
    record: recordOf(template),
    toBody: ({ version: _, ...texts }, _changed, revision) => ({ ...texts, revision }),
    fromAnswer: recordOf,
    fromConflict: (stored) => recordOf(stored as Template),
    words: useTemplateMessages(),
    onSaved: (saved) => {
      keep(saved);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('edit.title', { name: template.name })} onClose={onClose}>
      <TextFields />
    </FormDialog>
  );
}
