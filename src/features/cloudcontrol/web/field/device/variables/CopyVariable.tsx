import { Button, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../../../shared/web/forms/FormError.tsx';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { Dialog, DialogFooter } from '../../../../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../../../../shared/web/ui/toast.ts';
import type { ConfiguredVariable, DeviceDetails } from '../../../../configured.contract.ts';
import { useParameters } from '../../configuration.api.ts';
import { useFieldRefusals } from '../../forms/field-faults.ts';
import { parseField } from '../../forms/fields.model.ts';
import forms from '../../forms/forms.module.css';
import { useFieldLabels } from '../../forms/words.ts';
import { copyVariable } from '../../writes.ts';
import { labelOf } from './variables.model.ts';

interface Props {
  variable: ConfiguredVariable;
  details: DeviceDetails;
  onClose: () => void;
}

const ADDRESS = { name: 'address', kind: 'int', nullable: true, least: 0, most: 65_535 } as const;

/** Adds a variable with the register of another one under another name of the catalogue. */
export function CopyVariable({ variable, details, onClose }: Props) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const language = useLanguage();
  const company = useCompany().id_client;
  const words = useFieldLabels();
  const { formMessage } = useFieldRefusals();
  const names = useParameters().data?.names ?? [];
  const [name, setName] = useState<string | null>(null);
  const [address, setAddress] = useState(variable.address === null ? '' : String(variable.address));
  const [tried, setTried] = useState(false);
  const taken = new Set(details.variables.map((one) => one.name));
  const data = names
    .filter((one) => !taken.has(one.name))
    .map((one) => ({ value: one.name, label: labelOf(one, language) }));
  const parsed = parseField(ADDRESS, address);
  const copying = useMutation({
    mutationFn: (body: { name: string; address?: number }) => copyVariable(company, variable.id, body),
    onSuccess: () => {
      toast.saved();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name === null || 'fault' in parsed) return;
    copying.mutate(typeof parsed.value === 'number' ? { name, address: parsed.value } : { name });
  };
  return (
    <Dialog title={t('variables.copy', { name: labelOf(variable, language) })} size={460} onClose={onClose}>
      <form noValidate className={forms.form} onSubmit={submit}>
        {copying.error && <FormError>{formMessage(copying.error)}</FormError>}
        <Select
          data-autofocus
          label={t('variables.new_name')}
          searchable
          openOnFocus={false}
          limit={200}
          comboboxProps={{ withinPortal: false }}
          maxDropdownHeight={220}
          nothingFoundMessage={t('variables.not_found')}
          data={data}
          value={name}
          onChange={setName}
          error={tried && name === null ? tc('told.required') : undefined}
        />
        {variable.address !== null && (
          <TextInput
            label={words.label('address')}
            inputMode="numeric"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            error={'fault' in parsed ? words.fault(parsed.fault) : undefined}
          />
        )}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={copying.isPending}>
            {t('copy.confirm')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
