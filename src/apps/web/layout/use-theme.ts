import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun, type TablerIcon } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keepLook } from '../../../features/identity/web/own-account.ts';

/** The other theme: it changes here at once and is kept with the account; that it was not kept is told by the profile. */
export function useTheme(): { label: string; icon: TablerIcon; change: () => void } {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const keeping = useMutation({ mutationFn: keepLook });
  return {
    label: t(dark ? 'header.to_light' : 'header.to_dark'),
    icon: dark ? IconSun : IconMoon,
    change: () => {
      const color_scheme = dark ? 'light' : 'dark';
      setColorScheme(color_scheme);
      keeping.mutate({ color_scheme });
    },
  };
}
