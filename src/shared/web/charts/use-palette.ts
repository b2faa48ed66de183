import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { type Palette, paletteOf } from './look.ts';

/** The page's colours for what is painted on a canvas; they change with the theme. */
export function usePalette(): Palette {
  const scheme = useComputedColorScheme('light');
  return useMemo(() => paletteOf(document.documentElement, scheme), [scheme]);
}
