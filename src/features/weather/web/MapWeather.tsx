import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { ageWords } from '../../../shared/web/format/age.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { weatherCalls } from '../weather.contract.ts';
import { WeatherMark } from './WeatherMark.tsx';
import { useDescribe } from './words.ts';

interface Props {
  code: string;
  codes: readonly string[];
  children?: ReactNode;
}

/** The weather of a plant in the list of the map, with its age where it is old: one question for all that the list shows. // spec §2 */
export function MapWeather({ code, codes, children }: Props) {
  const { t } = useTranslation('weather');
  const describe = useDescribe();
  const { language } = useFormat();
  const at = useNow(60_000);
  const { data, error } = useCall(
    weatherCalls.weatherPlants,
    { body: { list_plants: [...codes] } },
    { staleTime: 300_000, placeholderData: (before) => before },
  );
  const found = data?.find(({ proj_code }) => proj_code === code);
  const now = found?.now;
  const age = found?.at ? ageWords(found.at, at, language) : undefined;
  const name = [now?.description ? describe(now.description) : undefined, age].filter(Boolean).join(', ');
  return (
    <>
      {error && !data && (
        <span title={t('not_loaded')}>
          <IconCloudOff size={14} stroke={1.6} role="img" aria-label={t('not_loaded')} />
        </span>
      )}
      {now?.icon && <WeatherMark icon={now.icon} size={16} name={name} />}{' '}
      {now?.icon && found?.stale && <Muted as="span">{age}</Muted>} {children}
    </>
  );
}
