import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconCpu, IconPlug, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Muted } from '../../../../../shared/web/page/Text.tsx';
import { ADD_WAYS } from './add-ways.ts';

interface Props {
  onDevice: () => void;
  onPort: () => void;
}

/** Every way in which devices come into the company: the tools that read them first, then by hand. */
export function AddMenu({ onDevice, onPort }: Props) {
  const { t } = useTranslation('field');
  const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-end" width={310} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} />} rightSection={<IconChevronDown size={15} />}>
          {t('add.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ADD_WAYS.map(({ key, to, icon: Icon }) => (
          <Menu.Item
            key={key}
            leftSection={<Icon {...icon} />}
            renderRoot={(root) => <Link to={to} {...root} />}
          >
            {t(`add.${key}`)}
            <Muted as="div">{t(`add.${key}_hint`)}</Muted>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconCpu {...icon} />} onClick={onDevice}>
          {t('add.by_hand')}
          <Muted as="div">{t('add.by_hand_hint')}</Muted>
        </Menu.Item>
        <Menu.Item leftSection={<IconPlug {...icon} />} onClick={onPort}>
          {t('port.new')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
