import { Button, ButtonGroup } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

const NOTHING = {};
const EXACTLY = { exact: true, includeSearch: false };
const VIEWS = { chart: '/apps/asset/charts', devices: '/apps/asset/charts/devices' } as const;

/** The two views of the workbench: a chart of one's own making, and one variable over all devices. */
export function BoardTabs({ view }: { view: keyof typeof VIEWS }) {
  const { t } = useTranslation('board');
  return (
    <nav aria-label={t('views.label')}>
      <ButtonGroup>
        {(['chart', 'devices'] as const).map((one) => (
          <Button
            key={one}
            renderRoot={(root) => <Link {...root} to={VIEWS[one]} search={NOTHING} activeOptions={EXACTLY} />}
            variant={one === view ? 'light' : 'default'}
          >
            {t(`views.${one}`)}
          </Button>
        ))}
      </ButtonGroup>
    </nav>
  );
}
