import { ColorSwatch, useComputedColorScheme } from '@mantine/core';
import { variableColour } from '../../../../shared/web/charts/colours.model.ts';

/** The colour of a word as it is drawn in the reader's theme; a dashed square where the portal chooses one. */
export function Swatch({ colour }: { colour: string }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const drawn = variableColour(colour, scheme);
  return (
    <ColorSwatch
      component="span"
      size={14}
      radius={4}
      withShadow={false}
      color={drawn ?? 'transparent'}
      style={drawn ? {} : { border: '1.5px dashed var(--nodata-solid)' }}
      aria-hidden="true"
    />
  );
}
