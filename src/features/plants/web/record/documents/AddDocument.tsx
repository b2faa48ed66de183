import { Progress } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ATTACHMENT_BYTES } from '../../../../../shared/contract/record-notes.ts';
import { newClientKey } from '../../../../../shared/web/api/client-key.ts';
import { upload } from '../../../../../shared/web/api/upload.ts';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { ActionButtons, ActionForm } from '../../../../../shared/web/forms/ActionForm.tsx';
import { TextField } from '../../../../../shared/web/forms/fields/TextField.tsx';
import { useFormField } from '../../../../../shared/web/forms/form-scope.ts';
import { useActionForm } from '../../../../../shared/web/forms/use-action-form.ts';
import { percentOf } from '../../../../../shared/web/records/uploads.model.ts';
import { useSizeWords } from '../../../../../shared/web/records/use-size-words.ts';
import { Dialog } from '../../../../../shared/web/ui/Dialog.tsx';
import { FileDrop } from '../../../../../shared/web/ui/FileDrop.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import { documentsCalls } from '../../../documents.contract.ts';
import { type DocumentKind, guessedKind, titleOf } from '../../../documents.model.ts';
import { KindField } from './DocumentDialogs.tsx';

interface Values {
  file: File | null;
  title: string;
  kind: DocumentKind;
}

const PDF = { 'application/pdf': ['.pdf'] };

/** The file; what it is called and about follows its name until somebody says otherwise. */
function PdfField({ busy }: { busy: boolean }) {
  const { t } = useTranslation('plants');
  const size = useSizeWords();
  const { setValue, clearErrors, formState } = useFormContext<Values>();
  const { dirtyFields } = formState;
  const { value, change, input } = useFormField<File | null>({
    name: 'file',
    label: t('documents.file'),
    show: (file) => file?.name ?? '',
    rule: (file) => file !== null || t('documents.choose'),
  });
  const choose = (file: File) => {
    change(file);
    clearErrors('file');
    if (!dirtyFields.title) setValue('title', titleOf(file.name));
    if (!dirtyFields.kind) setValue('kind', guessedKind(file.name));
  };
  return (
    <FileDrop
      label={value?.name ?? t('documents.drop')}
      hint={
        value
          ? t('documents.other_file', { size: size(value.size) })
          : t('documents.drop_hint', { size: size(ATTACHMENT_BYTES) })
      }
      reading={value?.name ?? ''}
      refused={t('documents.refused', { size: size(ATTACHMENT_BYTES) })}
      icon={IconFileTypePdf}
      accept={PDF}
      mostBytes={ATTACHMENT_BYTES}
      busy={busy}
      fault={input.error ?? null}
      single
      onFiles={([file]) => file && choose(file)}
    />
  );
}

/** Adds a document to a plant. Closed on its way, nothing of it is stored. */
export function AddDocument({ proj_code, onClose }: { proj_code: string; onClose: () => void }) {
  const { t } = useTranslation('plants');
  const company = useCompany().id_client;
  const [percent, setPercent] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  // Sent again after a fault it is stored once; another file is another document.
  const key = useRef<{ file: File | null; key: string }>({ file: null, key: '' });
  const form = useActionForm<Values>({
    values: { file: null, title: '', kind: 'other' },
    words: 'plants',
    async act({ file, title, kind }) {
      if (!file) return;
      if (key.current.file !== file) key.current = { file, key: newClientKey() };
      setPercent(0);
      const about = { proj_code, title, kind, client_key: key.current.key };
      await upload({
        call: documentsCalls.add,
        input: { query: { ...about, file_name: file.name.slice(0, 200), size: file.size } },
        file,
        company,
        signal: leaving.current.signal,
        onProgress: (sent) => setPercent(percentOf({ sent, file })),
      });
      toast.saved(title);
      onClose();
    },
  });
  return (
    <Dialog title={t('documents.add')} keeps onClose={onClose}>
      <ActionForm form={form} label={t('documents.add')}>
        <PdfField busy={form.busy} />
        {form.busy && <Progress value={percent} aria-label={t('documents.sending', { percent })} animated />}
        <TextField
          name="title"
          label={t('documents.name')}
          required
          rule={(title) => title.trim() !== '' || t('documents.needs_title')}
        />
        <KindField />
        <ActionButtons form={form} submit={t('documents.send')} onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}
