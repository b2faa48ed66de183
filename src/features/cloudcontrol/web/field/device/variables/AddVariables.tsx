import { Box, Checkbox, CloseButton, Paper, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DATA_TYPES, type RegisterType } from '../../../../../../devices/register.ts';
import { spellUnit } from '../../../../../../shared/units/units.ts';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../../shared/web/forms/FormDialog.tsx';
import { FieldGrid } from '../../../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../../../shared/web/forms/fields/SelectField.tsx';
import { useFormField } from '../../../../../../shared/web/forms/form-scope.ts';
import { useRecordForm } from '../../../../../../shared/web/forms/use-record-form.ts';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { fold } from '../../../../../../shared/web/list/data-table.model.ts';
import { FUNCTION_CODES } from '../../../../../plants/field.model.ts';
import { changesCalls } from '../../../../changes.contract.ts';
import type { DefinedParameters } from '../../../../configuration.contract.ts';
import type { DeviceDetails } from '../../../../configured.contract.ts';
import { useFieldLabels } from '../../forms/words.ts';
import { useParameters } from '../../use-devices.ts';
import { addVariables } from '../../writes.ts';
import { addressesOf } from './add-variables.model.ts';
import { labelOf } from './variables.model.ts';

type Name = DefinedParameters['names'][number];
/** So many are shown at once: the search finds the others. */
const MAX_SHOWN = 200;

/** The names that are not in the device yet and hold every word. */
function useFound(details: DeviceDetails, q: string): readonly Name[] {
  const { data } = useParameters();
  return useMemo(() => {
    const taken = new Set(details.variables.map(({ name }) => name));
    const words = fold(q).split(/\s+/).filter(Boolean);
    return (data?.names ?? []).filter((one) => {
      if (taken.has(one.name)) return false;
      const text = fold([one.name, one.label_en, one.label_it, one.unit, one.group_name].join('\n'));
      return words.every((word) => text.includes(word));
    });
  }, [data, details.variables, q]);
}

/** Where the first of them lies; each further one follows the one before. */
function FirstRegister() {
  const words = useFieldLabels();
  const { setValue } = useFormContext();
  const bits = Number(useWatch({ name: 'function_code' })) <= 2;
  const types = bits ? ['bit'] : DATA_TYPES;
  return (
    <FieldGrid>
      <SelectField
        name="function_code"
        label={words.label('function_code')}
        options={FUNCTION_CODES.map((value) => ({
          value,
          label: words.choice({ words: 'function_code' }, value),
        }))}
        onChosen={(code) => setValue('data_type', Number(code) <= 2 ? 'bit' : 'uint16')}
      />
      <NumberField name="address" label={words.label('address')} required />
      <SelectField
        name="data_type"
        label={words.label('data_type')}
        options={types.map((value) => ({ value, label: value }))}
      />
    </FieldGrid>
  );
}

/** The names of the catalogue that the device lacks, found by typing; several are chosen. */
function NamesField({ details }: { details: DeviceDetails }) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const language = useLanguage();
  const groups = useParameters().data?.groups ?? [];
  const groupName = (code: string) => {
    const group = groups.find(({ name }) => name === code);
    return group ? labelOf(group, language) : code;
  };
  const [q, setQ] = useState('');
  const found = useFound(details, q);
  const { value: chosen, change } = useFormField<readonly string[]>({
    name: 'names',
    label: t('variables.from_catalogue'),
    show: (names) => names.join(', '),
  });
  const toggle = (name: string) =>
    change(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <div>
      <TextInput
        data-autofocus
        label={t('variables.from_catalogue')}
        placeholder={t('variables.search_catalogue')}
        value={q}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={
          q && <CloseButton size="sm" aria-label={tc('table.clear_search')} onClick={() => setQ('')} />
        }
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <Paper
        component="ul"
        withBorder
        mt={8}
        mah="min(46vh, 420px)"
        style={{ overflowY: 'auto' }}
        aria-label={t('variables.from_catalogue')}
      >
        {found.slice(0, MAX_SHOWN).map((one) => (
          <Box component="li" key={one.name} px={12} py={8}>
            <Checkbox
              label={labelOf(one, language)}
              description={[one.name, spellUnit(one.unit), groupName(one.group_name)]
                .filter(Boolean)
                .join(' · ')}
              checked={chosen.includes(one.name)}
              onChange={() => toggle(one.name)}
            />
          </Box>
        ))}
        {(found.length === 0 || found.length > MAX_SHOWN) && (
          <Box component="li" px={12} py={8} className="muted">
            {found.length === 0
              ? t('variables.not_found')
              : t('variables.more', { count: found.length - MAX_SHOWN })}
          </Box>
        )}
      </Paper>
    </div>
  );
}

interface Values {
  names: readonly string[];
  function_code: number;
  address: number | null;
  data_type: RegisterType;
}
const NEW: Values = { names: [], function_code: 3, address: null, data_type: 'uint16' };

const registersOf = ({ address, data_type, names }: Values) =>
  addressesOf({ address: String(address ?? ''), data_type }, names.length);

/** The variables that are sent: without a register where the values are not read. */
function variablesOf(values: Values, polled: boolean) {
  const { names, function_code, data_type } = values;
  const lie = polled ? registersOf(values) : { addresses: [] };
  const addresses = 'addresses' in lie ? lie.addresses : [];
  const bit = data_type === 'bit' && function_code > 2 ? { bit: 0 } : {};
  return names.map((name, i) => {
    const address = addresses[i];
    const register = address === undefined ? null : { function_code, address, data_type, ...bit };
    return { name, register };
  });
}

/** Adds variables from the catalogue, several at once: their registers follow one another from a first one. */
export function AddVariables({ details, onClose }: { details: DeviceDetails; onClose: () => void }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { device } = details;
  const polled = !device.virtual && device.port_id !== null;
  const form = useRecordForm({
    call: changesCalls.addVariables,
    record: NEW,
    toBody: (values) => ({ device_id: device.id, variables: variablesOf(values, polled) }),
    check: (values) => {
      const lie = polled ? registersOf(values) : { addresses: [] };
      return 'fault' in lie ? [{ path: 'address', message: '', ...lie.fault }] : [];
    },
    fieldOf: (path, values) => [path.split('.').at(-1) ?? ''].find((name) => name in values),
    send: (body) => addVariables(company, body),
    words: 'field',
    onSaved: onClose,
  });
  const chosen = form.form.watch('names').length;
  return (
    <FormDialog
      form={form}
      title={t('variables.add')}
      size={680}
      submit={t('variables.add_confirm')}
      text={t('variables.chosen', { count: chosen })}
      blocked={chosen === 0}
      onClose={onClose}
    >
      <NamesField details={details} />
      {polled && (
        <div>
          <FirstRegister />
          <p className="muted">{t('variables.follow')}</p>
        </div>
      )}
    </FormDialog>
  );
}
