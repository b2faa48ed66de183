import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { QUANTITIES, VARIABLE_KINDS } from '../../../plants/plants.model.ts';
import { catalogueCalls, type UsedName } from '../../catalogue.contract.ts';
import { ColourField } from './ColourField.tsx';
import type { FieldsProps } from './kind-of-word.ts';
import { LabelFields } from './LabelFields.tsx';
import { useLabel } from './WordCell.tsx';
import { useUses } from './words-form.ts';

const DECIMALS = [0, 1, 2, 3, 4, 5, 6].map((value) => ({ value, label: String(value) }));

/** Everything that a person says of a variable name; what stored readings hang on is closed while they do. */
export function NameFields({ row }: FieldsProps<UsedName>) {
  const { t } = useTranslation('catalogue');
  const usesOf = useUses();
  const labelOf = useLabel();
  const groups = useCall(catalogueCalls.listGroups).data ?? [];
  const used = row !== null && row.variables + row.binned > 0;
  const known = groups.map((group) => ({ value: group.name, label: labelOf(group) }));
  return (
    <>
      {used && (
        <Note tone="muted" filled small icon={IconLock}>
          {t('names.fixed', { uses: usesOf({ ...row }) })}
        </Note>
      )}
      <LabelFields
        fresh={row === null}
        fixed={used ? t('names.code_fixed') : undefined}
        codeHint={t('names.code_hint')}
      />
      <FieldGrid>
        <SelectField
          name="quantity"
          label={t('names.quantity')}
          closed={used}
          options={QUANTITIES.map((value) => ({ value, label: t(`quantity.${value}`) }))}
        />
        <SelectField
          name="kind"
          label={t('names.kind')}
          closed={used}
          options={VARIABLE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </FieldGrid>
      <FieldGrid min={160}>
        <SelectField
          name="group_name"
          label={t('names.group')}
          options={[{ value: '', label: t('names.no_group') }, ...known]}
        />
        <TextField name="unit" label={t('names.unit')} placeholder="kW" closed={used} />
        <SelectField name="decimals" label={t('names.decimals')} options={DECIMALS} />
      </FieldGrid>
      <ColourField hint={t('names.colour_hint')} />
    </>
  );
}
