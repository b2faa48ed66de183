import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import type { BoxStatus } from '../boxes.contract.ts';

/** What is to be switched; null: all lines. */
export interface AskedSwitch {
  readonly line: number | null;
  readonly on: boolean;
}

interface Props {
  lines: BoxStatus['lines'];
  onSwitch: ((asked: AskedSwitch) => void) | null;
}

/** Three states of each line apart: what was asked, what is in force, what is measured. */
export function LinesTable({ lines, onSwitch }: Props) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  const onOff = (is: boolean | null) => (is === null ? '–' : t(is ? 'lines.on' : 'lines.off'));
  const head = [
    t('lines.line'),
    t('lines.should'),
    t('lines.target'),
    t('lines.feedback'),
    { text: t('lines.measured'), number: true },
    { text: t('lines.actions'), hidden: true },
  ];
  return (
    <PlainTable label={t('lines.title')} inset stacked head={head}>
      {lines.map((one) => (
        <tr key={one.line}>
          <th scope="row" data-label={t('lines.line')}>
            {one.line}
          </th>
          <td data-label={t('lines.should')}>{onOff(one.should_be_on)}</td>
          <td data-label={t('lines.target')}>{onOff(one.target)}</td>
          <td data-label={t('lines.feedback')}>
            {one.breaker_tripped ? (
              <StatePill state="alarm" label={t('lines.tripped')} />
            ) : (
              onOff(one.feedback)
            )}
          </td>
          <td data-label={t('lines.measured')} data-number>
            {one.measured_kw === null ? '–' : `${number(one.measured_kw)} kW`}
          </td>
          <td>
            {onSwitch && (
              <Group gap={8} wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('switch.line', { verb: t('switch.on'), line: one.line })}
                  onClick={() => onSwitch({ line: one.line, on: true })}
                >
                  {t('switch.on')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('switch.line', { verb: t('switch.off'), line: one.line })}
                  onClick={() => onSwitch({ line: one.line, on: false })}
                >
                  {t('switch.off')}
                </Button>
              </Group>
            )}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
