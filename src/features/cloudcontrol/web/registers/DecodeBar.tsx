import { Group, Input, NativeSelect, Paper, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DATA_TYPES, REGISTERS } from '../../../../devices/register.ts';
import { useFieldLabels } from '../field/forms/words.ts';
import { fromWire } from './notation.model.ts';
import type { Reading } from './reading.model.ts';
import type { Looked, RegistersSearch } from './registers-search.ts';

interface Props {
  reading: Reading;
  search: Looked;
  onSearch: (part: Partial<RegistersSearch>) => void;
}

/** Fields in a row, as wide as what is typed in them; two in a row on a phone. */
const NARROW = { flex: { base: '1 1 40%', sm: '1 1 96px' }, maw: { sm: 132 } } as const;

/** Where values of several registers begin. */
function Begin({ reading, search, onSearch }: Props) {
  const { t } = useTranslation('registers');
  const { address, function_code } = reading.question;
  const step = REGISTERS[search.type];
  if (step === 1) return null;
  return (
    <>
      <NativeSelect
        size="xs"
        {...NARROW}
        label={t('decode.begin')}
        value={String(Number(search.skip) % step)}
        data={Array.from({ length: step }, (_, i) => ({
          value: String(i),
          label: fromWire(address + i, function_code, search.as),
        }))}
        onChange={(event) => onSearch({ skip: event.currentTarget.value as '0' })}
      />
      <Input.Wrapper size="xs" labelElement="div" label={t('decode.rows')}>
        <SegmentedControl
          size="xs"
          aria-label={t('decode.rows')}
          value={search.rows}
          data={[
            { value: 'values', label: t('decode.values') },
            { value: 'registers', label: t('decode.registers') },
          ]}
          onChange={(rows) => onSearch({ rows: rows as 'values' })}
        />
      </Input.Wrapper>
    </>
  );
}

/** How the registers are looked at: their type, and what makes values of them. */
export function DecodeBar(props: Props) {
  const { search, onSearch } = props;
  const { t } = useTranslation('registers');
  const words = useFieldLabels();
  const figure = (name: 'factor' | 'offset' | 'scale' | 'unit_word', label: string, placeholder: string) => (
    <TextInput
      size="xs"
      {...NARROW}
      label={label}
      placeholder={placeholder}
      inputMode={name === 'unit_word' ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={name === 'unit_word' ? 20 : 24}
      value={search[name]}
      onChange={(event) => onSearch({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Paper withBorder radius={12} px={16} py={10} role="group" aria-label={t('decode.label')}>
      <Group gap="8px 12px" align="flex-end">
        <NativeSelect
          size="xs"
          {...NARROW}
          label={words.label('data_type')}
          value={search.type}
          data={[...DATA_TYPES].map((value) => ({
            value,
            label: value === 'bit' ? t('decode.bits') : value,
          }))}
          onChange={(event) => onSearch({ type: event.currentTarget.value as RegistersSearch['type'] })}
        />
        <Begin {...props} />
        {search.type !== 'bit' && (
          <>
            {figure('factor', words.label('factor'), '1')}
            {figure('offset', words.label('value_offset'), '0')}
            {figure('scale', words.label('scale_address'), t('decode.no_scale'))}
            <NativeSelect
              size="xs"
              {...NARROW}
              label={words.label('decimals')}
              value={search.decimals}
              data={[{ value: '', label: t('decode.auto') }, '0', '1', '2', '3', '4', '5', '6']}
              onChange={(event) => onSearch({ decimals: event.currentTarget.value as '0' })}
            />
            {figure('unit_word', words.label('unit'), 'kW')}
          </>
        )}
        <Switch
          size="sm"
          pb={6}
          label={t('decode.binary')}
          checked={search.binary === '1'}
          onChange={(event) => onSearch({ binary: event.currentTarget.checked ? '1' : '' })}
        />
      </Group>
    </Paper>
  );
}
