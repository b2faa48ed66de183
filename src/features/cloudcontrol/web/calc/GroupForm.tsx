import { Button, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../../../shared/web/charts/group-words.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { UnsavedQuestion } from '../../../../shared/web/forms/UnsavedQuestion.tsx';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { ConflictNotice } from '../../../../shared/web/ui/ConflictNotice.tsx';
import { deviceChoices } from '../../../measurements/web/board/picker.public.ts';
import type { CalcChoices, CalcGroup } from '../../calculations.contract.ts';
import classes from './calc.module.css';
import { fittingNames, proposedOf } from './draft.model.ts';
import { InputsField } from './InputsField.tsx';
import { OperationField } from './OperationField.tsx';
import { Preview } from './Preview.tsx';
import { ResultFields } from './ResultFields.tsx';
import { useDifferences } from './use-differences.ts';
import { useFaultLabels } from './use-fault-words.ts';
import { useGroupForm, usePreview } from './use-group-form.ts';

interface Props {
  choices: CalcChoices;
  stored: CalcGroup | undefined;
}

/** Makes or changes a group, with what it gives before it is saved. */
export function GroupForm({ choices, stored }: Props) {
  const { t } = useTranslation('calc');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const sentence = useRefusalSentence();
  const words = useFaultLabels();
  const { nameOf } = useGroups(choices.tree.groups);
  const tree = useMemo(() => deviceChoices(choices.tree, nameOf), [choices.tree, nameOf]);
  const leave = () => void navigate({ to: '/apps/cloudcontrol/calc-group' });
  const form = useGroupForm(stored);
  const { draft, change, save, theirs, saved } = form;
  // Only when it is told as saved: before that, leaving would be asked about.
  useEffect(() => {
    if (saved) void navigate({ to: '/apps/cloudcontrol/calc-group' });
  }, [saved, navigate]);
  const preview = usePreview(draft);
  const differences = useDifferences(tree);

  const kinds = new Map(choices.tree.names.map(({ name, kind }) => [name, kind]));
  const chosen = draft.inputs.flatMap((key) => tree.byKey.get(key) ?? []);
  const inputs = chosen.map(({ name, unit }) => ({ unit, kind: kinds.get(name) ?? 'gauge' }));
  const names = fittingNames(choices.names, draft.operation, inputs);
  const faults = form.faults.length > 0 ? form.faults : preview.faults;
  const faultOf = (path: string): string | undefined => {
    const found = faults.find((fault) => fault.path === path);
    return found && words(found);
  };
  const missing = (empty: boolean) => (form.tried && empty ? common('told.required') : undefined);
  const rhythms = useMemo(
    () => new Map(choices.rhythms.map(({ device_id, rhythm_s }) => [device_id, rhythm_s])),
    [choices.rhythms],
  );
  const proposed = (next: readonly string[]) => {
    const items = next.flatMap((key) => tree.byKey.get(key) ?? []);
    const sources = items.map(({ proj_code, device_id, name }) => ({
      ...{ proj_code, name },
      rhythm_s: rhythms.get(device_id ?? 0) ?? 0,
    }));
    const facts = items.map(({ name, unit }) => ({ unit, kind: kinds.get(name) ?? 'gauge' }));
    return proposedOf(draft, sources, fittingNames(choices.names, draft.operation, facts));
  };
  const label = choices.names.find(({ name }) => name === draft.variable);

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <UnsavedQuestion unsaved={form.unsaved} />
      {theirs && stored && (
        <ConflictNotice
          differences={differences(draft, theirs)}
          busy={save.isPending}
          onMine={() => save.mutate()}
          onTheirs={() => form.begin(theirs)}
        />
      )}
      {save.isError && !theirs && <FormError>{faultOf('') ?? sentence(save.error)}</FormError>}
      <div className={classes.columns}>
        <div className={classes.column}>
          <section className={classes.block} aria-label={t('field.what')}>
            <TextInput
              label={t('field.name')}
              autoComplete="off"
              maxLength={120}
              value={draft.name}
              error={faultOf('name') ?? missing(draft.name.trim() === '')}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <OperationField
              value={draft.operation}
              fault={faultOf('operation')}
              onChange={(operation) => change({ operation })}
            />
            <Textarea
              label={t('field.description')}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={500}
              value={draft.description}
              error={faultOf('description')}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
          </section>
          <ResultFields
            draft={draft}
            choices={choices}
            names={names}
            onChange={change}
            faultOf={(path) => faultOf(path) ?? missing(isEmpty(draft, path))}
          />
        </div>
        <div className={classes.column}>
          <InputsField
            choices={tree}
            operation={draft.operation}
            inputs={draft.inputs}
            fault={faultOf('inputs') ?? missing(draft.inputs.length === 0)}
            faultOf={(place) => faultOf(`inputs.${place}`)}
            onChange={(next) => change({ inputs: next, ...proposed(next) })}
          />
        </div>
      </div>
      <Preview
        preview={preview.data}
        waiting={preview.waiting}
        error={preview.error}
        onRetry={() => void preview.refetch()}
        label={(language === 'it' ? label?.label_it : label?.label_en) ?? draft.name}
      />
      <div className={classes.footer}>
        <span className={classes.footerText}>{stored ? t('form.replaces') : t('form.past_follows')}</span>
        <Button variant="default" onClick={leave}>
          {common('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={stored !== undefined && !form.unsaved}>
          {common('save')}
        </Button>
      </div>
    </form>
  );
}

type Emptiable = { device_id: number | null; proj_code: string; short_name: string; variable: string };

/** Whether a field that must be chosen is not. */
function isEmpty({ device_id, proj_code, short_name, variable }: Emptiable, path: string): boolean {
  if (path === 'result.variable') return variable === '';
  if (device_id !== null) return false;
  if (path === 'result.device.proj_code') return proj_code === '';
  return path === 'result.device.short_name' && short_name.trim() === '';
}
