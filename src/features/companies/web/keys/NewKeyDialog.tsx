import { useTranslation } from 'react-i18next';
import type { Out } from '../../../../shared/contract/call.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { companiesCalls } from '../../companies.contract.ts';
import { ExpiryFields, type KeyRequest, PlantField, ScopesField, WHOLE } from './KeyFields.tsx';
import { expiresAt } from './keys.model.ts';

/** A key in the one answer that holds it whole. */
export type MadeKey = Out<(typeof companiesCalls)['createKey']['ok']>;

const NEW: KeyRequest = { name: '', scopes: ['ingest'], proj_code: WHOLE, expiry: 'never', date: null };

const bodyOf = ({ name, scopes, proj_code, expiry, date }: KeyRequest) => ({
  name,
  scopes,
  proj_code: proj_code === WHOLE ? null : proj_code,
  // A day that is still to be chosen is no instant: the field says so.
  expires_at: expiry === 'date' && date === null ? '' : expiresAt(expiry, date, new Date()),
});

/** Makes a key. What was typed stays after any failure. */
export function NewKeyDialog({ onMade, onClose }: { onMade: (key: MadeKey) => void; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const form = useRecordForm({
    call: companiesCalls.createKey,
    record: NEW,
    toBody: bodyOf,
    words: 'companies',
    fieldOf: (path) => (path === 'expires_at' ? 'date' : path.split('.')[0]),
    quiet: true,
    onSaved: onMade,
  });
  return (
    <FormDialog form={form} title={t('keys.create')} submit={t('keys.create')} onClose={onClose}>
      <TextField
        name="name"
        label={t('keys.name')}
        required
        description={t('keys.name_hint')}
        maxLength={120}
        data-autofocus
      />
      <ScopesField />
      <PlantField />
      <ExpiryFields expiry={form.form.watch('expiry')} />
    </FormDialog>
  );
}
