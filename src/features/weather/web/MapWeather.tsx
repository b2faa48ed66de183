import type { ReactNode } from 'react';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { weatherCalls } from '../weather.contract.ts';
import { WeatherMark } from './WeatherMark.tsx';
import { useDescribe } from './words.ts';

interface Props {
  code: string;
  codes: readonly string[];
  children?: ReactNode;
}

/** The weather of a plant in the list of the map: one question for all that the list shows. // spec §2 */
export function MapWeather({ code, codes, children }: Props) {
  const describe = useDescribe();
  const { data } = useCall(
    weatherCalls.weatherPlants,
    { body: { list_plants: [...codes] } },
    { staleTime: 300_000, placeholderData: (before) => before },
  );
  const now = data?.find(({ proj_code }) => proj_code === code)?.now;
  return (
    <>
      {now?.icon && <WeatherMark icon={now.icon} size={16} name={describe(now.description ?? '')} />}{' '}
      {children}
    </>
  );
}
