import { useTranslation } from 'react-i18next';
import { send } from '../../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../shared/web/forms/FormDialog.tsx';
import { SelectField } from '../../../../../shared/web/forms/fields/SelectField.tsx';
import { TextField } from '../../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { ConfirmAction } from '../../../../../shared/web/ui/ConfirmAction.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import { documentsCalls, type PlantDocument } from '../../../documents.contract.ts';
import { DOCUMENT_KINDS } from '../../../documents.model.ts';

interface Props {
  document: PlantDocument;
  onClose: () => void;
}

/** What a document is about. */
export function KindField() {
  const { t } = useTranslation('plants');
  return (
    <SelectField
      name="kind"
      label={t('documents.kind')}
      options={DOCUMENT_KINDS.map((value) => ({ value, label: t(`documents.kinds.${value}`) }))}
    />
  );
}

export function EditDocument({ document, onClose }: Props) {
  const { t } = useTranslation('plants');
  const form = useRecordForm({
    call: documentsCalls.change,
    params: { id: String(document.id) },
    record: document,
    words: 'plants',
    savedAs: ({ title }) => title,
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('documents.edit')} onClose={onClose}>
      <TextField name="title" label={t('documents.name')} required data-autofocus />
      <KindField />
    </FormDialog>
  );
}

export function RemoveDocument({ document: { id, title }, onClose }: Props) {
  const { t } = useTranslation('plants');
  const { id_client: company } = useCompany();
  return (
    <ConfirmAction
      title={t('documents.remove_title', { name: title })}
      confirm={t('documents.remove')}
      words="plants"
      act={() => send(documentsCalls.remove, { params: { id: String(id) }, company })}
      onDone={() => toast.deleted(title)}
      onClose={onClose}
    >
      <p>{t('documents.remove_text')}</p>
    </ConfirmAction>
  );
}
