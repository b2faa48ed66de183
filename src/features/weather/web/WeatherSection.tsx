import { Group, SimpleGrid, Stack } from '@mantine/core';
import { IconCloudOff, IconMapPinOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { ageWords } from '../../../shared/web/format/age.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Waiting } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { daysOf, type ForecastDay } from '../forecast-days.model.ts';
import { powerCalls } from '../power.contract.ts';
import { type PlantWeatherDetail, weatherCalls } from '../weather.contract.ts';
import { STALE_MS } from '../weather.model.ts';
import { FOR_MINUTES, ofPlant } from './ask-ahead.ts';
import { PriceSection } from './MarketPrice.tsx';
import { PowerForecastSection } from './PowerForecastSection.tsx';
import { usePlantPrices } from './use-plant-prices.ts';
import { WeatherMark } from './WeatherMark.tsx';
import { useDescribe } from './words.ts';

const HEIGHTS = [210, 480, 240] as const;

/** What the sky is like now, in a line. */
function Now({ weather: { now } }: { weather: PlantWeatherDetail }) {
  const { t } = useTranslation('weather');
  const { number } = useFormat();
  const describe = useDescribe();
  if (!now) return null;
  const { description, icon, temperature_c, wind_ms, cloud_cover_pct, humidity_pct } = now;
  const figures = [
    temperature_c === null ? null : `${number(temperature_c, 1)} °C`,
    wind_ms === null ? null : t('wind', { wind: number(wind_ms, 1) }),
    cloud_cover_pct === null ? null : t('clouds', { share: number(cloud_cover_pct, 0) }),
    humidity_pct === null ? null : t('humidity', { share: number(humidity_pct, 0) }),
  ].filter((text) => text !== null);
  return (
    <Group gap={12}>
      <WeatherMark icon={icon} size={36} />
      <Stack gap={4}>
        <b>{description === null ? t('not_said') : describe(description)}</b>
        {figures.length > 0 && <Muted as="span">{figures.join(' · ')}</Muted>}
      </Stack>
    </Group>
  );
}

/** Where it comes from and how old it is: a computed sky is never said to be a forecast. */
function Origin({ weather: { source, basis, at, stale } }: { weather: PlantWeatherDetail }) {
  const { t } = useTranslation('weather');
  const { language } = useFormat();
  const now = useNow(60_000);
  const age = ageWords(at, now, language) ?? '';
  // A page that stays open grows old like what it shows.
  const isOld = stale || (basis === 'provider' && now - Date.parse(at ?? '') > STALE_MS);
  if (isOld) {
    return (
      <Note tone="warning" icon={IconCloudOff} role="status">
        {t('stale', { source: t(`sources.${source}`), age })}
      </Note>
    );
  }
  if (basis === 'provider')
    return <Muted>{t('from_provider', { source: t(`sources.${source}`), age })}</Muted>;
  return <Muted>{basis === 'sensor' ? t('from_sensor', { age }) : t('from_clear_sky')}</Muted>;
}

function Day({ day }: { day: ForecastDay }) {
  const { t } = useTranslation('weather');
  const { number, language } = useFormat();
  const describe = useDescribe();
  const name = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const { description, icon, least_c, most_c, irradiation_kwh_m2, rain_mm } = day;
  return (
    <Group gap={12} wrap="nowrap" data-forecast-day={day.day}>
      <WeatherMark icon={icon} size={28} />
      <Stack gap={4}>
        <b>{name.format(new Date(`${day.day}T12:00:00Z`))}</b>
        {description !== null && <Muted as="span">{describe(description)}</Muted>}
        {most_c !== null && (
          <Muted as="span">{t('temperatures', { least: number(least_c, 0), most: number(most_c, 0) })}</Muted>
        )}
        {irradiation_kwh_m2 !== null && (
          <Muted as="span">
            {t(day.partial ? 'irradiation_rest' : 'irradiation', { sum: number(irradiation_kwh_m2, 1) })}
          </Muted>
        )}
        {rain_mm !== null && rain_mm >= 0.1 && (
          <Muted as="span">{t('rain', { sum: number(rain_mm, 1) })}</Muted>
        )}
      </Stack>
    </Group>
  );
}

function Shown({ weather, zone }: { weather: PlantWeatherDetail; zone: string }) {
  const { t } = useTranslation('weather');
  if (weather.missing === 'no_place')
    return <EmptyState icon={IconMapPinOff} title={t('no_place')} hint={t('no_place_hint')} />;
  if (weather.missing === 'not_yet')
    return <EmptyState icon={IconCloudOff} title={t('not_yet')} hint={t('not_yet_hint')} />;
  return (
    <Stack gap={12}>
      <Now weather={weather} />
      <Origin weather={weather} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing={12}>
        {daysOf(weather.hours, zone).map((day) => (
          <Day key={day.day} day={day} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

interface Props {
  proj_code: string;
  time_zone: string;
  productionType: string;
  children?: ReactNode;
}

/** The weather of a plant, now and in the next three days, and what it makes of it; below it the rest of the page. */
export function WeatherSection({ proj_code, time_zone, productionType, children }: Props) {
  const { t } = useTranslation('weather');
  const solar = productionType === 'photovoltaic';
  const input = ofPlant(proj_code);
  const weather = useCall(weatherCalls.weatherPlantDetail, input, FOR_MINUTES);
  const power = useCall(powerCalls.meteoblueGetExpected, solar ? input : null, FOR_MINUTES);
  const prices = usePlantPrices(proj_code);
  // What stands below is shown once it is known how high this is.
  if (weather.isPending || prices.query.isPending || (solar && power.isPending))
    return <Waiting heights={HEIGHTS} />;
  return (
    <>
      <Section title={t('title')} hint={t('hint')}>
        <Known query={weather} height={HEIGHTS[0]}>
          {(known) => <Shown weather={known} zone={time_zone} />}
        </Known>
      </Section>
      {solar ? (
        <PowerForecastSection query={power} prices={prices} />
      ) : (
        <PriceSection proj_code={proj_code} time_zone={time_zone} {...prices} />
      )}
      {children}
    </>
  );
}
