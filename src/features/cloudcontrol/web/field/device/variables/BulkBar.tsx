import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../../../shared/web/forms/FormDialog.tsx';
import { NumberField } from '../../../../../../shared/web/forms/fields/NumberField.tsx';
import { useRecordForm } from '../../../../../../shared/web/forms/use-record-form.ts';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { BulkBar as Bar } from '../../../../../../shared/web/list/BulkBar.tsx';
import { ConfirmDialog } from '../../../../../../shared/web/ui/ConfirmDialog.tsx';
import { POLLS } from '../../../../../plants/field.model.ts';
import { changesCalls } from '../../../../changes.contract.ts';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import { useFieldLabels } from '../../forms/words.ts';
import { useParameters } from '../../use-devices.ts';
import type { Bulk, BulkChange } from './use-bulk.ts';

interface Props {
  variables: readonly ConfiguredVariable[];
  bulk: Bulk;
  onClear: () => void;
  /** Calculated values are not read: they have neither a plan nor a factor. */
  virtual: boolean;
}

/** Gives all of them one group, or the one that each one's name says. */
function GroupMenu({ busy, onGroup }: { busy: boolean; onGroup: (group_name: string | null) => void }) {
  const { t } = useTranslation('field');
  const language = useLanguage();
  const groups = useParameters().data?.groups ?? [];
  return (
    <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="compact-md"
          variant="default"
          disabled={busy}
          rightSection={<IconChevronDown size={14} />}
        >
          {t('bulk.group')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => onGroup(null)}>{t('bulk.no_group')}</Menu.Item>
        {groups.map(({ id, name, label_en, label_it }) => (
          <Menu.Item key={id} onClick={() => onGroup(name)}>
            {(language === 'it' ? label_it : label_en) || name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** One factor for several variables. */
function FactorDialog(props: { count: number; onFactor: (factor: number) => void; onClose: () => void }) {
  const { t } = useTranslation('field');
  const form = useRecordForm({
    call: changesCalls.changeVariable,
    record: { factor: null },
    send: async ({ factor }) => factor !== undefined && props.onFactor(factor),
    words: 'field',
    quiet: true,
  });
  const title = t('bulk.factor', { count: props.count });
  return (
    <FormDialog form={form} title={title} size={400} small onClose={props.onClose}>
      <NumberField name="factor" label={t('fields.factor')} />
    </FormDialog>
  );
}

/** What can be done with several variables in one go. */
export function BulkBar(props: Props) {
  const { variables, bulk, virtual, onClear } = props;
  const { t } = useTranslation('field');
  const words = useFieldLabels();
  const [scaling, setScaling] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { busy } = bulk;
  const run = (to: BulkChange) => bulk.change(variables, to);
  return (
    <Bar
      label={t('bulk.label')}
      chosen={t('bulk.chosen', { count: variables.length })}
      count={variables.length}
      onClear={onClear}
    >
      {!virtual && (
        <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button
              size="compact-md"
              variant="default"
              disabled={busy}
              rightSection={<IconChevronDown size={14} />}
            >
              {words.label('poll')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {POLLS.map((poll) => (
              <Menu.Item key={poll} onClick={() => void run({ poll })}>
                {words.choice({ words: 'poll' }, poll)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {!virtual && (
        <Button size="compact-md" variant="default" disabled={busy} onClick={() => setScaling(true)}>
          {words.label('factor')}
        </Button>
      )}
      <Button size="compact-md" variant="default" disabled={busy} onClick={() => void run({ enabled: true })}>
        {t('bulk.on')}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        disabled={busy}
        onClick={() => void run({ enabled: false })}
      >
        {t('bulk.off')}
      </Button>
      <GroupMenu busy={busy} onGroup={(group_name) => void run({ group_name })} />
      <Button
        size="compact-md"
        variant="default"
        color="red"
        disabled={busy}
        onClick={() => setRemoving(true)}
      >
        {t('bulk.remove')}
      </Button>
      {scaling && (
        <FactorDialog
          count={variables.length}
          onClose={() => setScaling(false)}
          onFactor={(factor) => {
            setScaling(false);
            void run({ factor });
          }}
        />
      )}
      {bulk.fault && !removing && <span role="alert">{bulk.fault}</span>}
      {removing && (
        <ConfirmDialog
          title={t('bulk.remove_title', { count: variables.length })}
          confirm={t('variables.remove_confirm')}
          busy={busy}
          fault={bulk.fault}
          onClose={() => setRemoving(false)}
          onConfirm={() =>
            void bulk.remove(variables).then((gone) => {
              if (gone) onClear();
            })
          }
        >
          <p>{t('variables.remove_text')}</p>
        </ConfirmDialog>
      )}
    </Bar>
  );
}
