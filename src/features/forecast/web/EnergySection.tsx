import { Group, SegmentedControl, Stack } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { addUnits, startOf } from '../../../shared/web/charts/zone.model.ts';
import { Waiting } from '../../../shared/web/page/Page.tsx';
import { Divided, Section } from '../../../shared/web/page/Section.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { forecastCalls } from '../forecast.contract.ts';
import { EnergyChart } from './EnergyChart.tsx';
import { EnergyFacts } from './EnergyFacts.tsx';
import { TypicalYear } from './TypicalYear.tsx';
import { Waterfall } from './Waterfall.tsx';

interface Props {
  proj_code: string;
  time_zone: string;
  productionType: string;
  children?: ReactNode;
}

const SPANS = ['day', 'month', 'year'] as const;
export type Span = (typeof SPANS)[number];
const RESOLUTION = { day: 'hour', month: 'day', year: 'month' } as const;
const HEIGHT = 620;

/** What the plant should have made beside what it made, and where the rest was lost. // spec §1, §7 */
export function EnergySection({ proj_code, time_zone, productionType, children }: Props) {
  const { t } = useTranslation('forecast');
  const [span, setSpan] = useState<Span>('day');
  const now = useNow(300_000);
  const start = startOf(span, now, time_zone);
  const window = {
    start: new Date(start).toISOString(),
    end: new Date(addUnits(start, span, 1, time_zone)).toISOString(),
  };
  const solar = productionType === 'photovoltaic';
  const query = { query: { proj_code, ...window, resolution: RESOLUTION[span] } };
  const tuning = { staleTime: 240_000, placeholderData: <T,>(before: T | undefined) => before };
  const energy = useCall(forecastCalls.expectedData, solar ? query : null, tuning);
  const losses = useCall(forecastCalls.waterfall, solar ? { query: { proj_code, ...window } } : null, tuning);
  if (!solar) return <>{children}</>;
  // What stands below is shown once it is known how high this is.
  if (energy.isPending || losses.isPending) return <Waiting heights={[HEIGHT]} />;
  return (
    <>
      <Section
        title={t('title')}
        hint={t('hint')}
        actions={
          <SegmentedControl
            aria-label={t('span.label')}
            value={span}
            onChange={(next) => setSpan(SPANS.find((one) => one === next) ?? 'day')}
            data={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
          />
        }
      >
        <Known query={energy} height={HEIGHT}>
          {(data) =>
            data.lacks.length > 0 ? (
              <EmptyState
                icon={IconMapPinOff}
                title={t('lacks.title')}
                hint={data.lacks.map((lack) => t(`lacks.${lack}`)).join(' ')}
              />
            ) : (
              <Stack gap={16}>
                <EnergyFacts data={data} />
                <EnergyChart data={data} shown={data.resolution === 'hour' ? 'power' : 'energy'} />
                <Divided>
                  <Known query={losses} height={240}>
                    {(known) => <Waterfall data={known} />}
                  </Known>
                </Divided>
                <Group>
                  <TypicalYear proj_code={proj_code} />
                </Group>
              </Stack>
            )
          }
        </Known>
      </Section>
      {children}
    </>
  );
}
