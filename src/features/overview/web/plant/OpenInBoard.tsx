import { Menu } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Choice, Compare, Step } from '../../../../shared/web/charts/choice.model.ts';
import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import { boardSearchFor } from '../../../measurements/web/chart/board-search.public.ts';
import type { Drawable } from '../../../measurements/web/chart/drawables.public.ts';

interface Props {
  chosen: readonly Drawable[];
  choice: Choice;
  step: Step | undefined;
  compare: Compare | undefined;
  zoom?: TimeWindow;
}

/** Takes the chart along to the workbench, where other plants can join it and it can be saved. */
export function OpenInBoard(props: Props) {
  const { t } = useTranslation('plant');
  return (
    <Menu.Item
      renderRoot={(root) => <Link {...root} to="/apps/asset/charts" search={boardSearchFor(props)} />}
      leftSection={<IconArrowUpRight size={16} stroke={1.6} />}
    >
      {t('chart.open')}
    </Menu.Item>
  );
}
