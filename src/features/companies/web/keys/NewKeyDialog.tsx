import { Button } from '@mantine/core';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Out } from '../../../../shared/contract/call.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import { useErrorMessages } from '../refusal-words.ts';
import { ExpiryFields, type KeyRequest, NameField, PlantField, ScopesField, WHOLE } from './KeyFields.tsx';
import { expiresAt } from './keys.model.ts';
import classes from './keys.module.css';

/** A key in the one answer that holds it whole. */
export type MadeKey = Out<(typeof companiesCalls)['createKey']['ok']>;

const bodyOf = (wish: KeyRequest) => ({
  name: wish.name.trim(),
  scopes: wish.scopes,
  proj_code: wish.proj_code === WHOLE ? null : wish.proj_code,
  expires_at: expiresAt(wish.expiry, wish.date, new Date()),
});

/** Makes a key. What was typed stays after any failure. */
export function NewKeyDialog({ onMade, onClose }: { onMade: (key: MadeKey) => void; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const { t: common } = useTranslation();
  const company = useCompany().id_client;
  const form = useForm<KeyRequest>({
    mode: 'onTouched',
    defaultValues: { name: '', scopes: ['ingest'], proj_code: WHOLE, expiry: 'never', date: null },
  });
  const { submit, refusal } = useSubmit(form, {
    words: useErrorMessages(),
    act: async (wish) => {
      const key = await send(companiesCalls.createKey, { company, body: bodyOf(wish) });
      onMade(key);
    },
  });
  return (
    <Dialog title={t('keys.create')} keeps onClose={onClose}>
      <FormProvider {...form}>
        <form noValidate className={classes.form} onSubmit={submit}>
          <FormError>{refusal}</FormError>
          <NameField />
          <ScopesField />
          <PlantField />
          <ExpiryFields />
          <DialogFooter>
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={form.formState.isSubmitting}>
              {t('keys.create')}
            </Button>
          </DialogFooter>
        </form>
      </FormProvider>
    </Dialog>
  );
}
