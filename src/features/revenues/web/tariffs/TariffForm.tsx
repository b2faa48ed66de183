import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormDrawer } from '../../../../shared/web/forms/FormDrawer.tsx';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { RowsField } from '../../../../shared/web/forms/fields/RowsField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { type Tariff, tariffsCalls } from '../../tariffs.contract.ts';
import { TARIFF_KINDS, type TariffKind } from '../../tariffs.model.ts';

interface Step {
  from_on: string | null;
  to_on: string | null;
  rate: number | null;
}
interface Fields {
  name: string;
  steps: Step[];
  note: string;
}
interface NewFields extends Fields {
  proj_code: string | null;
  kind: TariffKind;
}

/** What GSE asks each year for a plant of this power. */
function Fees({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('revenues');
  const { euro } = useFormat();
  const { data } = useCall(tariffsCalls.fees, { query: { proj_code } });
  if (!data) return null;
  return <Muted>{t('tariff.fees', { gse: euro(data.gse_eur), conto: euro(data.conto_energia_eur) })}</Muted>;
}

function StepFields({ kind, proj_code }: { kind: TariffKind; proj_code: string | null }) {
  const { t } = useTranslation('revenues');
  return (
    <Stack gap={12}>
      <RowsField
        name="steps"
        title={t('tariff.steps')}
        blank={{ from_on: '', to_on: null, rate: kind === 'market' ? 0 : null }}
        add={t('tariff.add_step')}
        remove={(place) => t('tariff.remove_step', { place })}
        none={t('tariff.no_steps')}
        atMost={100}
      >
        {(at) => (
          <>
            <DateField name={`${at}.from_on`} label={t('tariff.from_on')} required />
            <DateField name={`${at}.to_on`} label={t('tariff.to_on')} />
            {kind !== 'market' && (
              <NumberField
                name={`${at}.rate`}
                label={t('tariff.rate')}
                unit={kind === 'fee' ? '€' : '€/kWh'}
                required
              />
            )}
          </>
        )}
      </RowsField>
      <Muted>{t(`about.${kind}`)}</Muted>
      {kind === 'fee' && proj_code && <Fees proj_code={proj_code} />}
    </Stack>
  );
}

interface NewProps {
  plant: string | null;
  today: string;
  plants: readonly { proj_code: string; name: string }[];
  onClose: () => void;
}

/** A new tariff. */
export function NewTariffForm({ plant, today, plants, onClose }: NewProps) {
  const { t } = useTranslation('revenues');
  const form = useRecordForm<typeof tariffsCalls.create, NewFields>({
    call: tariffsCalls.create,
    record: {
      proj_code: plant,
      kind: 'fixed',
      name: '',
      note: '',
      steps: [{ from_on: `${today.slice(0, 4)}-01-01`, to_on: null, rate: null }],
    },
    words: 'revenues',
    draft: 'tariffs:new',
    onSaved: onClose,
  });
  const { setValue, getValues, watch } = form.form;
  const [kind, proj_code] = watch(['kind', 'proj_code']);
  // The market's price is not typed; every other has to be, and a price of nothing is none that anybody meant.
  useEffect(() => {
    getValues('steps').forEach(({ rate }, at) => {
      if (kind === 'market') setValue(`steps.${at}.rate`, 0);
      else if (rate === 0) setValue(`steps.${at}.rate`, null);
    });
  }, [kind, getValues, setValue]);
  return (
    <FormDrawer form={form} title={t('tariff.add')} onClose={onClose}>
      <FieldGroup title={t('tariff.what')}>
        <SelectField
          name="proj_code"
          label={t('field.plant')}
          required
          searchable
          options={plants.map((one) => ({ value: one.proj_code, label: `${one.name} · ${one.proj_code}` }))}
        />
        <SelectField
          name="kind"
          label={t('tariff.kind')}
          options={TARIFF_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <TextField name="name" label={t('tariff.name')} required />
        <TextAreaField name="note" label={t('tariff.note')} />
      </FieldGroup>
      <StepFields kind={kind} proj_code={proj_code} />
    </FormDrawer>
  );
}

/** A stored tariff; its kind and its plant stay. */
export function EditTariff({ tariff, onClose }: { tariff: Tariff; onClose: () => void }) {
  const { t } = useTranslation('revenues');
  const form = useRecordForm<typeof tariffsCalls.update, Tariff, Fields>({
    call: tariffsCalls.update,
    params: { id: String(tariff.id) },
    record: tariff,
    toValues: ({ name, steps, note }) => ({ name, steps: [...steps], note }),
    words: 'revenues',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('tariff.edit_of', { name: tariff.name })} onClose={onClose}>
      <FieldGroup title={`${tariff.plant_name} · ${t(`kind.${tariff.kind}`)}`}>
        <TextField name="name" label={t('tariff.name')} required />
        <TextAreaField name="note" label={t('tariff.note')} />
      </FieldGroup>
      <StepFields kind={tariff.kind} proj_code={tariff.proj_code} />
    </FormDrawer>
  );
}
