import { Button, Select } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreFields } from '../../../../shared/web/ui/MoreFields.tsx';
import type { DeviceTree } from '../../configuration.contract.ts';
import forms from '../field/forms/forms.module.css';
import { FramerInput, SettingInput } from '../find/FindInputs.tsx';
import { SELECT, Text } from './BulkInputs.tsx';
import classes from './bulk.module.css';
import { PasteDialog } from './PasteDialog.tsx';
import type { Bulk } from './use-bulk.ts';
import { useDraftFaults } from './use-fault-words.ts';
import { WhatFields } from './WhatFields.tsx';
import { WhereFields } from './WhereFields.tsx';

interface Props {
  bulk: Bulk;
  tree: DeviceTree;
}

function Names({ bulk }: Pick<Props, 'bulk'>) {
  const { t } = useTranslation('bulk');
  const { rows, draft, set, sections } = bulk;
  const [first, last] = [rows[0]?.short_name, rows.at(-1)?.short_name];
  const preview = first === last ? first : `${first} … ${last}`;
  return (
    <>
      <Text
        bulk={bulk}
        name="pattern"
        label={t('names.pattern')}
        hint={preview ? t('names.preview', { names: preview }) : t('names.hint')}
      />
      <Text
        bulk={bulk}
        name="start"
        label={t('names.start')}
        hint={t('names.start_hint')}
        placeholder={t('names.start_free')}
      />
      <SettingInput name="nominal_power" typed={draft.power} onTyped={(power) => set({ power })} />
      {sections.length > 0 && (
        <Select
          {...SELECT}
          clearable
          label={t('names.section')}
          data={sections.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.section_id || null}
          onChange={(id) => set({ section_id: id ?? '' })}
        />
      )}
    </>
  );
}

function More({ bulk }: Pick<Props, 'bulk'>) {
  const { t } = useTranslation('bulk');
  const { draft, set } = bulk;
  const wrong = useDraftFaults(bulk)('timeout_ms');
  if (draft.port_id !== '') return null;
  return (
    <MoreFields label={t('more')} forced={wrong !== undefined}>
      <div className={forms.grid}>
        <FramerInput typed={draft.framer} onTyped={(framer) => set({ framer })} />
        <SettingInput
          name="timeout_ms"
          typed={draft.timeout_ms}
          error={wrong}
          onTyped={(timeout_ms) => set({ timeout_ms })}
        />
      </div>
    </MoreFields>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend>{title}</legend>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  );
}

/** What the devices are, where they are, and what they are called. */
export function BulkForm({ bulk, tree }: Props) {
  const { t } = useTranslation('bulk');
  const [pasting, setPasting] = useState(false);
  return (
    <section className={`panel ${classes.form}`} aria-label={t('title')}>
      <Part title={t('what.title')}>
        <WhatFields bulk={bulk} tree={tree} />
      </Part>
      {!bulk.list.pasted && (
        <>
          <Part title={t('where.title')}>
            <WhereFields bulk={bulk} />
          </Part>
          <Part title={t('names.title')}>
            <Names bulk={bulk} />
          </Part>
        </>
      )}
      <div className={classes.formEnd}>
        <More bulk={bulk} />
        {bulk.list.pasted ? (
          <Button variant="default" onClick={bulk.list.unpaste}>
            {t('paste.back')}
          </Button>
        ) : (
          <Button
            variant="subtle"
            leftSection={<IconTable size={16} aria-hidden="true" />}
            onClick={() => setPasting(true)}
          >
            {t('paste.open')}
          </Button>
        )}
      </div>
      {pasting && <PasteDialog onPaste={bulk.list.paste} onClose={() => setPasting(false)} />}
    </section>
  );
}
