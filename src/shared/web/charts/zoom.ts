import { marginsOf, type Picture } from './picture.ts';
import type { TimeWindow } from './window.model.ts';

/** Zoom by wheel, by two fingers and by the slider under the plot; the view comes from outside. */
export function zoomParts(picture: Picture, view: TimeWindow) {
  const { palette, window } = picture;
  const { left, right } = marginsOf(picture.axes.length, picture.layout.narrow);
  const range = {
    xAxisIndex: 0,
    filterMode: 'none',
    startValue: view.start_at,
    endValue: view.end_at,
    minValueSpan: Math.min(60_000, (window.end_at - window.start_at) / 4),
    throttle: 30,
  };
  const handle = { color: palette.surface, borderColor: palette.muted };
  return [
    { ...range, id: 'inside', type: 'inside', moveOnMouseMove: picture.layout.touch },
    {
      ...range,
      id: 'slider',
      type: 'slider',
      show: !picture.layout.printed,
      left,
      right,
      bottom: 8,
      height: 24,
      showDetail: false,
      brushSelect: false,
      backgroundColor: 'transparent',
      borderColor: palette.border,
      borderRadius: 6,
      fillerColor: palette.scheme === 'dark' ? 'rgba(124,156,255,0.14)' : 'rgba(36,86,230,0.08)',
      handleStyle: handle,
      moveHandleStyle: { color: palette.border },
      moveHandleSize: 4,
      emphasis: {
        handleStyle: { ...handle, borderColor: palette.brand },
        moveHandleStyle: { color: palette.muted },
      },
      // Its shadow of the data places points by their number, not by their time: gaps and the future would move them.
      showDataShadow: false,
    },
  ];
}
