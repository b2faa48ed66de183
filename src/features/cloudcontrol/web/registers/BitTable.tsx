import { Button } from '@mantine/core';
import { IconCircle, IconCircleFilled, IconPencilBolt, IconVariablePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KnownHere } from './KnownHere.tsx';
import { MakeVariable } from './make/MakeVariable.tsx';
import { fromWire } from './notation.model.ts';
import type { ContentProps } from './outcome-props.ts';
import classes from './registers.module.css';
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
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.box} aria-label={t('table.label')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('table.address')}</th>
            <th scope="col">{t('table.bit')}</th>
            <th scope="col">{t('table.variable')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('make.open')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {(newest.bits ?? []).map((bit, i) => {
            const address = from + i;
            const shown = fromWire(address, function_code, search.as);
            const changed = before !== null && before[i] !== bit;
            return (
              <tr key={address} data-changed={changed || undefined}>
                <th scope="row">{shown}</th>
                <td data-changed={changed || undefined}>
                  <span className={classes.bit} data-on={bit || undefined}>
                    {bit ? (
                      <IconCircleFilled size={12} aria-hidden="true" />
                    ) : (
                      <IconCircle size={12} aria-hidden="true" />
                    )}
                    {t(bit ? 'table.on' : 'table.off')}
                  </span>
                  {changed && (
                    <span className={classes.was}>
                      <IconPencilBolt size={13} aria-hidden="true" />
                      {t('table.changed')}
                    </span>
                  )}
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
        </tbody>
      </table>
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
    </section>
  );
}
