import { IconPencil, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import type { EnergyMeter } from '../../meters.contract.ts';
import type { RegisterLine } from '../../register.contract.ts';
import { PhotoDialog } from './PhotoDialog.tsx';

interface Props {
  rows: readonly RegisterLine[];
  meter: EnergyMeter;
  /** Null: nobody may correct here. */
  onCorrect: ((line: RegisterLine) => void) | null;
}

const kindOf = ({ kind, event }: RegisterLine) =>
  event === null || kind === 'reading' || kind === 'correction' ? kind : (`${event}_${kind}` as const);

/** The lines of a register, newest first; those that no longer count are struck through. */
export function RegisterTable({ rows, meter, onCorrect }: Props) {
  const { t } = useTranslation('meters');
  const { number, dateTime } = useFormat();
  const [shown, setShown] = useState<RegisterLine | null>(null);
  if (rows.length === 0) return <Muted>{t('register.none')}</Muted>;
  const photos = rows.some(({ photo_id }) => photo_id !== null);
  const head = [
    { text: t('register.line'), number: true },
    t('field.at'),
    { text: t('field.reading'), number: true },
    { text: 'kWh', number: true },
    t('register.said'),
    ...(photos ? [{ text: t('photo.label'), hidden: true }] : []),
    ...(onCorrect ? [{ text: t('correction.correct'), hidden: true }] : []),
  ];
  return (
    <>
      <PlainTable label={t('register.title')} head={head} stacked>
        {rows.map((line) => (
          <tr key={line.line}>
            <th scope="row" data-number>
              {number(line.line, 0)}
            </th>
            <td data-label={t('field.at')}>
              <Nowrap>{dateTime(line.at, meter.time_zone)}</Nowrap>
            </td>
            <td data-number data-label={t('field.reading')}>
              {line.counts || line.reading === null ? (
                number(line.reading, 3)
              ) : (
                <del>{number(line.reading, 3)}</del>
              )}
            </td>
            <td data-number data-label="kWh">
              {number(line.kwh, 3)}
            </td>
            <td data-label={t('register.said')}>
              {t(`kind.${kindOf(line)}`)}
              {line.corrects !== null && ` ${line.corrects}`}
              <Muted as="div">
                {[t(`source.${line.source}`), line.recorded_by, line.note].filter(Boolean).join(' · ')}
              </Muted>
            </td>
            {photos && (
              <td>
                {line.photo_id !== null && (
                  <RowButton
                    label={t('photo.of', { line: line.line })}
                    icon={IconPhoto}
                    onClick={() => setShown(line)}
                  />
                )}
              </td>
            )}
            {onCorrect && (
              <td>
                {line.corrects === null && (
                  <RowButton
                    label={t('correction.of', { line: line.line })}
                    icon={IconPencil}
                    onClick={() => onCorrect(line)}
                  />
                )}
              </td>
            )}
          </tr>
        ))}
      </PlainTable>
      {shown?.photo_id != null && (
        <PhotoDialog
          meter={meter}
          photo_id={shown.photo_id}
          title={t('photo.of', { line: shown.line })}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
