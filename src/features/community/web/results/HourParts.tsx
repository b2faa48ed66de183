import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import type { MeasuredHour, MeasuredHours } from '../../measured.contract.ts';

interface Props {
  hour: MeasuredHour;
  of: MeasuredHours;
}

/** What was measured in the hour, and what of it was shared. */
function Energy({ hour, of }: Props) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const kwh = (value: number | null) => (value === null ? null : `${number(value, 3)} kWh`);
  const { own_kwh, own_unknown_pods, served, own_shared_kwh, unknown_pods } = hour;
  return (
    <Section title={t('hours.energy_title')} look="plain">
      <Facts>
        <Fact label={t(of.plant ? 'hours.own_injected' : 'hours.own_withdrawn')}>
          {own_kwh === null ? t('hours.no_reading') : kwh(own_kwh)}
        </Fact>
        {hour.own_source && <Fact label={t('hours.source')}>{t(`source.${hour.own_source}`)}</Fact>}
        <Fact label={t('hours.substation_injected')}>{kwh(hour.substation_injected_kwh)}</Fact>
        <Fact label={t('hours.substation_withdrawn')}>{kwh(hour.substation_withdrawn_kwh)}</Fact>
        <Fact label={t('hours.substation_shared')}>{kwh(hour.substation_shared_kwh)}</Fact>
        <Fact label={t('hours.own_shared')}>{kwh(own_shared_kwh)}</Fact>
      </Facts>
      <Muted>{t('hours.minimum')}</Muted>
      {of.member && own_kwh !== null && served !== null && (
        <p>
          {t('hours.share', {
            own: number(own_kwh, 3),
            served: number(100 * served, 2),
            shared: number(own_shared_kwh, 3),
          })}
        </p>
      )}
      {own_kwh !== null && own_unknown_pods > 0 && (
        <Note tone="warning">{t('hours.own_unknown', { count: own_unknown_pods })}</Note>
      )}
      {unknown_pods > 0 && <Note tone="warning">{t('hours.unknown_note', { count: unknown_pods })}</Note>}
    </Section>
  );
}

/** How the tariff of the hour was put together. */
function Tariff({ hour, of }: Props) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const { base, variable, correction, grant_cut, touched, tip, price_eur_mwh } = hour;
  const perMwh = (value: number | null) => (value === null ? null : `${number(value, 2)} €/MWh`);
  const tariff = of.plant?.tariff;
  return (
    <Section title={t('hours.tariff_title')} look="plain">
      <Facts>
        <Fact label={t('hours.price')}>
          {price_eur_mwh === null ? t('hours.no_price') : perMwh(price_eur_mwh)}
        </Fact>
        <Fact label={t('hours.base')}>{perMwh(base)}</Fact>
        <Fact label={t('hours.variable')}>{perMwh(variable)}</Fact>
        <Fact label={t('hours.cap')}>{perMwh(tariff?.cap ?? null)}</Fact>
        <Fact label={t('hours.correction')}>{perMwh(correction)}</Fact>
        <Fact label={t('hours.grant_cut')}>{perMwh(grant_cut)}</Fact>
        <Fact label={t('hours.touched')}>{touched === null ? null : `${number(100 * touched, 2)} %`}</Fact>
        <Fact label={t('hours.tip')}>{perMwh(tip)}</Fact>
      </Facts>
      {hour.base !== null && (
        <Sum hour={hour} cap={tariff?.cap ?? null} reference={tariff?.reference_price} />
      )}
    </Section>
  );
}

/** The tariff as a sum: capped, corrected, and reduced by the grant. */
function Sum({
  hour,
  cap,
  reference,
}: {
  hour: MeasuredHour;
  cap: number | null;
  reference?: number | undefined;
}) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const { base, variable, capped, correction, grant_cut, touched, tip, price_eur_mwh } = hour;
  const said = {
    base: number(base, 2),
    variable: number(variable, 2),
    price: number(price_eur_mwh, 2),
    cap: number(cap, 2),
    reference: number(reference, 2),
    correction: number(correction, 2),
    sum: number((base ?? 0) + (variable ?? 0), 2),
    cut: number(grant_cut, 2),
    tip: number(tip, 2),
    touched: number(100 * (touched ?? 1), 2),
  };
  return (
    <>
      <Muted>{t(capped ? 'hours.capped' : 'hours.not_capped', said)}</Muted>
      <Muted>{t(grant_cut ? 'hours.sum_cut' : 'hours.sum', said)}</Muted>
    </>
  );
}

/** What the hour came to in euros. */
function Euros({ hour, of }: Props) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const { incentivised_kwh, incentive_eur, tip, own_shared_kwh, valorisation_eur, surplus_eur } = hour;
  const premium = of.surplus?.groups.find(({ group }) => group === of.plant?.surplus_group);
  const nothing = own_shared_kwh === 0 && of.plant?.no_tariff === null;
  const paidNothing = nothing ? 'hours.nothing_shared' : 'hours.no_tariff';
  const unpaid = incentive_eur === null ? 'hours.unknown' : paidNothing;
  return (
    <Section title={t('hours.euro_title')} look="plain">
      <p>
        {incentive_eur === null || tip === null
          ? t(unpaid)
          : t('hours.euro', {
              kwh: number(incentivised_kwh, 3),
              tip: number(tip, 2),
              eur: number(incentive_eur, 4),
            })}
      </p>
      {premium && surplus_eur !== null && surplus_eur > 0 && (
        <Muted>
          {t('hours.surplus_euro', {
            surplus: number(surplus_eur, 4),
            eur: number(incentive_eur, 4),
            quota: number(100 * (premium.quota ?? 0), 2),
            limit: number(100 * premium.threshold, 2),
          })}
        </Muted>
      )}
      {valorisation_eur !== null && (
        <p>
          {t('hours.network_euro', {
            kwh: number(own_shared_kwh, 3),
            unit: number(of.network_eur_per_kwh, 5),
            eur: number(valorisation_eur, 4),
          })}
        </p>
      )}
    </Section>
  );
}

/** An hour taken apart: energy, tariff, euro. */
export function HourParts(props: Props) {
  return (
    <Stack gap={16}>
      <Energy {...props} />
      {props.of.plant && (
        <>
          <Tariff {...props} />
          <Euros {...props} />
        </>
      )}
    </Stack>
  );
}
