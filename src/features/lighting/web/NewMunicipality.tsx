import { Button, Stack } from '@mantine/core';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { municipalitiesCalls } from '../municipalities.contract.ts';

/** What fits the search, each with a button that adds it. */
function Found({ search, onAdded }: { search: string; onAdded: () => void }) {
  const { t } = useTranslation('lighting');
  const { formMessage } = useErrorMessage('lighting');
  const found = useCall(municipalitiesCalls.comuni, { query: { search } });
  const add = useSend(municipalitiesCalls.create, {
    onDone: () => {
      toast.saved();
      onAdded();
    },
  });
  return (
    <>
      {add.error && <FormError>{formMessage(add.error)}</FormError>}
      <Known query={found} height={160}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={IconBuildingCommunity} title={t('settings.none_found')} />
          ) : (
            <Entries label={t('settings.found')}>
              {rows.map(({ istat_code, name, province }) => (
                <Entry
                  key={istat_code}
                  icon={IconBuildingCommunity}
                  name={`${name} (${province})`}
                  details={t('settings.istat', { code: istat_code })}
                  actions={
                    <Button
                      variant="default"
                      aria-label={t('settings.add_one', { name })}
                      loading={add.isPending && add.variables?.body.istat_code === istat_code}
                      onClick={() => add.mutate({ body: { istat_code } })}
                    >
                      {t('settings.add')}
                    </Button>
                  }
                />
              ))}
            </Entries>
          )
        }
      </Known>
    </>
  );
}

/** Finds a municipality of Italy by name or ISTAT code, and adds it with its default settings. // spec §4 */
export function NewMunicipality({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const [asked, setAsked] = useState('');
  const form = useActionForm({
    values: { search: '' },
    words: 'lighting',
    act: async ({ search }) => setAsked(search.trim()),
  });
  return (
    <Dialog title={t('settings.add_comune')} onClose={onClose}>
      <Stack gap={12}>
        <ActionForm form={form} label={t('settings.add_comune')}>
          <TextField name="search" label={t('settings.search')} maxLength={100} />
          <ActionButtons form={form} submit={t('settings.find')} />
        </ActionForm>
        {asked !== '' && <Found search={asked} onAdded={onClose} />}
      </Stack>
    </Dialog>
  );
}
