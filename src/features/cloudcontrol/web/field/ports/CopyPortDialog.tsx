import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../shared/web/forms/FormDialog.tsx';
import { TextField } from '../../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { changesCalls } from '../../../changes.contract.ts';
import { addressOf, type TreePort } from '../home/home.model.ts';
import { copyPort } from '../writes.ts';

/** Makes a port like another one, without its devices. */
export function CopyPortDialog({ port, onClose }: { port: TreePort; onClose: () => void }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const form = useRecordForm({
    call: changesCalls.copyPort,
    record: { name: '' },
    send: ({ name }) => copyPort(company, port.id, name),
    words: 'field',
    onSaved: onClose,
  });
  const title = t('copy.title', { name: port.name || addressOf(port) });
  return (
    <FormDialog form={form} title={title} size={480} submit={t('copy.confirm')} onClose={onClose}>
      <p className="muted">{t('port.copy_text')}</p>
      <TextField name="name" label={t('fields.name')} required />
    </FormDialog>
  );
}
