import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Opens the wall on the whole screen: the browser allows that only to a press. */
export function WallButton() {
  const { t } = useTranslation('overview');
  const navigate = useNavigate();
  const open = () => {
    // Where it is refused the wall fills the window.
    if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => undefined);
    void navigate({ to: '/apps/asset/wall' });
  };
  return (
    <Tooltip label={t('dashboard.wall')}>
      <ActionIcon
        variant="default"
        size={36}
        visibleFrom="sm"
        aria-label={t('dashboard.wall')}
        onClick={open}
      >
        <IconDeviceTv size={18} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
