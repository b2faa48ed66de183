import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GOALS, SHARED_AT_LEAST, type SizingGoal } from '../../../../energy/community/sizing.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { NUMBERS, type SimulationParameters } from '../../parameters.contract.ts';
import { type SizePoint, type Sizing, whatIfCalls } from '../../what-if.contract.ts';
import { SizingChart } from './SizingChart.tsx';
import { figureOf, isAtLimit, sizesUpTo } from './sizing.model.ts';

interface Found extends Sizing {
  readonly goal: SizingGoal;
}

function Points({ found: { points, best, goal } }: { found: Found }) {
  const { t } = useTranslation('simulations');
  const { number } = useFormat();
  const batteries = [...new Set(points.map(({ battery_kwh }) => battery_kwh))];
  const powers = [...new Set(points.map(({ kwp }) => kwp))];
  const decimals = goal === 'npv' ? 0 : 1;
  const at = (kwp: number, battery_kwh: number): SizePoint | undefined =>
    points.find((point) => point.kwp === kwp && point.battery_kwh === battery_kwh);
  const isBest = (point: SizePoint | undefined) =>
    best !== null && point?.kwp === best.kwp && point.battery_kwh === best.battery_kwh;
  return (
    <Box style={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={t('sizing.points')}>
      <PlainTable
        label={t('sizing.points')}
        nowrap
        head={[
          'kWp',
          ...batteries.map((kwh) => ({
            text: t('sizing.battery_of', { kwh: number(kwh, 0) }),
            number: true,
          })),
        ]}
      >
        {powers.map((kwp) => (
          <tr key={kwp}>
            <th scope="row">{number(kwp, 1)}</th>
            {batteries.map((kwh) => {
              const point = at(kwp, kwh);
              const text = number(point && figureOf(point, goal), decimals);
              return (
                <td key={kwh} data-number>
                  {isBest(point) ? <strong>{text}</strong> : text}
                </td>
              );
            })}
          </tr>
        ))}
      </PlainTable>
    </Box>
  );
}

interface Props {
  parameters: SimulationParameters;
  onUse: (parameters: SimulationParameters) => void;
}

/** The best power and battery for a goal, over a grid of sizes, with the curve. */
export function SizingPart({ parameters, onUse }: Props) {
  const { t } = useTranslation('simulations');
  const { number } = useFormat();
  const { id_client: company } = useCompany();
  const [found, setFound] = useState<Found | null>(null);
  const most = Math.min(NUMBERS.kwp[2], Math.max(100, 2 * parameters.kwp));
  const form = useActionForm<{
    goal: SizingGoal;
    shared_at_least: number | null;
    kwp_to: number | null;
    battery_to: number | null;
  }>({
    values: {
      goal: 'npv',
      shared_at_least: SHARED_AT_LEAST * 100,
      kwp_to: most,
      battery_to: Math.max(most / 2, parameters.battery_kwh),
    },
    words: 'simulations',
    act: async ({ goal, shared_at_least, kwp_to, battery_to }) => {
      const body = {
        parameters,
        goal,
        shared_at_least: shared_at_least === null ? SHARED_AT_LEAST : shared_at_least / 100,
        kwp: sizesUpTo(kwp_to ?? most, 10),
        battery_kwh: [0, ...sizesUpTo(battery_to ?? 0, 4)],
      };
      setFound({ ...(await send(whatIfCalls.sizing, { body, company })), goal });
    },
  });
  const best = found?.best;
  const percent = (share: number | null) => number(share === null ? null : share * 100, 1);
  return (
    <Section title={t('sizing.title')} hint={t('sizing.text')}>
      <ActionForm form={form} label={t('sizing.title')}>
        <FieldGrid>
          <SelectField
            name="goal"
            label={t('sizing.goal')}
            options={GOALS.map((value) => ({ value, label: t(`sizing.goals.${value}`) }))}
          />
          <NumberField
            name="shared_at_least"
            label={t('sizing.shared_at_least')}
            description={t('sizing.shared_hint')}
            unit="%"
          />
          <NumberField name="kwp_to" label={t('sizing.kwp_to')} unit="kWp" />
          <NumberField name="battery_to" label={t('sizing.battery_to')} unit="kWh" />
        </FieldGrid>
        <Buttons>
          <Button type="submit" variant="default" loading={form.busy}>
            {t('sizing.start')}
          </Button>
        </Buttons>
      </ActionForm>
      {found && (
        <>
          <Note tone={best ? 'success' : 'muted'} role="status">
            {best
              ? t('sizing.best', {
                  kwp: number(best.kwp, 1),
                  battery: number(best.battery_kwh, 0),
                  covered: percent(best.covered_share),
                  shared: percent(best.shared_share),
                })
              : t('sizing.none')}
          </Note>
          {best && isAtLimit(best, found.points) && <Note tone="warning">{t('sizing.at_limit')}</Note>}
          <SizingChart points={found.points} goal={found.goal} />
          <Points found={found} />
          {best && (
            <Buttons>
              <Button
                variant="default"
                onClick={() => onUse({ ...parameters, kwp: best.kwp, battery_kwh: best.battery_kwh })}
              >
                {t('what_if.use')}
              </Button>
            </Buttons>
          )}
        </>
      )}
    </Section>
  );
}
