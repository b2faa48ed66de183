import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import type { Template } from '../../templates.contract.ts';
import forms from '../field/forms/forms.module.css';
import { useTemplateRefusals } from './use-template-words.ts';

export interface Texts {
  name: string;
  manufacturer: string;
  model: string;
  notes: string;
  source: string;
}

const LONG = { name: 120, manufacturer: 80, model: 80, source: 500 } as const;

interface Props {
  title: string;
  text?: string;
  confirm: string;
  texts: Texts;
  /** Saves what was typed; whatever it throws is told here, and nothing typed is lost. */
  save: (texts: Texts) => Promise<Template>;
  onSaved: (template: Template) => void;
  /** After a conflict, before the next try. */
  onConflict?: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** What a template is called and what is noted of it. */
export function TemplateForm(props: Props) {
  const { t } = useTranslation('templates');
  const { t: tc } = useTranslation();
  const { fieldMessage, formMessage } = useTemplateRefusals();
  const [texts, setTexts] = useState(props.texts);
  const [theirs, setTheirs] = useState(false);
  const saving = useMutation({
    mutationFn: () => props.save(texts),
    onMutate: () => setTheirs(false),
    onSuccess: props.onSaved,
    onError: async (fault) => {
      if (!(fault instanceof CallError) || fault.status !== 409 || fault.errors.length > 0) return;
      await props.onConflict?.();
      setTheirs(true);
    },
  });
  const { error } = saving;
  const atName = error instanceof CallError ? error.errors.find(({ path }) => path === 'name') : undefined;
  const whole = error && !atName && !theirs ? formMessage(error) : null;
  const field = (name: keyof typeof LONG) => (
    <TextInput
      label={t(`field.${name}`)}
      required={name === 'name'}
      maxLength={LONG[name]}
      value={texts[name]}
      error={name === 'name' && atName ? fieldMessage(atName) : undefined}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTexts((before) => ({ ...before, [name]: value }));
      }}
      {...(name === 'name' ? { 'data-autofocus': true } : {})}
    />
  );
  return (
    <Dialog title={props.title} size={560} keeps onClose={props.onClose}>
      <form
        noValidate
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (texts.name.trim() !== '' && !saving.isPending) saving.mutate();
        }}
      >
        {props.text && <p className="muted">{props.text}</p>}
        {(theirs || whole) && (
          <Alert
            role="alert"
            color={theirs ? 'orange' : 'red'}
            variant="light"
            icon={<IconAlertCircle size={18} />}
          >
            {theirs ? t('edit.theirs') : whole}
          </Alert>
        )}
        {field('name')}
        <div className={forms.grid}>
          {field('manufacturer')}
          {field('model')}
        </div>
        <Textarea
          label={t('field.notes')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          value={texts.notes}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTexts((before) => ({ ...before, notes: value }));
          }}
        />
        {field('source')}
        {props.children}
        <DialogFooter>
          <Button variant="default" onClick={props.onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={texts.name.trim() === ''}>
            {props.confirm}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
