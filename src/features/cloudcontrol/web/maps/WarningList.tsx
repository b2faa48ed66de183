import { Code, List, Paper } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { MapRemark, MapReport } from '../../maps.contract.ts';
import { useRemarkLabels } from './remark-words.ts';

/** Of each kind so many are in the page: what is wrong with forty columns is told by the first few. */
const OF_A_KIND = 8;

function kindsOf(warnings: readonly MapRemark[]): [string, MapRemark[]][] {
  const kinds = new Map<string, MapRemark[]>();
  for (const one of warnings) kinds.set(one.code, [...(kinds.get(one.code) ?? []), one]);
  return [...kinds];
}

/** What somebody should look at, kind by kind. */
export function WarningList({ report }: { report: MapReport }) {
  const { t } = useTranslation('maps');
  const words = useRemarkLabels();
  const { warnings, warnings_count } = report;
  const title = t('warnings.title', { count: warnings_count });
  return (
    <Section
      look="plain"
      order={3}
      title={title}
      beside={<IconAlertTriangle size={18} stroke={1.8} color="var(--warning-text)" aria-hidden="true" />}
    >
      {/* A scrolling region must be reachable by keyboard. */}
      <Paper withBorder radius={12} p="10px 14px" mah={280} style={{ overflow: 'auto' }} tabIndex={0}>
        <List listStyleType="none" spacing={10} fz="inherit" aria-label={title}>
          {kindsOf(warnings).map(([code, list]) => (
            <List.Item key={code} style={{ overflowWrap: 'anywhere' }}>
              <List listStyleType="none" spacing={4} fz="inherit">
                {list.slice(0, OF_A_KIND).map((one, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order
                  <List.Item key={i}>
                    {one.row !== null && (
                      <>
                        <b>{words.cell(one)}</b> {one.read && <Code>{one.read}</Code>}{' '}
                      </>
                    )}
                    {words.what(one)}
                  </List.Item>
                ))}
              </List>
              {list.length > OF_A_KIND && (
                <Muted size="md">{t('warnings.more', { count: list.length - OF_A_KIND })}</Muted>
              )}
            </List.Item>
          ))}
        </List>
      </Paper>
    </Section>
  );
}
