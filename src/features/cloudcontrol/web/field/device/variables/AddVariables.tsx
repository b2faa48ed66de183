import { Button, Checkbox, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATA_TYPES, type RegisterType } from '../../../../../../devices/register.ts';
import { spellUnit } from '../../../../../../shared/units/units.ts';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../../../shared/web/forms/use-error-message.ts';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { fold } from '../../../../../../shared/web/list/data-table.model.ts';
import { Dialog, DialogFooter } from '../../../../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../../../../shared/web/ui/toast.ts';
import { FUNCTION_CODES } from '../../../../../plants/field.model.ts';
import type { DefinedParameters } from '../../../../configuration.contract.ts';
import type { DeviceDetails } from '../../../../configured.contract.ts';
import forms from '../../forms/forms.module.css';
import { useFieldLabels } from '../../forms/words.ts';
import { useParameters } from '../../use-devices.ts';
import { addVariables } from '../../writes.ts';
import { addressesOf, type First } from './add-variables.model.ts';
import { labelOf } from './variables.model.ts';
import classes from './variables.module.css';

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
function FirstRegister(props: { first: First; error: string | undefined; onFirst: (first: First) => void }) {
  const { first, error, onFirst } = props;
  const words = useFieldLabels();
  return (
    <div className={forms.grid}>
      <NativeSelect
        label={words.label('function_code')}
        value={String(first.function_code)}
        data={FUNCTION_CODES.map((code) => ({
          value: String(code),
          label: words.choice({ words: 'function_code' }, code),
        }))}
        onChange={(event) => {
          const function_code = Number(event.currentTarget.value);
          onFirst({ ...first, function_code, data_type: function_code <= 2 ? 'bit' : 'uint16' });
        }}
      />
      <TextInput
        label={words.label('address')}
        withAsterisk
        inputMode="numeric"
        autoComplete="off"
        value={first.address}
        onChange={(event) => onFirst({ ...first, address: event.currentTarget.value })}
        error={error}
      />
      <NativeSelect
        label={words.label('data_type')}
        value={first.data_type}
        data={[...(first.function_code <= 2 ? ['bit'] : DATA_TYPES)]}
        onChange={(event) => onFirst({ ...first, data_type: event.currentTarget.value as RegisterType })}
      />
    </div>
  );
}

/** What is sent: without a register where the values are not read. */
function bodyOf({ device }: DeviceDetails, names: readonly string[], first: First, addresses: number[]) {
  const variables = names.map((name, i) => {
    const address = addresses[i];
    if (address === undefined) return { name, register: null };
    const { function_code, data_type } = first;
    const bit = data_type === 'bit' && function_code > 2 ? { bit: 0 } : {};
    return { name, register: { function_code: function_code as 3, address, data_type, ...bit } };
  });
  return { device_id: device.id, variables };
}

/** Adds variables from the catalogue, several at once: their registers follow one another from a first one. */
export function AddVariables({ details, onClose }: { details: DeviceDetails; onClose: () => void }) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const language = useLanguage();
  const groups = useParameters().data?.groups ?? [];
  const groupName = (code: string) => {
    const group = groups.find(({ name }) => name === code);
    return group ? labelOf(group, language) : code;
  };
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [first, setFirst] = useState<First>({ function_code: 3, address: '', data_type: 'uint16' });
  const found = useFound(details, q);
  const [tried, setTried] = useState(false);
  const words = useFieldLabels();
  const polled = !details.device.virtual && details.device.port_id !== null;
  const lie = polled ? addressesOf(first, chosen.length) : { addresses: [] };
  const adding = useMutation({
    mutationFn: (addresses: number[]) => addVariables(company, bodyOf(details, chosen, first, addresses)),
    onSuccess: () => {
      toast.saved();
      onClose();
    },
  });
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (chosen.length > 0 && 'addresses' in lie) adding.mutate(lie.addresses);
  };
  return (
    <Dialog title={t('variables.add')} size={680} keeps onClose={onClose}>
      <form noValidate className={forms.form} onSubmit={submit}>
        {adding.error && <FormError>{formMessage(adding.error)}</FormError>}
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
          <ul className={classes.found} aria-label={t('variables.from_catalogue')}>
            {found.slice(0, MAX_SHOWN).map((one) => (
              <li key={one.name}>
                <Checkbox
                  label={labelOf(one, language)}
                  description={[one.name, spellUnit(one.unit), groupName(one.group_name)]
                    .filter(Boolean)
                    .join(' · ')}
                  checked={chosen.includes(one.name)}
                  onChange={() => toggle(one.name)}
                />
              </li>
            ))}
            {found.length === 0 && <li className="muted">{t('variables.not_found')}</li>}
            {found.length > MAX_SHOWN && (
              <li className="muted">{t('variables.more', { count: found.length - MAX_SHOWN })}</li>
            )}
          </ul>
        </div>
        {polled && (
          <div>
            <FirstRegister
              first={first}
              onFirst={setFirst}
              error={tried && 'fault' in lie ? words.fault(lie.fault) : undefined}
            />
            <p className="muted">{t('variables.follow')}</p>
          </div>
        )}
        <DialogFooter text={t('variables.chosen', { count: chosen.length })}>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={adding.isPending} disabled={chosen.length === 0}>
            {t('variables.add_confirm')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
