import { ColorSwatch, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../../../../../shared/web/charts/group-words.tsx';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { InlineCell, InlineSwitch } from '../../../../../../shared/web/list/InlineCell.tsx';
import type { InlineEdit } from '../../../../../../shared/web/list/use-inline-edit.ts';
import { Ellipsis } from '../../../../../../shared/web/page/Text.tsx';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import type { Field } from '../../forms/entities.model.ts';
import { SettingField } from '../../forms/SettingFields.tsx';
import { useFieldLabels } from '../../forms/words.ts';
import { useParameters } from '../../use-devices.ts';
import { labelOf, lookOf } from './variables.model.ts';

interface Props {
  variable: ConfiguredVariable;
  field: Field;
  edit: InlineEdit<ConfiguredVariable>;
}

const BY_NAME = ['unit', 'decimals', 'group_name', 'colour'] as const;
type ByName = (typeof BY_NAME)[number];
const isByName = (name: string): name is ByName => BY_NAME.some((one) => one === name);

/** What belongs to a field in the same cell: the register of a power of ten, the bits of a register. */
function besideOf(
  { scale_address, data_type, bit, bit_count }: ConfiguredVariable,
  name: string,
): string | null {
  if (name === 'factor' && scale_address !== null) return `×10^[${scale_address}]`;
  if (name !== 'data_type' || data_type !== 'bit' || bit === null) return null;
  return bit_count > 1 ? `${bit}–${bit + bit_count - 1}` : String(bit);
}

/** What holds of a field: the variable's own, else what its name says. */
const heldOf = (variable: ConfiguredVariable, name: string): unknown =>
  isByName(name) ? lookOf(variable)[name] : Reflect.get(variable, name);

/** What stands in the cell; paler where its name says it. */
function Shown({ variable, field: { name }, said }: Omit<Props, 'edit'> & { said: string }) {
  const { nameOf } = useGroups(useParameters().data?.groups);
  const stored: unknown = Reflect.get(variable, name);
  const held = heldOf(variable, name);
  const beside = besideOf(variable, name);
  const short = name === 'function_code' || name === 'word_order';
  return (
    <>
      <Text component="span" inherit c={stored === null && isByName(name) ? 'dimmed' : 'inherit'}>
        {name === 'colour' && held ? (
          <Group component="span" gap={6} wrap="nowrap">
            <ColorSwatch component="span" size={12} color={String(held)} />
            {said}
          </Group>
        ) : name === 'group_name' && held ? (
          nameOf(String(held))
        ) : (
          <span title={short ? said : undefined}>{short && held !== null ? String(held) : said}</span>
        )}
      </Text>
      {beside !== null && (
        <Text size="xs" c="dimmed">
          <Ellipsis>{beside}</Ellipsis>
        </Text>
      )}
    </>
  );
}

/** One field of a variable, changed where it stands. */
export function VariableCell({ variable, field, edit }: Props) {
  const { t } = useTranslation('field');
  const words = useFieldLabels();
  const label = `${words.label(field.name)}: ${labelOf(variable, useLanguage())}`;
  const place = { edit, row: variable, field: field.name };
  if (field.kind === 'switch') return <InlineSwitch {...place} label={label} />;
  const said = words.value(field, heldOf(variable, field.name));
  const value = [said, besideOf(variable, field.name)].filter(Boolean).join(' ');
  return (
    <InlineCell
      {...place}
      label={t('variables.edit_field', { field: label, value })}
      choice={field.kind === 'choice'}
      shown={<Shown variable={variable} field={field} said={said} />}
    >
      <SettingField field={field} bare={label} />
    </InlineCell>
  );
}
