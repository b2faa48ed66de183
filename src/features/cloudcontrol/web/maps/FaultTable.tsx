import { Code, Paper } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { CopyButton } from '../../../../shared/web/ui/CopyButton.tsx';
import type { MapReport } from '../../maps.contract.ts';
import { useRemarkLabels } from './remark-words.ts';

/** So many are in the page; all that the server lists are copied. */
const SHOWN = 100;

/** Each fault with its cell, what is wrong, what was read and what to do; copied as a table for a spreadsheet. */
export function FaultTable({ report }: { report: MapReport }) {
  const { t } = useTranslation('maps');
  const { number } = useFormat();
  const words = useRemarkLabels();
  const { faults, faults_count } = report;
  const lines = faults.map((fault) => ({
    cell: words.cell(fault),
    header: fault.header ?? '',
    what: words.what(fault),
    read: fault.read ?? '',
    todo: words.todo(fault),
  }));
  const head = ['cell', 'what', 'read', 'todo'] as const;
  const copied = [
    head.map((name) => t(`faults.${name}`)),
    ...lines.map(({ cell, header, what, read, todo }) => [
      [cell, header].filter(Boolean).join(' '),
      what,
      read,
      todo,
    ]),
  ];
  return (
    <Section
      look="plain"
      order={3}
      title={t('faults.title', { count: faults_count })}
      beside={<IconAlertOctagon size={18} stroke={1.8} color="var(--alarm-text)" aria-hidden="true" />}
      hint={t('faults.hint')}
      actions={
        <CopyButton
          label={t('faults.copy')}
          text={copied.map((row) => row.map((one) => one.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')}
        />
      }
    >
      {/* A scrolling region must be reachable by keyboard. */}
      <Paper
        component="section"
        withBorder
        radius={12}
        mah={340}
        style={{ overflow: 'auto' }}
        tabIndex={0}
        aria-label={t('faults.what')}
      >
        <PlainTable head={head.map((name) => t(`faults.${name}`))} inset sticky stacked>
          {lines.slice(0, SHOWN).map(({ cell, header, what, read, todo }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order
            <tr key={i}>
              <th scope="row">
                <Nowrap>
                  <b>{cell}</b>
                </Nowrap>{' '}
                <Muted as="span">{header}</Muted>
              </th>
              <td>{what}</td>
              <td>{read === '' ? <Muted as="span">–</Muted> : <Code>{read}</Code>}</td>
              <td>{todo}</td>
            </tr>
          ))}
        </PlainTable>
      </Paper>
      {faults_count > SHOWN && (
        <Muted size="md">
          {t('faults.more', {
            shown: number(Math.min(SHOWN, faults.length), 0),
            all: number(faults_count, 0),
            listed: number(faults.length, 0),
          })}
        </Muted>
      )}
    </Section>
  );
}
