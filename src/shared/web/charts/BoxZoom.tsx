import { type PointerEvent, useState } from 'react';
import classes from './chart.module.css';
import type { PlotScale } from './scale.ts';
import type { TimeWindow } from './window.model.ts';

interface Props {
  scale: PlotScale;
  height: number;
  /** The stretch that was drawn, or null when it was too narrow to mean anything. */
  onBox: (view: TimeWindow | null) => void;
}

const MIN_PX = 6;

/** A pane over the plot on which a box is drawn; its left and right edges become the view. */
export function BoxZoom({ scale, height, onBox }: Props) {
  const [box, setBox] = useState<{ from: number; to: number } | null>(null);
  const xOf = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left + scale.left;
    return Math.min(scale.right, Math.max(scale.left, x));
  };
  const done = () => {
    if (!box) return;
    const [left, right] = [Math.min(box.from, box.to), Math.max(box.from, box.to)];
    onBox(right - left < MIN_PX ? null : { start_at: scale.toAt(left), end_at: scale.toAt(right) });
    setBox(null);
  };
  return (
    <div
      className={classes.boxPane}
      style={{ left: scale.left, width: scale.right - scale.left, height: height - 76 }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setBox({ from: xOf(event), to: xOf(event) });
      }}
      onPointerMove={(event) => box && setBox({ from: box.from, to: xOf(event) })}
      onPointerUp={done}
      onPointerCancel={() => setBox(null)}
    >
      {box && (
        <div
          className={classes.box}
          style={{ left: Math.min(box.from, box.to) - scale.left, width: Math.abs(box.to - box.from) }}
        />
      )}
    </div>
  );
}
