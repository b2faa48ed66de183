import { Link } from '@tanstack/react-router';
import { Ellipsis, Muted, Nowrap } from '../../../shared/web/page/Text.tsx';

interface Props {
  plant: { proj_code: string; plant_name: string };
  /** The code below the name: where both do not fit, the name alone is cut. */
  stacked?: boolean;
}

/** A plant's name and code, as the way to its page. */
export function PlantLink({ plant, stacked = false }: Props) {
  const { proj_code, plant_name } = plant;
  return (
    <Link
      to="/apps/asset/plants/$proj_code"
      params={{ proj_code }}
      preload={false}
      style={{ color: 'inherit' }}
      title={plant_name}
    >
      {stacked ? <Ellipsis>{plant_name}</Ellipsis> : `${plant_name} `}
      <Muted as={stacked ? 'div' : 'span'}>
        <Nowrap>{proj_code}</Nowrap>
      </Muted>
    </Link>
  );
}
