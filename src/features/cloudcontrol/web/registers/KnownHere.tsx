import { Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { saidValue } from '../../../../devices/values/value-words.ts';
import { spellUnit } from '../../../../shared/units/units.ts';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { labelOf, lookOf } from '../field/device/variables/variables.model.ts';
import type { Known } from './known.model.ts';
import type { Place } from './use-known.ts';

interface Props {
  /** The registers, or the bit, of a row. */
  row: { readonly address: number; readonly words: readonly unknown[] };
  /** The first address that was read. */
  from: number;
  place: Place;
}

/** One variable that reads this row's registers, with what it reads just now. */
function KnownVariable({ known, place }: { known: Known; place: Place }) {
  const { t } = useTranslation('registers');
  const { number, language } = useFormat();
  const { variable, device, disagrees } = known;
  const newest = place.latestOf(known);
  const { unit, decimals } = lookOf(variable);
  const value = newest?.value ?? null;
  const past = newest?.quality === 'stale' || newest?.quality === 'failed';
  return (
    <Group component="span" gap="0 8px" align="baseline" maw={300} style={{ whiteSpace: 'normal' }}>
      <Anchor
        c="inherit"
        fw={400}
        renderRoot={(props) => (
          <Link
            to="/apps/cloudcontrol/devices/$id"
            params={{ id: String(device.id) }}
            search={{ tab: 'variables', q: variable.name }}
            title={`${variable.name} · ${device.short_name}`}
            {...props}
          />
        )}
      >
        {labelOf(variable, language)}
      </Anchor>
      <Text component="span" fz="inherit" {...(past ? { c: 'dimmed' } : { fw: 600 })}>
        {value === null ? UNKNOWN : (saidValue(variable, value, language) ?? number(value, decimals))}
        {value !== null && unit && (
          <Muted as="span" size="md">
            {' '}
            {spellUnit(unit)}
          </Muted>
        )}
      </Text>
      {disagrees && (
        <Note tone="warning" inline small icon={IconAlertTriangle}>
          {t('known.disagrees', { own: variable.word_order, order: disagrees })}
        </Note>
      )}
    </Group>
  );
}

/** The variables that begin in this row, or reach into it from before the first. */
export function KnownHere({ row, from, place }: Props) {
  const end = row.address + row.words.length;
  const begins = (address: number) => Math.max(address, from);
  const here = place.known.filter(({ address }) => begins(address) >= row.address && begins(address) < end);
  return here.map((known) => <KnownVariable key={known.variable.id} known={known} place={place} />);
}
