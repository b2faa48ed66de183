import type { Samples } from '../kit/samples.ts';
import { PlantSelect } from './PlantSelect.tsx';

const PLANTS = [
  { value: 'CAP-001', label: 'Capitanata' },
  { value: 'PAR-001', label: 'Parco Nord' },
  { value: 'SUD-001', label: 'Tetto Sud' },
];
const rest = {
  linkTo: (code: string, root: Record<string, unknown>) => <a href={`#${code}`} {...root} />,
  onChosen: () => undefined,
};

export const samples: Samples = {
  title: 'Plant select',
  states: {
    'in the middle': () => <PlantSelect {...rest} plants={PLANTS} value="PAR-001" />,
    'at the end, and not known yet': () => (
      <>
        <PlantSelect {...rest} plants={PLANTS} value="SUD-001" />
        <PlantSelect {...rest} plants={undefined} value="SUD-001" />
        <PlantSelect
          {...rest}
          plants={undefined}
          late={{ name: 'Tetto Sud', onWanted: () => undefined }}
          value="SUD-001"
        />
      </>
    ),
  },
};
