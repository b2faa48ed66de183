import { useComputedColorScheme } from '@mantine/core';
import type { CSSProperties } from 'react';
import { variableColour } from '../../../../shared/web/charts/colours.model.ts';
import styles from './catalogue.module.css';

/** The colour of a word as it is drawn in the reader's theme; a dashed square where the portal chooses one. */
export function Swatch({ colour }: { colour: string }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const drawn = variableColour(colour, scheme);
  return (
    <span
      className={styles.swatch}
      data-none={drawn === undefined || undefined}
      style={{ '--swatch': drawn } as CSSProperties}
      aria-hidden="true"
    />
  );
}
