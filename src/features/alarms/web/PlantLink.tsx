import { Link } from '@tanstack/react-router';
import { Ellipsis, Muted, Nowrap } from '../../../shared/web/page/Text.tsx';

interface Props {
  plant: { proj_code: string; plant_name: string };
  /** Where there is room for one line alone, or for the code below the name: where both do not fit, the name alone is cut. */
  look?: 'text' | 'line' | 'stacked';
}

/** A plant's name and code, as the way to its page. */
export function PlantLink({ plant, look = 'text' }: Props) {
  const { proj_code, plant_name } = plant;
  const cut = look !== 'text';
  return (
    <Link
      to="/apps/asset/plants/$proj_code"
      params={{ proj_code }}
      preload={false}
      style={{
        color: 'inherit',
        ...(look === 'line' && { display: 'flex', gap: 4, alignItems: 'baseline' }),
      }}
      title={plant_name}
    >
      {cut ? <Ellipsis>{plant_name}</Ellipsis> : `${plant_name} `}
      <Muted as={look === 'stacked' ? 'div' : 'span'}>
        <Nowrap>{proj_code}</Nowrap>
      </Muted>
    </Link>
  );
}
