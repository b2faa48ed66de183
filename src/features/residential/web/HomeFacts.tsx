import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import type { HomeDetail } from '../homes.contract.ts';

/** What is known of a home beside its readings. */
export function HomeFacts({ home }: { home: HomeDetail }) {
  const { t } = useTranslation('residential');
  const { number, date, dateTimeAt } = useFormat();
  const unit = (value: number | null, of: string) => (value === null ? null : `${number(value, 2)} ${of}`);
  const cloudState = (): string => {
    if (home.cloud_fault) return t(`cloud.fault.${home.cloud_fault}`);
    if (home.cloud_read_until === null) return t('cloud.waiting');
    return t('cloud.until', { at: dateTimeAt(home.cloud_read_until, home.time_zone) });
  };
  return (
    <Section title={t('about')}>
      <Facts>
        <Fact label={t('field.project')}>{home.project}</Fact>
        <Fact label={t('field.comune')}>{home.comune || null}</Fact>
        <Fact label={t('field.district')}>{home.district || null}</Fact>
        <Fact label="POD">{home.pod || null}</Fact>
        <Fact label={t('field.nominal_kwp')}>{unit(home.nominal_kwp, 'kWp')}</Fact>
        <Fact label={t('field.storage_kwh')}>{unit(home.storage_kwh, 'kWh')}</Fact>
        <Fact label={t('field.inverter_model')}>{home.inverter_model || null}</Fact>
        <Fact label={t('field.provider')}>{t(`provider.${home.provider}`)}</Fact>
        {home.cloud_site_id !== '' && (
          <Fact label={t('cloud.field')}>{`${home.cloud_site_id} · ${cloudState()}`}</Fact>
        )}
        <Fact label={t('field.orientation')}>{t(`orientation.${home.orientation}`)}</Fact>
        <Fact label={t('field.owner')}>
          {[home.owner_name, home.owner_phone, home.owner_email].filter(Boolean).join(' · ') || null}
        </Fact>
        <Fact label={t('field.import_eur_kwh')}>{unit(home.import_eur_kwh, '€/kWh')}</Fact>
        <Fact label={t('field.export_eur_kwh')}>{unit(home.export_eur_kwh, '€/kWh')}</Fact>
        {home.former_prices.length > 0 && (
          <Fact label={t('prices.former')}>
            {home.former_prices.map((one) => (
              <div key={one.until}>
                {t('prices.held', {
                  until: date(one.until),
                  drawn: unit(one.import_eur_kwh, '€/kWh') ?? UNKNOWN,
                  fed_in: unit(one.export_eur_kwh, '€/kWh') ?? UNKNOWN,
                })}
              </div>
            ))}
          </Fact>
        )}
      </Facts>
    </Section>
  );
}
