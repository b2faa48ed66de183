import { Button, Group } from '@mantine/core';
import { IconId, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { ageWords } from '../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../../shared/web/list/data-table.model.ts';
import { Section } from '../../../../../shared/web/page/Section.tsx';
import { ConfirmAction } from '../../../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import type { ConfiguredAttribute, DeviceDetails } from '../../../configured.contract.ts';
import { useFieldLabels } from '../forms/words.ts';
import { removeAttribute } from '../writes.ts';
import { EditAttribute, NewAttribute } from './AttributeDialog.tsx';
import type { TabProps } from './standing.ts';

function useColumns(now: number): readonly DataColumn<ConfiguredAttribute>[] {
  const { t } = useTranslation('field');
  const words = useFieldLabels();
  const { language, dateTime } = useFormat();
  return useMemo(() => {
    const age = (one: ConfiguredAttribute) => ageWords(one.read_at, now, language) ?? t('attributes.unread');
    return [
      { id: 'name', header: t('fields.name'), names: true, value: (one) => one.name },
      // A device's own text: shown as text, whatever it holds.
      { id: 'value', header: t('attributes.value'), value: (one) => one.value, long: true },
      {
        id: 'read',
        header: t('attributes.read'),
        value: (one) => one.read_at,
        text: age,
        cell: (one) => <span title={dateTime(one.read_at, HERE)}>{age(one)}</span>,
        descFirst: true,
      },
      {
        id: 'function_code',
        header: words.label('function_code'),
        value: (one) => one.function_code,
        text: (one) => words.choice({ words: 'function_code' }, one.function_code),
        cell: (one) => words.choice({ words: 'function_code' }, one.function_code),
      },
      { id: 'address', header: words.label('address'), value: (one) => String(one.address), numeric: true },
      {
        id: 'length',
        header: words.label('length'),
        value: (one) => one.length,
        numeric: true,
        decimals: 0,
      },
    ];
  }, [t, words, language, dateTime, now]);
}

interface RemoveProps {
  attribute: ConfiguredAttribute;
  details: DeviceDetails;
  onClose: () => void;
}

function RemoveAttribute({ attribute, details, onClose }: RemoveProps) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  return (
    <ConfirmAction
      title={t('attributes.remove', { name: attribute.name })}
      confirm={t('variables.remove_confirm')}
      words="field"
      act={() => removeAttribute(company, attribute.id, details.device.id)}
      onDone={() => toast.deleted(attribute.name)}
      onClose={onClose}
    >
      <p>{t('attributes.remove_text')}</p>
    </ConfirmAction>
  );
}

type DialogState =
  | { kind: 'new' }
  | { kind: 'edit'; attribute: ConfiguredAttribute }
  | { kind: 'remove'; attribute: ConfiguredAttribute }
  | null;

/** Strings that are read from the device, with what was read last. */
export function Attributes({ details, now, sought }: TabProps & { sought: boolean }) {
  const { t } = useTranslation('field');
  const columns = useColumns(now);
  const [dialog, setDialog] = useState<DialogState>(null);
  const close = () => setDialog(null);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'new' })}>
      {t('attributes.add')}
    </Button>
  );
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sought) place.current?.scrollIntoView({ block: 'start' });
  }, [sought]);
  return (
    <div ref={place} style={{ scrollMarginTop: 'calc(var(--header-height) + 12px)' }}>
      <Section
        look="plain"
        title={t('tabs.attributes')}
        hint={t('attributes.hint')}
        actions={details.attributes.length > 0 && add}
      >
        <DataTable
          label={t('tabs.attributes')}
          columns={columns}
          rows={details.attributes}
          rowKey={({ id }) => id}
          search={null}
          empty={{ icon: IconId, title: t('attributes.none'), hint: t('attributes.none_hint'), action: add }}
          actions={(attribute) => (
            <Group gap={2} wrap="nowrap">
              <RowButton
                label={t('attributes.edit', { name: attribute.name })}
                icon={IconPencil}
                onClick={() => setDialog({ kind: 'edit', attribute })}
              />
              <RowButton
                label={t('attributes.remove', { name: attribute.name })}
                icon={IconTrash}
                onClick={() => setDialog({ kind: 'remove', attribute })}
              />
            </Group>
          )}
        />
        {dialog?.kind === 'remove' && (
          <RemoveAttribute attribute={dialog.attribute} details={details} onClose={close} />
        )}
        {dialog?.kind === 'new' && <NewAttribute details={details} onClose={close} />}
        {dialog?.kind === 'edit' && (
          <EditAttribute details={details} attribute={dialog.attribute} onClose={close} />
        )}
      </Section>
    </div>
  );
}
