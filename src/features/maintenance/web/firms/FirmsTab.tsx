import { Button } from '@mantine/core';
import { IconBuilding, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type OutsideFirm, outsideFirmsCalls } from '../../outside-firms.contract.ts';
import type { FirmsList } from './firms-list.ts';

const LANGUAGES = ['it', 'en'] as const;
const BLANK = { name: '', email: '', phone: '', language: 'it' as const };

function NewFirm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('requests');
  const form = useRecordForm({
    call: outsideFirmsCalls.create,
    record: BLANK,
    words: 'requests',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('firms.new_firm')} onClose={onClose}>
      <FirmFields />
    </FormDialog>
  );
}

function EditFirm({ firm, onClose }: { firm: OutsideFirm; onClose: () => void }) {
  const { t } = useTranslation('requests');
  const form = useRecordForm({
    call: outsideFirmsCalls.update,
    params: { id: String(firm.id) },
    record: firm,
    toBody: (_, changed) => changed,
    words: 'requests',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('firms.edit_firm')} onClose={onClose}>
      <FirmFields />
      <SwitchField name="retired" label={t('firms.retired')} description={t('firms.retired_hint')} />
    </FormDialog>
  );
}

function FirmFields() {
  const { t } = useTranslation('requests');
  return (
    <>
      <TextField name="name" label={t('firms.name')} required />
      <TextField name="email" label={t('firms.email')} />
      <TextField name="phone" label={t('firms.phone')} />
      <SelectField
        name="language"
        label={t('firms.language')}
        options={LANGUAGES.map((value) => ({ value, label: t(`firms.${value}`) }))}
      />
    </>
  );
}

function useColumns(): readonly DataColumn<OutsideFirm>[] {
  const { t } = useTranslation('requests');
  return useMemo(
    () => [
      { id: 'name', header: t('firms.name'), names: true, value: ({ name }) => name },
      { id: 'email', header: t('firms.email'), value: ({ email }) => email },
      { id: 'phone', header: t('firms.phone'), value: ({ phone }) => phone },
      { id: 'language', header: t('firms.language'), value: ({ language }) => t(`firms.${language}`) },
      {
        id: 'state',
        header: t('firms.state'),
        value: ({ retired }) => t(retired ? 'firms.retired' : 'firms.in_use'),
      },
    ],
    [t],
  );
}

/** Outside firms: added, changed, retired, and deleted where nothing names them. */
export function FirmsTab({ state }: { state: AddressOf<typeof FirmsList> }) {
  const { t } = useTranslation('requests');
  const { id_client: company } = useCompany();
  const may = useCan('records.write');
  const query = useCall(outsideFirmsCalls.list);
  const [open, setOpen] = useState<OutsideFirm | 'new' | null>(null);
  const [leaving, setLeaving] = useState<OutsideFirm | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ListPage
        state={state}
        query={query}
        label={t('firms.firms')}
        columns={useColumns()}
        rowKey={({ id }) => id}
        filters={
          may && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
              {t('firms.add_firm')}
            </Button>
          )
        }
        {...(may && {
          actions: (firm: OutsideFirm) => (
            <>
              <RowButton
                label={t('firms.edit', { name: firm.name })}
                icon={IconPencil}
                onClick={() => setOpen(firm)}
              />
              <RowButton
                label={t('firms.remove', { name: firm.name })}
                icon={IconTrash}
                onClick={() => setLeaving(firm)}
              />
            </>
          ),
        })}
        empty={{ icon: IconBuilding, title: t('firms.no_firms'), hint: t('firms.no_firms_hint') }}
      />
      {open === 'new' && <NewFirm onClose={close} />}
      {open !== null && open !== 'new' && <EditFirm firm={open} onClose={close} />}
      {leaving && (
        <ConfirmAction
          title={t('firms.remove_title', { name: leaving.name })}
          confirm={t('firms.delete')}
          words="requests"
          act={() => send(outsideFirmsCalls.remove, { params: { id: String(leaving.id) }, company })}
          onDone={() => toast.deleted(leaving.name)}
          onClose={() => setLeaving(null)}
        >
          <p>{t('firms.remove_firm_text')}</p>
        </ConfirmAction>
      )}
    </>
  );
}
