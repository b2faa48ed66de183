import {
  IconCloud,
  IconCloudBolt,
  IconCloudFilled,
  IconCloudFog,
  IconCloudRain,
  IconCloudSnow,
  IconDroplets,
  IconSun,
  IconSunLow,
  IconUmbrella,
  type TablerIcon,
} from '@tabler/icons-react';
import type { WeatherIcon } from '../weather.model.ts';

// spec §9: ten icons by their names
const ICONS: Readonly<Record<WeatherIcon, TablerIcon>> = {
  Sun: IconSun,
  Cloud2: IconSunLow,
  Cloud1: IconCloud,
  Cloudy: IconCloudFilled,
  Rain1: IconUmbrella,
  Rain5: IconCloudRain,
  Rain2: IconDroplets,
  Thunder: IconCloudBolt,
  Snow: IconCloudSnow,
  Fog: IconCloudFog,
};

/** The icon of some weather, nothing where it has none; what it is stands beside it in words, or is its name. */
export function WeatherMark({ icon, size, name }: { icon: WeatherIcon | null; size: number; name?: string }) {
  if (icon === null) return null;
  const Shown = ICONS[icon];
  const said = name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <Shown
      size={size}
      stroke={1.6}
      style={{ verticalAlign: 'text-bottom' }}
      data-weather-icon={icon}
      {...said}
    />
  );
}
