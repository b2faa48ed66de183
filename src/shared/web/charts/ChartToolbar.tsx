import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconChartLine,
  IconDotsVertical,
  IconDownload,
  IconFileTypeCsv,
  IconFileTypeXls,
  IconKeyboard,
  IconPhotoDown,
  IconTable,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartHelp } from './ChartHelp.tsx';

interface Props {
  asTable: boolean;
  whole: boolean;
  onZoom: (factor: number) => void;
  onPan: (share: number) => void;
  onReset: () => void;
  onTable: () => void;
  onPng: () => void;
  onCsv: () => void;
  onXlsx: () => void;
  /** Entries of whoever shows the chart. */
  menu?: ReactNode;
}

const LOOK = { variant: 'subtle', color: 'gray', size: 36 } as const;
const MENU = { position: 'bottom-end', shadow: 'none', withinPortal: true } as const;
const ICON = { size: 18, stroke: 1.6 } as const;

/** What is seldom needed, each with its name. */
export function MoreMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation('charts');
  return (
    <Menu {...MENU}>
      <Menu.Target>
        <ActionIcon {...LOOK} aria-label={t('more')}>
          <IconDotsVertical {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface EntryProps {
  icon: TablerIcon;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

function Entry({ icon: Icon, label, disabled = false, onClick }: EntryProps) {
  return (
    <Menu.Item leftSection={<Icon size={16} stroke={1.6} />} disabled={disabled} onClick={onClick}>
      {label}
    </Menu.Item>
  );
}

function SaveMenu({ asTable, onPng, onCsv, onXlsx }: Props) {
  const { t } = useTranslation('charts');
  return (
    <Menu {...MENU}>
      <Menu.Target>
        <ActionIcon {...LOOK} aria-label={t('export')}>
          <IconDownload {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Entry label={t('png')} icon={IconPhotoDown} onClick={onPng} disabled={asTable} />
        <Entry label={t('csv')} icon={IconFileTypeCsv} onClick={onCsv} />
        <Entry label={t('xlsx')} icon={IconFileTypeXls} onClick={onXlsx} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Everything that mouse, fingers and keys can do on the chart; and what leads out of it. */
export function ChartToolbar(props: Props) {
  const { asTable, whole, onZoom, onPan, onReset, menu } = props;
  const { t } = useTranslation('charts');
  const [helping, setHelping] = useState(false);
  const label = asTable ? t('as_chart') : t('table');
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon {...LOOK} aria-label={label} onClick={props.onTable}>
          {asTable ? <IconChartLine {...ICON} /> : <IconTable {...ICON} />}
        </ActionIcon>
      </Tooltip>
      <SaveMenu {...props} />
      <MoreMenu>
        {menu}
        {menu && <Menu.Divider />}
        <Entry label={t('zoom_in')} icon={IconZoomIn} onClick={() => onZoom(0.5)} />
        <Entry label={t('zoom_out')} icon={IconZoomOut} disabled={whole} onClick={() => onZoom(2)} />
        <Entry label={t('earlier')} icon={IconArrowLeft} disabled={whole} onClick={() => onPan(-0.5)} />
        <Entry label={t('later')} icon={IconArrowRight} disabled={whole} onClick={() => onPan(0.5)} />
        <Entry label={t('reset')} icon={IconZoomReset} disabled={whole} onClick={onReset} />
        <Menu.Divider />
        <Entry label={t('keys.title')} icon={IconKeyboard} onClick={() => setHelping(true)} />
      </MoreMenu>
      {helping && <ChartHelp onClose={() => setHelping(false)} />}
    </>
  );
}
