import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { scaleEnergy } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { type Downtime, downtimesCalls } from '../../downtimes.contract.ts';
import { LOSS_MODELS } from '../../loss.model.ts';
import { useDowntimeWords } from '../use-words.ts';

interface Props {
  downtime: Downtime;
}

/** The two figures; what a person said stands above what was worked out. */
function LossFigures({ downtime }: Props) {
  const { t } = useTranslation('downtimes');
  const { scaled, euro } = useFormat();
  const { kwh } = useDowntimeWords();
  const { energy_lost, energy_hand, earning_lost, earning_hand, loss } = downtime;
  const energy = scaleEnergy(energy_lost);
  const counted = (value: string | null) =>
    value === null ? t('detail.counted_none') : t('detail.counted', { value });
  const said = (value: string | null) => `${t('detail.by_hand')} – ${counted(value)}`;
  return (
    <Figures columns={4}>
      <Figure
        label={t('column.energy_lost')}
        value={energy_lost === null ? null : scaled(energy)}
        unit={energy.unit}
        note={
          energy_hand !== null
            ? said(loss.counted_kwh === null ? null : kwh(loss.counted_kwh))
            : loss.model && t(`model.${loss.model}`)
        }
      />
      <Figure
        label={t('column.earning_lost')}
        value={earning_lost === null ? null : euro(earning_lost)}
        note={earning_hand !== null && said(loss.counted_eur === null ? null : euro(loss.counted_eur))}
      />
    </Figures>
  );
}

/** What the energy was measured by, and what is not known of it. */
function Source({ downtime: { loss } }: Props) {
  const { t } = useTranslation('downtimes');
  const { number, scaled, dateTime } = useFormat();
  const words = useDowntimeWords();
  const used = LOSS_MODELS.filter((model) => (loss.model_kwh[model] ?? 0) > 0);
  const power = loss.power_kw === null ? null : `${number(loss.power_kw, 1)} kW`;
  return (
    <Facts>
      <Fact label={t('detail.model')}>
        {used
          .map((model) =>
            t('detail.model_part', {
              model: t(`model.${model}`),
              kwh: `${scaled(scaleEnergy(loss.model_kwh[model]))} ${scaleEnergy(loss.model_kwh[model]).unit}`,
            }),
          )
          .join(', ')}
        {used.includes('sisters') && <Muted as="div">{t('detail.sisters', { count: loss.sisters })}</Muted>}
      </Fact>
      <Fact label={t('detail.inputs')}>{loss.inputs.map((input) => t(`input.${input}`)).join(', ')}</Fact>
      <Fact label={t('detail.uncertainty')}>
        {loss.uncertainty !== null &&
          t('detail.uncertainty_of', { percent: number(loss.uncertainty * 100, 0) })}
      </Fact>
      <Fact label={t('detail.hours')}>{words.hours(loss.hours)}</Fact>
      <Fact label={t('detail.missing')}>{words.hours(loss.missing_hours)}</Fact>
      <Fact label={t('detail.given')}>{words.hours(loss.given_hours)}</Fact>
      <Fact label={t('detail.power')}>{power}</Fact>
      <Fact label={t('detail.counted_at')}>
        {loss.due ? t('detail.due') : loss.counted_at && dateTime(loss.counted_at)}
      </Fact>
    </Facts>
  );
}

const HINT = {
  tariffs: 'detail.tariffs_hint',
  market_price: 'detail.no_tariff',
  mixed: 'detail.mixed_hint',
} as const;

/** By what the earning was priced, and what of it has no price. */
function Price({ downtime: { loss } }: Props) {
  const { t } = useTranslation('downtimes');
  const { number, euro } = useFormat();
  const { kwh } = useDowntimeWords();
  if (loss.counted_kwh === null) return null;
  const { basis, zone, zone_named, unpriced_hours, unpriced_kwh, priced_eur, tariff_eur } = loss;
  const market = zone_named ? t('detail.market', { zone: zone ?? '' }) : t('detail.market_national');
  const mixed = { tariffs: euro(tariff_eur), market, rest: euro(priced_eur - tariff_eur) };
  return (
    <>
      <Facts columns={1}>
        <Fact label={t('detail.basis')}>
          {basis === null
            ? t('detail.no_price')
            : basis === 'mixed'
              ? t('detail.mixed', mixed)
              : basis === 'tariffs'
                ? loss.sold_at_market
                  ? t('detail.tariffs_and_market', { market })
                  : t('detail.tariffs')
                : market}
        </Fact>
      </Facts>
      {basis !== null && <Muted>{t(HINT[basis])}</Muted>}
      {loss.sold_at_market && <Muted>{t('detail.sold_at_market')}</Muted>}
      {loss.unsold_hours > 0 && (
        <Muted>
          {t('detail.unsold', { hours: number(loss.unsold_hours, 0), kwh: kwh(loss.unsold_kwh) })}
        </Muted>
      )}
      {unpriced_hours > 0 && (
        <Muted>
          {t('detail.unpriced', {
            hours: number(unpriced_hours, 0),
            kwh: kwh(unpriced_kwh),
            eur: euro(priced_eur),
          })}
        </Muted>
      )}
    </>
  );
}

function Days({ downtime }: Props) {
  const { t } = useTranslation('downtimes');
  const { number, euro, date } = useFormat();
  const query = useCall(downtimesCalls.losses, { params: { id: String(downtime.id) } });
  return (
    <Known query={query} height={120}>
      {(days) => (
        <PlainTable
          stacked
          label={t('detail.days')}
          head={[
            t('detail.day'),
            ...(['energy', 'earning', 'light', 'unknown', 'given_h'] as const).map((name) => ({
              text: t(`detail.${name}`),
              number: true,
            })),
          ]}
        >
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{date(day.day)}</th>
              <td data-number data-label={t('detail.energy')}>
                {number(day.energy_kwh, 1)}
              </td>
              <td data-number data-label={t('detail.earning')}>
                {euro(day.earning_eur)}
              </td>
              <td data-number data-label={t('detail.light')}>
                {number(day.hours, 1)}
              </td>
              <td data-number data-label={t('detail.unknown')}>
                {number(day.missing_hours, 1)}
              </td>
              <td data-number data-label={t('detail.given_h')}>
                {number(day.given_hours, 1)}
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Known>
  );
}

function Recount({ downtime }: Props) {
  const { t } = useTranslation('downtimes');
  const recount = useSend(downtimesCalls.recalculate);
  if (!useCan('records.write')) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden="true" />}
      loading={recount.isPending}
      onClick={() => recount.mutate({ params: { id: String(downtime.id) } })}
    >
      {t('detail.recount')}
    </Button>
  );
}

/** What a downtime lost, with all that the figures rest on. */
export function LossSection({ downtime }: Props) {
  const { t } = useTranslation('downtimes');
  const [open, setOpen] = useState(false);
  const { loss } = downtime;
  return (
    <Section title={t('detail.loss')} order={3} actions={<Recount downtime={downtime} />}>
      <LossFigures downtime={downtime} />
      {loss.lack !== null && <Note tone="warning">{t(`lack.${loss.lack}`)}</Note>}
      {loss.counted_at !== null && <Source downtime={downtime} />}
      {downtime.cause.kind === 'communication' && <Muted>{t('detail.unheard')}</Muted>}
      {loss.given_hours > 0 && <Muted>{t('detail.given_rule')}</Muted>}
      <Price downtime={downtime} />
      {loss.counted_kwh !== null && (
        <>
          <FoldButton open={open} onToggle={setOpen}>
            {t('detail.days')}
          </FoldButton>
          {open && <Days downtime={downtime} />}
        </>
      )}
    </Section>
  );
}
