import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { usePrinting } from '../ui/use-printing.ts';
import { type Palette, paletteOf } from './look.ts';

/** The page's colours for what is painted on a canvas; they change with the theme. */
export function usePalette(): Palette {
  const own = useComputedColorScheme('light');
  const scheme = usePrinting() ? 'light' : own;
  return useMemo(() => paletteOf(document.documentElement, scheme), [scheme]);
}
