import { ActionIcon, Button, Group, MultiSelect, NativeSelect, Popover, Stack, Text } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconSettings,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { WALL_SECONDS, WALL_USUAL, type WallSeconds } from '../../wall.model.ts';
import type { Wall } from './use-wall.ts';
import classes from './wall.module.css';

function Tool({ label, icon: Icon, onClick }: { label: string; icon: TablerIcon; onClick: () => void }) {
  return (
    <ActionIcon variant="default" size={36} aria-label={label} title={label} onClick={onClick}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}

/** Which views, how long each, and what happens when nobody is there. */
function Settings({ wall }: { wall: Wall }) {
  const { t } = useTranslation('overview');
  const { every, saved, chosen, put } = wall;
  return (
    <Popover position="top-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconSettings size={16} aria-hidden="true" />}>
          {t('wall.settings')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('wall.settings')}>
        <Stack gap={12} w="min(360px, calc(100vw - 56px))">
          <NativeSelect
            label={t('wall.every')}
            value={every}
            data={WALL_SECONDS.map((value) => ({
              value,
              label: t('wall.seconds', { count: Number(value) }),
            }))}
            onChange={({ currentTarget: { value } }) =>
              put({ every: value === WALL_USUAL ? undefined : (value as WallSeconds) })
            }
          />
          <MultiSelect
            label={t('wall.views')}
            placeholder={chosen === undefined ? t('wall.all_views') : ''}
            data={saved.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={chosen?.split(',') ?? []}
            onChange={(ids) => put({ views: ids.length > 0 ? ids.join(',') : undefined, at: undefined })}
            comboboxProps={{ withinPortal: false }}
          />
          <Muted>{t('wall.no_views_hint')}</Muted>
          <Text size="xs" c="dimmed">
            {t('wall.keys')} {t('wall.session')}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What the wall is steered with: shown to who moves the pointer, or comes to it with Tab. */
export function WallControls({ wall, onLeave }: { wall: Wall; onLeave: () => void }) {
  const { t } = useTranslation('overview');
  const { paused, put, step } = wall;
  return (
    <Group gap={8} className={classes.controls ?? ''}>
      <Tool label={t('wall.previous')} icon={IconChevronLeft} onClick={() => step(-1)} />
      <Tool
        label={t(paused ? 'wall.go_on' : 'wall.pause')}
        icon={paused ? IconPlayerPlay : IconPlayerPause}
        onClick={() => put({ paused: paused ? undefined : '1' })}
      />
      <Tool label={t('wall.next')} icon={IconChevronRight} onClick={() => step(1)} />
      <Settings wall={wall} />
      <Button variant="default" leftSection={<IconX size={16} aria-hidden="true" />} onClick={onLeave}>
        {t('wall.leave')}
      </Button>
    </Group>
  );
}
