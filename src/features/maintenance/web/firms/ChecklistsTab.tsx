import { Button } from '@mantine/core';
import { IconListCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type ChecklistTemplate, checklistTemplatesCalls } from '../../outside-firms.contract.ts';
import type { FirmsList } from './firms-list.ts';

interface Values {
  name: string;
  /** One line for each. */
  items: string;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const toValues = ({ name, items }: { name: string; items: readonly string[] }): Values => ({
  name,
  items: items.join('\n'),
});
const toBody = ({ name, items }: Values) => ({ name, items: linesOf(items) });

function Fields() {
  const { t } = useTranslation('requests');
  return (
    <>
      <TextField name="name" label={t('firms.name')} required />
      <TextAreaField
        name="items"
        label={`${t('firms.items')} (${t('firms.items_hint')})`}
        maxLength={20_000}
      />
    </>
  );
}

function NewChecklist({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('requests');
  const form = useRecordForm({
    call: checklistTemplatesCalls.create,
    record: { name: '', items: [] as string[] },
    toValues,
    toBody,
    words: 'requests',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('firms.new_checklist')} onClose={onClose}>
      <Fields />
    </FormDialog>
  );
}

function EditChecklist({ checklist, onClose }: { checklist: ChecklistTemplate; onClose: () => void }) {
  const { t } = useTranslation('requests');
  const form = useRecordForm({
    call: checklistTemplatesCalls.update,
    params: { id: String(checklist.id) },
    record: checklist,
    toBody: (values: Values, _changed: object, version: number | undefined) => ({
      ...toBody(values),
      version,
    }),
    toValues,
    words: 'requests',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('firms.edit_checklist')} onClose={onClose}>
      <Fields />
    </FormDialog>
  );
}

/** Checklists by which requests begin. */
export function ChecklistsTab({ state }: { state: AddressOf<typeof FirmsList> }) {
  const { t } = useTranslation('requests');
  const { id_client: company } = useCompany();
  const may = useCan('records.write');
  const query = useCall(checklistTemplatesCalls.list);
  const [open, setOpen] = useState<ChecklistTemplate | 'new' | null>(null);
  const [leaving, setLeaving] = useState<ChecklistTemplate | null>(null);
  const columns = useMemo<readonly DataColumn<ChecklistTemplate>[]>(
    () => [
      { id: 'name', header: t('firms.name'), names: true, value: ({ name }) => name },
      { id: 'items', header: t('firms.lines'), long: true, value: ({ items }) => items.join(' · ') },
    ],
    [t],
  );
  return (
    <>
      <ListPage
        state={state}
        query={query}
        columns={columns}
        label={t('firms.checklists')}
        rowKey={({ id }) => id}
        filters={
          may && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
              {t('firms.add_checklist')}
            </Button>
          )
        }
        {...(may && {
          actions: (row: ChecklistTemplate) => (
            <>
              <RowButton
                label={t('firms.edit', { name: row.name })}
                icon={IconPencil}
                onClick={() => setOpen(row)}
              />
              <RowButton
                label={t('firms.remove', { name: row.name })}
                icon={IconTrash}
                onClick={() => setLeaving(row)}
              />
            </>
          ),
        })}
        empty={{ icon: IconListCheck, title: t('firms.no_checklists'), hint: t('firms.no_checklists_hint') }}
      />
      {open === 'new' && <NewChecklist onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && <EditChecklist checklist={open} onClose={() => setOpen(null)} />}
      {leaving && (
        <ConfirmAction
          title={t('firms.remove_title', { name: leaving.name })}
          confirm={t('firms.delete')}
          words="requests"
          act={() => send(checklistTemplatesCalls.remove, { params: { id: String(leaving.id) }, company })}
          onDone={() => toast.deleted(leaving.name)}
          onClose={() => setLeaving(null)}
        >
          <p>{t('firms.remove_checklist_text')}</p>
        </ConfirmAction>
      )}
    </>
  );
}
