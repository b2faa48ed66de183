import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { Panel } from '../page/Panel.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import { useWidth } from '../ui/use-width.ts';
import classes from './bar.module.css';
import { MoreMenu } from './ChartToolbar.tsx';
import { ComparePicker, type ComparePickerProps } from './ComparePicker.tsx';
import { FrameContext } from './frame-context.ts';
import { RangePicker, type RangeProps, TodayButton } from './RangePicker.tsx';
import { type ResolutionProps, ResolutionSelect } from './ResolutionSelect.tsx';

interface Props extends RangeProps {
  /** What stands on the panel. */
  label: string;
  compare?: Pick<ComparePickerProps, 'compare' | 'onCompare' | 'plants' | 'onPlantsWanted'>;
  resolution?: ResolutionProps;
  /** Fields of whoever shows the chart, such as which variables are drawn; and the room that they take, in pixels. */
  extra?: ReactNode;
  room?: number;
  /** Entries of the menu, beside the chart's own. */
  menu?: ReactNode;
  children: ReactNode;
}

/** Narrower than this, the bar is that of a phone. */
const NARROW = 600;
/** From here on the periods stand side by side, where nothing else wants room. */
const WIDE = 1010;

/**
 * A chart's panel: above it one bar with the period, the comparison, the interval, and at its end the table, the export
 * and a menu of the chart that is drawn inside. A phone folds what is seldom changed.
 */
export function ChartFrame(props: Props) {
  const { label, compare, resolution, extra, room = 126, menu, children, ...range } = props;
  const { t } = useTranslation('charts');
  const language = useLanguage();
  const { ref, width } = useWidth<HTMLDivElement>();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [drawn, onDrawn] = useState(false);
  const [open, setOpen] = useState(false);
  const printing = usePrinting();
  const narrow = width < NARROW && !printing;
  const fields = (
    <>
      <TodayButton {...range} />
      {compare && <ComparePicker {...compare} {...range} />}
      {resolution && <ResolutionSelect {...resolution} />}
    </>
  );
  return (
    <Panel label={label} pad="sm">
      {/* Empty until its width is known: styles of another layout would be seen on their way to this one. */}
      <div ref={ref} className={classes.bar} data-narrow={narrow || undefined} lang={language}>
        {width > 0 && (
          <>
            <RangePicker {...range} wide={width >= WIDE + (extra ? room : 0)} />
            {!narrow && fields}
            {extra}
            <div className={classes.tools} role="toolbar" aria-label={t('toolbar')}>
              {narrow && (
                <Tooltip label={t('options')}>
                  <ActionIcon
                    variant={open ? 'light' : 'subtle'}
                    color="gray"
                    size={36}
                    aria-label={t('options')}
                    aria-expanded={open}
                    onClick={() => setOpen(!open)}
                  >
                    <IconAdjustmentsHorizontal size={18} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
              )}
              <div ref={setPlace} className={classes.place} />
              {!drawn && menu && <MoreMenu>{menu}</MoreMenu>}
            </div>
            {narrow && open && <div className={classes.folded}>{fields}</div>}
          </>
        )}
      </div>
      <FrameContext value={{ place, menu, onDrawn }}>{children}</FrameContext>
    </Panel>
  );
}
