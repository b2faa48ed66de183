import { Link } from '@tanstack/react-router';
import { Muted } from '../../../shared/web/page/Text.tsx';

/** A plant's name and code, as the way to its page. */
export function PlantLink({ plant }: { plant: { proj_code: string; plant_name: string } }) {
  const { proj_code, plant_name } = plant;
  return (
    <Link
      to="/apps/asset/plants/$proj_code"
      params={{ proj_code }}
      preload={false}
      style={{ color: 'inherit' }}
      title={plant_name}
    >
      {plant_name} <Muted as="span">{proj_code}</Muted>
    </Link>
  );
}
