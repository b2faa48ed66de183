import { Button, Group } from '@mantine/core';
import { IconCircle, IconCircleFilled, IconVariablePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Changed, RegisterBox } from './cells.tsx';
import { KnownHere } from './KnownHere.tsx';
import { MakeVariable } from './make/MakeVariable.tsx';
import { fromWire } from './notation.model.ts';
import type { ContentProps } from './outcome-props.ts';
import type { Place } from './use-known.ts';

interface Props extends ContentProps {
  before: readonly boolean[] | null;
  place: Place;
}

const PLAIN = { factor: 1, value_offset: 0, scale: null, decimals: null, unit: '' } as const;

/** Coils or discrete inputs: each is on or off. */
export function BitTable({ newest, before, place, search }: Props) {
  const { t } = useTranslation('registers');
  const [making, setMaking] = useState<number | null>(null);
  const { address: from, function_code } = newest.question;
  return (
    <RegisterBox>
      <PlainTable
        label={t('table.label')}
        inset
        sticky
        nowrap
        head={[
          t('table.address'),
          t('table.bit'),
          t('table.variable'),
          { text: t('make.open'), hidden: true },
        ]}
      >
        {(newest.bits ?? []).map((bit, i) => {
          const address = from + i;
          const shown = fromWire(address, function_code, search.as);
          const changed = before !== null && before[i] !== bit;
          return (
            <tr key={address}>
              <th scope="row">{shown}</th>
              <td>
                <Group gap={12} wrap="nowrap">
                  <Note tone={bit ? 'success' : 'muted'} inline icon={bit ? IconCircleFilled : IconCircle}>
                    {t(bit ? 'table.on' : 'table.off')}
                  </Note>
                  {changed && <Changed>{t('table.changed')}</Changed>}
                </Group>
              </td>
              <td>
                <KnownHere row={{ address, words: [bit] }} from={from} place={place} />
              </td>
              <td>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  leftSection={<IconVariablePlus size={14} />}
                  aria-label={t('make.open_at', { address: shown })}
                  onClick={() => setMaking(address)}
                >
                  {t('make.open')}
                </Button>
              </td>
            </tr>
          );
        })}
      </PlainTable>
      {making !== null && (
        <MakeVariable
          question={newest.question}
          place={place}
          from={{
            function_code,
            address: making,
            data_type: 'bit',
            word_order: 'ABCD',
            scaling: PLAIN,
            scale_address: null,
          }}
          onClose={() => setMaking(null)}
        />
      )}
    </RegisterBox>
  );
}
