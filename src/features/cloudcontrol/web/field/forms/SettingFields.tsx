import { ColourField } from '../../../../../shared/web/forms/fields/ColourField.tsx';
import { FieldGrid } from '../../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextAreaField } from '../../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../../shared/web/forms/fields/TextField.tsx';
import type { Field } from './entities.model.ts';
import { useFieldLabels } from './words.ts';

interface Props {
  field: Field;
  /** Stands in an empty field: what holds where nothing is typed. */
  placeholder?: string | undefined;
  /** In the cell of a table its name is for readers of the screen alone. */
  bare?: string;
  disabled?: boolean;
}

/** The field of the kit that fits a setting, with its name and hint. */
export function SettingField({ field, placeholder = '', bare, disabled = false }: Props) {
  const words = useFieldLabels();
  const { name, required = false, nullable = false } = field;
  const naming = bare
    ? { label: bare, hideLabel: true }
    : { label: words.label(name), description: words.hint(name) };
  const shared = { name, ...naming, disabled };
  if (field.kind === 'switch') return <SwitchField {...shared} />;
  if (field.kind === 'lines') return <TextAreaField {...shared} />;
  if (field.kind === 'colour') return <ColourField {...shared} placeholder={placeholder} />;
  if (field.kind === 'choice') {
    const options = (field.choices ?? []).map((value) => ({ value, label: words.choice(field, value) }));
    return <SelectField {...shared} options={options} {...(nullable ? { none: placeholder || '–' } : {})} />;
  }
  if (field.kind === 'number') {
    const unit = field.unit ? { unit: field.unit } : {};
    return <NumberField {...shared} {...unit} required={required} placeholder={placeholder} />;
  }
  return (
    <TextField
      {...shared}
      nullable={nullable}
      required={required}
      spellCheck={false}
      placeholder={placeholder}
    />
  );
}

/** Settings side by side. */
export function SettingFields(props: {
  fields: readonly Field[];
  placeholders?: Readonly<Record<string, string>>;
}) {
  return (
    <FieldGrid>
      {props.fields.map((field) => (
        <SettingField key={field.name} field={field} placeholder={props.placeholders?.[field.name]} />
      ))}
    </FieldGrid>
  );
}
