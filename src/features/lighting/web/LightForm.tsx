import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../shared/web/forms/FormDrawer.tsx';
import { FieldGrid, FieldGroup } from '../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { PlaceField } from '../../../shared/web/forms/fields/PlaceField.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { type RecordForm, useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { lightPointsCalls } from '../light-points.contract.ts';
import { LAMP_KINDS } from '../lighting.model.ts';
import type { LightPoint } from '../lighting-fields.contract.ts';
import { LINES } from '../night.model.ts';

type Pell = LightPoint['pell'];
type Values = Omit<LightPoint, 'id' | 'serial' | 'is_lit' | 'open_reports' | 'version' | 'pell'> & {
  pell: { [K in keyof Required<Pell>]: (K extends 'dimmable' ? 'yes' | 'no' : Required<Pell>[K]) | null };
};

/** Every further field stands in the form, those that nobody filled in as well. */
const toValues = ({ pell, ...light }: Omit<Values, 'pell'> & { pell: Pell }): Values => {
  const { box_id, line, code, lamp_kind, power_w, pole, street, latitude, longitude } = light;
  const { support = '', optic = '', road_class = '', installed_in = null, lumens = null } = pell;
  const { colour_k = null } = pell;
  const dimmable = pell.dimmable === undefined ? null : pell.dimmable ? 'yes' : 'no';
  return {
    box_id,
    line,
    code,
    lamp_kind,
    power_w,
    pole,
    street,
    latitude,
    longitude,
    pell: { support, optic, road_class, installed_in, lumens, colour_k, dimmable },
  };
};

const toBody = (
  { pell: { dimmable, ...further }, ...values }: Values,
  _: unknown,
  version: number | undefined,
) => ({
  ...values,
  pell: {
    ...Object.fromEntries(Object.entries(further).filter(([, value]) => value !== null && value !== '')),
    ...(dimmable !== null && { dimmable: dimmable === 'yes' }),
  },
  ...(version !== undefined && { version }),
});

const BLANK: Omit<Values, 'pell' | 'box_id'> & { pell: Pell } = {
  line: 1,
  code: '',
  power_w: null,
  pole: '',
  street: '',
  latitude: null,
  longitude: null,
  pell: {},
  lamp_kind: 'led',
};

/** Fields that PELL asks for beside those of every census. */
function PellFields() {
  const { t } = useTranslation('lighting');
  return (
    <FieldGroup title={t('lights.pell')}>
      <TextField name="pell.support" label={t('lights.support')} maxLength={60} />
      <TextField name="pell.optic" label={t('lights.optic')} maxLength={60} />
      <TextField name="pell.road_class" label={t('lights.road_class')} maxLength={10} />
      <NumberField name="pell.installed_in" label={t('lights.installed_in')} />
      <NumberField name="pell.lumens" label={t('lights.lumens')} unit="lm" />
      <NumberField name="pell.colour_k" label={t('lights.colour_k')} unit="K" />
      <SelectField
        name="pell.dimmable"
        label={t('lights.dimmable')}
        none={t('lights.unknown')}
        options={(['yes', 'no'] as const).map((value) => ({ value, label: t(value) }))}
      />
    </FieldGroup>
  );
}

interface Props {
  box_id: number;
  /** Null: a new one. */
  light: LightPoint | null;
  onClose: () => void;
}

function Fields({ form, title, onClose }: { form: RecordForm; title: string; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  return (
    <FormDrawer form={form} title={title} onClose={onClose}>
      <FieldGrid min={200}>
        <TextField name="code" label={t('lights.code')} maxLength={60} required />
        <SelectField
          name="line"
          label={t('lines.line')}
          options={LINES.map((line) => ({ value: line, label: String(line) }))}
        />
        <SelectField
          name="lamp_kind"
          label={t('lights.lamp_kind')}
          options={LAMP_KINDS.map((value) => ({ value, label: t(`lights.kinds.${value}`) }))}
        />
        <NumberField name="power_w" label={t('lights.power_w')} unit="W" />
        <TextField name="pole" label={t('lights.pole')} maxLength={60} />
        <TextField name="street" label={t('lights.street')} maxLength={160} />
      </FieldGrid>
      <PellFields />
      <PlaceField />
    </FormDrawer>
  );
}

function EditLight({ light, onClose }: { light: LightPoint; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const form = useRecordForm({
    call: lightPointsCalls.change,
    params: { id: String(light.id) },
    record: light,
    toValues,
    toBody,
    onSaved: onClose,
    words: 'lighting',
  });
  return <Fields form={form} title={t('lights.edit')} onClose={onClose} />;
}

function NewLight({ box_id, onClose }: { box_id: number; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const form = useRecordForm({
    call: lightPointsCalls.create,
    record: { ...BLANK, box_id },
    toValues,
    toBody,
    onSaved: onClose,
    words: 'lighting',
  });
  return <Fields form={form} title={t('lights.add')} onClose={onClose} />;
}

/** A light point of a box, new or known. */
export function LightForm({ box_id, light, onClose }: Props) {
  if (light) return <EditLight light={light} onClose={onClose} />;
  return <NewLight box_id={box_id} onClose={onClose} />;
}
