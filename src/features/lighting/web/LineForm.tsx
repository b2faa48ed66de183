import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { FormDialog } from '../../../shared/web/forms/FormDialog.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { boxesCalls, type PowerLine } from '../boxes.contract.ts';

function Fields() {
  const { t } = useTranslation('lighting');
  return (
    <>
      <TextField name="name" label={t('lines.name')} maxLength={80} />
      <NumberField name="load_nominal_kw" label={t('lines.nominal')} unit="kW" />
      <SwitchField name="enabled" label={t('lines.in_use')} />
    </>
  );
}

/** Changes a line of a box, as it is stored now. */
export function EditLine({ line, onClose }: { line: PowerLine; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const newest = useCall(boxesCalls.powerLine, { params: { id: String(line.id) } });
  const { name, enabled, load_nominal_kw, version } = newest.data ?? line;
  const form = useRecordForm({
    call: boxesCalls.changePowerLine,
    params: { id: String(line.id) },
    record: { name, enabled, load_nominal_kw, version },
    words: 'lighting',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('lines.edit_title', { line: line.line })} onClose={onClose}>
      <Fields />
    </FormDialog>
  );
}

/** Adds one of the lines that a box lacks. */
export function NewLine(props: { box_id: number; free: readonly number[]; onClose: () => void }) {
  const { box_id, free, onClose } = props;
  const { t } = useTranslation('lighting');
  const form = useRecordForm({
    call: boxesCalls.addPowerLine,
    record: { box_id, line: free[0] ?? 1, name: '', enabled: true, load_nominal_kw: null },
    words: 'lighting',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('lines.add')} onClose={onClose}>
      <SelectField
        name="line"
        label={t('lines.line')}
        options={free.map((line) => ({ value: line, label: String(line) }))}
      />
      <Fields />
    </FormDialog>
  );
}
