import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { MapReport } from '../../maps.contract.ts';
import { DifferenceList } from '../field/device/versions/Difference.tsx';

/** More are shown when somebody asks. */
const SHOWN = 25;

/** What every new variable has unless its row says otherwise: not worth a line of its own. */
const USUAL: Readonly<Record<string, unknown>> = {
  bit_count: 1,
  factor: 1,
  value_offset: 0,
  sentinel: false,
  poll: 'fast',
  enabled: true,
};

type Line = MapReport['differences'][number];

/** An added variable by what its row says, a deleted one by its name. */
function shortened(line: Line): Line {
  if (line.change === 'removed') return { ...line, fields: [] };
  if (line.change === 'changed') return line;
  return { ...line, fields: line.fields.filter(({ field, after }) => USUAL[field] !== after) };
}

const COUNTS = ['added', 'changed', 'removed', 'unchanged', 'others', 'names'] as const;
const ALWAYS: readonly string[] = ['added', 'changed', 'unchanged'];

/** How much a map would change, as figures. */
export function MapCounts({ counts }: Pick<MapReport, 'counts'>) {
  const { t } = useTranslation('maps');
  const { number } = useFormat();
  const shown = COUNTS.filter((name) => counts[name] > 0 || ALWAYS.includes(name));
  return (
    <Figures columns={shown.length > 5 ? 6 : shown.length > 4 ? 5 : 4}>
      {shown.map((name) => (
        <Figure key={name} label={t(`counts.${name}`)} value={number(counts[name], 0)} />
      ))}
    </Figures>
  );
}

/** What a map would change, variable by variable. */
export function MapChanges({ report }: { report: MapReport }) {
  const { t } = useTranslation('maps');
  const [all, setAll] = useState(false);
  const { differences, faults_count } = report;
  const shown = all ? differences : differences.slice(0, SHOWN);
  const left = differences.length - shown.length;
  if (differences.length === 0)
    return faults_count > 0 ? null : <Muted size="md">{t('difference.none')}</Muted>;
  return (
    <Section
      look="plain"
      order={3}
      title={t('difference.title')}
      hint={faults_count > 0 && t('difference.waiting')}
    >
      <DifferenceList lines={shown.map(shortened)} />
      {left > 0 && (
        <p>
          {t('difference.more', { count: left })}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
            {t('difference.show_all')}
          </Button>
        </p>
      )}
    </Section>
  );
}
