import { Button } from '@mantine/core';
import { IconLayoutGrid, IconList, IconMap2, type TablerIcon } from '@tabler/icons-react';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

const VIEWS = [
  { name: 'cards', to: '/apps/asset', icon: IconLayoutGrid },
  { name: 'list', to: '/apps/asset/plant-search', icon: IconList },
  { name: 'map', to: '/apps/asset/maps', icon: IconMap2 },
] as const satisfies readonly { name: string; to: LinkProps['to']; icon: TablerIcon }[];

/** The same plants as cards, as a list, on the map: search, filters and order go along. */
export function PlantViews() {
  const { t } = useTranslation('overview');
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  return (
    <Button.Group aria-label={t('list.views')}>
      {VIEWS.map(({ name, to, icon: Icon }) => {
        const here = path.endsWith(to);
        return (
          <Button
            key={name}
            variant={here ? 'light' : 'default'}
            px={12}
            aria-current={here ? 'page' : undefined}
            leftSection={<Icon size={16} aria-hidden="true" />}
            renderRoot={(root) => <Link to={to} search={(before: object) => before} {...root} />}
          >
            {t(`list.${name}`)}
          </Button>
        );
      })}
    </Button.Group>
  );
}
