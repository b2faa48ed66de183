import { ActionIcon, Group, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconChartLine,
  IconFileTypeCsv,
  IconFileTypeXls,
  IconMarquee2,
  IconPhotoDown,
  IconTable,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartHelp } from './ChartHelp.tsx';
import classes from './chart.module.css';

interface Props {
  asTable: boolean;
  boxing: boolean;
  whole: boolean;
  onZoom: (factor: number) => void;
  onPan: (share: number) => void;
  onReset: () => void;
  onBox: () => void;
  onTable: () => void;
  onPng: () => void;
  onCsv: () => void;
  onXlsx: () => void;
  /** Buttons of whoever shows the chart. */
  tools?: ReactNode;
}

interface ToolProps {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean | undefined;
  /** Left out on a phone, where a finger on the slider does the same. */
  roomy?: boolean;
}

function Tool({ label, icon: Icon, onClick, disabled = false, pressed, roomy = false }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? 'cobalt' : 'gray'}
        size={32}
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        className={classes.tool ?? ''}
        mod={{ disabled, roomy }}
        aria-disabled={disabled}
        onClick={() => disabled || onClick()}
      >
        <Icon size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Everything that the mouse can do on the chart, as buttons; and what leads out of it. */
export function ChartToolbar(props: Props) {
  const { asTable, boxing, whole } = props;
  const { t } = useTranslation('charts');
  return (
    <Group gap={2} wrap="nowrap" role="toolbar" aria-label={t('toolbar')} className={classes.toolbar ?? ''}>
      <Tool label={t('zoom_in')} icon={IconZoomIn} onClick={() => props.onZoom(0.5)} />
      <Tool label={t('zoom_out')} icon={IconZoomOut} onClick={() => props.onZoom(2)} disabled={whole} />
      <Tool
        label={t('earlier')}
        icon={IconArrowLeft}
        onClick={() => props.onPan(-0.5)}
        disabled={whole}
        roomy
      />
      <Tool
        label={t('later')}
        icon={IconArrowRight}
        onClick={() => props.onPan(0.5)}
        disabled={whole}
        roomy
      />
      <Tool label={t('box')} icon={IconMarquee2} onClick={props.onBox} pressed={boxing} disabled={asTable} />
      <Tool label={t('reset')} icon={IconZoomReset} onClick={props.onReset} disabled={whole} />
      <span className={classes.divider} />
      <Tool
        label={asTable ? t('as_chart') : t('table')}
        icon={asTable ? IconChartLine : IconTable}
        onClick={props.onTable}
      />
      <Tool label={t('png')} icon={IconPhotoDown} onClick={props.onPng} disabled={asTable} />
      <Tool label={t('csv')} icon={IconFileTypeCsv} onClick={props.onCsv} />
      <Tool label={t('xlsx')} icon={IconFileTypeXls} onClick={props.onXlsx} />
      <ChartHelp />
      {props.tools}
    </Group>
  );
}
