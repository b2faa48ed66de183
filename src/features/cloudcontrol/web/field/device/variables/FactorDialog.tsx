import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogFooter } from '../../../../../../shared/web/ui/Dialog.tsx';
import { parseField } from '../../forms/fields.model.ts';
import forms from '../../forms/forms.module.css';
import { useFieldLabels } from '../../forms/words.ts';

const FACTOR = { name: 'factor', kind: 'number', required: true } as const;

/** One factor for several variables. */
export function FactorDialog(props: {
  count: number;
  onFactor: (factor: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const words = useFieldLabels();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const parsed = parseField(FACTOR, typed);
  const fault = 'fault' in parsed ? words.fault(parsed.fault) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('value' in parsed) props.onFactor(Number(parsed.value));
  };
  return (
    <Dialog title={t('bulk.factor', { count: props.count })} size={400} small onClose={props.onClose}>
      <form noValidate className={forms.form} onSubmit={submit}>
        <TextInput
          data-autofocus
          label={words.label('factor')}
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={tried ? fault : undefined}
        />
        <DialogFooter>
          <Button variant="default" onClick={props.onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit">{tc('save')}</Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
