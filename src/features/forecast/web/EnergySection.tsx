import { Group, Stack } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import type { Choice } from '../../../shared/web/charts/choice.model.ts';
import { RangePicker } from '../../../shared/web/charts/RangePicker.tsx';
import { Waiting } from '../../../shared/web/page/Page.tsx';
import { Divided, Section } from '../../../shared/web/page/Section.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { energyBalanceCalls } from '../../overview/energy-balance.contract.ts';
import { BalanceFacts } from '../../overview/web/energy/BalanceFacts.public.tsx';
import { forecastCalls } from '../forecast.contract.ts';
import { askedOf, FOR_MINUTES, SPANS } from './ask-ahead.ts';
import { EnergyChart } from './EnergyChart.tsx';
import { EnergyFacts } from './EnergyFacts.tsx';
import { fitting } from './fitting.model.ts';
import { TypicalYear } from './TypicalYear.tsx';
import { Waterfall } from './Waterfall.tsx';

interface Props {
  proj_code: string;
  time_zone: string;
  productionType: string;
  /** A day, month or year; it stands in the page's address. */
  period: Choice;
  onPeriod: (period: Choice) => void;
  children?: ReactNode;
}

const HEIGHT = 760;
const FACTS_HEIGHT = 140;
const TUNING = {
  ...FOR_MINUTES,
  refetchInterval: 300_000,
  placeholderData: <T,>(before: T | undefined) => before,
};

/** What answers the section: the balance of any plant, and what a photovoltaic one should have made. */
function useEnergy(props: Props, now: number) {
  const { solar, ofBalance, ofEnergy, ofLosses } = askedOf(props, now);
  const balance = useCall(energyBalanceCalls.energyBalance, ofBalance, TUNING);
  const energy = useCall(forecastCalls.expectedData, solar ? ofEnergy : null, TUNING);
  const losses = useCall(forecastCalls.waterfall, solar ? ofLosses : null, TUNING);
  const [balanceFits, energyFits, lossesFit] = fitting([balance, energy, losses]);
  return {
    solar,
    isPending: balance.isPending || (solar && (energy.isPending || losses.isPending)),
    balance: shownIf(balanceFits, balance),
    energy: shownIf(energyFits, energy),
    losses: shownIf(lossesFit, losses),
  };
}

const shownIf = <T,>(
  fits: boolean | undefined,
  { data, error, dataUpdatedAt, refetch }: UseQueryResult<T>,
) => ({ data: fits ? data : undefined, error, dataUpdatedAt, refetch });

type Query = ReturnType<typeof useEnergy>;

/** What the plant made beside what it should have made and the year before, its balance, and where the rest was lost. // spec §1, §7 */
export function EnergySection(props: Props) {
  const { proj_code, time_zone, productionType, period, onPeriod, children } = props;
  const { t } = useTranslation('forecast');
  const now = useNow(300_000);
  const asked = useEnergy(props, now);
  const { solar, balance } = asked;
  // What stands below is shown once it is known how high this is.
  if (asked.isPending) return <Waiting heights={[HEIGHT]} />;
  return (
    <>
      <Section
        title={t('title')}
        hint={t(solar ? 'hint' : 'hint_plain')}
        actions={
          <Group gap={5}>
            <RangePicker
              choice={period}
              onChoice={onPeriod}
              now={now}
              zone={time_zone}
              of={t('title')}
              spans={SPANS}
              wide
            />
          </Group>
        }
      >
        <Stack gap={16}>
          <Known query={balance} height={FACTS_HEIGHT}>
            {(known) => (
              <>
                <BalanceFacts data={known} productionType={productionType} />
                {!solar && (
                  <EnergyChart
                    proj_code={proj_code}
                    time_zone={time_zone}
                    now={now}
                    data={null}
                    balance={known}
                  />
                )}
              </>
            )}
          </Known>
          {solar && <Expected asked={asked} proj_code={proj_code} time_zone={time_zone} now={now} />}
        </Stack>
      </Section>
      {children}
    </>
  );
}

/** What a photovoltaic plant should have made, or what it lacks for that: also where its balance is not known. */
function Expected(props: { asked: Query; proj_code: string; time_zone: string; now: number }) {
  const { asked, proj_code, time_zone, now } = props;
  const { t } = useTranslation('forecast');
  return (
    <Known query={asked.energy} height={HEIGHT - FACTS_HEIGHT}>
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
            <EnergyChart
              proj_code={proj_code}
              time_zone={time_zone}
              data={data}
              now={now}
              balance={asked.balance.data ?? null}
            />
            <Divided>
              <Known query={asked.losses} height={240}>
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
  );
}
