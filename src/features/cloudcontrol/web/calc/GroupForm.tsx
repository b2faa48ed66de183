import { SimpleGrid, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../../../shared/web/charts/group-words.tsx';
import { FormFrame } from '../../../../shared/web/forms/FormFrame.tsx';
import { FormFooter } from '../../../../shared/web/forms/FormPage.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { deviceChoices } from '../../../measurements/web/board/picker.public.ts';
import { type CalcChoices, type CalcGroup, calculationsCalls } from '../../calculations.contract.ts';
import { bodyOf, draftOf, fieldOf, fittingNames, NEW_DRAFT, proposedOf } from './draft.model.ts';
import { InputsField } from './InputsField.tsx';
import { OperationField } from './OperationField.tsx';
import { Preview } from './Preview.tsx';
import { ResultFields } from './ResultFields.tsx';
import { usePreview } from './use-preview.ts';

interface Props {
  choices: CalcChoices;
  stored: CalcGroup | undefined;
}

/** What of the variables that can be calculated with the form needs to know. */
function useSources({ tree, names, rhythms }: CalcChoices) {
  const { nameOf } = useGroups(tree.groups);
  return useMemo(() => {
    const choices = deviceChoices(tree, nameOf);
    const kinds = new Map(tree.names.map(({ name, kind }) => [name, kind]));
    const everyOf = new Map(rhythms.map(({ device_id, rhythm_s }) => [device_id, rhythm_s]));
    const itemsOf = (keys: readonly string[]) => keys.flatMap((key) => choices.byKey.get(key) ?? []);
    const fitting = (operation: CalcGroup['operation'], keys: readonly string[]) =>
      fittingNames(
        names,
        operation,
        itemsOf(keys).map(({ name, unit }) => ({ unit, kind: kinds.get(name) ?? 'gauge' })),
      );
    const sourcesOf = (keys: readonly string[]) =>
      itemsOf(keys).map(({ proj_code, device_id, name }) => ({
        proj_code,
        name,
        rhythm_s: everyOf.get(device_id ?? 0) ?? 0,
      }));
    return { choices, fitting, sourcesOf };
  }, [tree, names, rhythms, nameOf]);
}

/** Makes or changes a group, with what it gives before it is saved. */
export function GroupForm({ choices, stored }: Props) {
  const { t } = useTranslation('calc');
  const language = useLanguage();
  const navigate = useNavigate();
  const { fieldMessage } = useErrorMessage('calc');
  const sources = useSources(choices);
  const leave = () => void navigate({ to: '/apps/cloudcontrol/calc-group' });
  const form = useRecordForm({
    call: stored ? calculationsCalls.update : calculationsCalls.create,
    ...(stored ? { params: { id: String(stored.id) } } : {}),
    record: stored ?? NEW_DRAFT,
    toValues: (record) => ('id' in record ? draftOf(record) : record),
    toBody: bodyOf,
    fieldOf,
    words: 'calc',
    onSaved: leave,
  });
  const draft = form.form.watch();
  const preview = usePreview(draft);
  // What the preview says of the definition in hand is known before anybody saves.
  const messages = preview.faults.map((fault) => [fieldOf(fault.path, draft), fieldMessage(fault)] as const);
  // Of several at one field the first is said.
  const faults = new Map(messages.toReversed());
  const propose = (inputs: readonly string[]) => {
    const names = sources.fitting(draft.operation, inputs);
    for (const [name, value] of Object.entries(proposedOf(draft, sources.sourcesOf(inputs), names)))
      form.form.setValue(name as 'variable', value as string, { shouldDirty: true });
  };
  const label = choices.names.find(({ name }) => name === draft.variable);
  return (
    <FormFrame form={form}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={16}>
        <Stack gap={12}>
          <Panel label={t('field.what')}>
            <Stack gap={12}>
              <TextField name="name" label={t('field.name')} />
              <OperationField fault={faults.get('operation')} />
              <TextAreaField name="description" label={t('field.description')} />
            </Stack>
          </Panel>
          <ResultFields
            choices={choices}
            names={sources.fitting(draft.operation, draft.inputs)}
            faults={faults}
          />
        </Stack>
        <InputsField choices={sources.choices} faults={faults} onInputs={propose} />
      </SimpleGrid>
      <Preview
        preview={preview.data}
        waiting={preview.waiting}
        error={preview.error}
        onRetry={() => void preview.refetch()}
        label={(language === 'it' ? label?.label_it : label?.label_en) ?? draft.name}
      />
      <FormFooter form={form} text={t(stored ? 'form.replaces' : 'form.past_follows')} onCancel={leave} />
    </FormFrame>
  );
}
