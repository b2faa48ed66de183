import { type StringCell, stretchesOf } from '../../string-map.model.ts';
import classes from './strings.module.css';

interface Props {
  cells: readonly StringCell[];
  /** The step that the cursor stands at; null where it is on another row. */
  cursor: number | null;
  onPoint: (step: number | null) => void;
}

/** A row of the map: neighbouring steps of one class as one rectangle; what was not read shows the hatching behind. */
export function StringStrip({ cells, cursor, onPoint }: Props) {
  return (
    <div
      className={classes.strip}
      aria-hidden="true"
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        const step = Math.floor(((clientX - left) / width) * cells.length);
        onPoint(Math.min(cells.length - 1, Math.max(0, step)));
      }}
      onPointerLeave={() => onPoint(null)}
    >
      <svg viewBox={`0 0 ${cells.length} 1`} preserveAspectRatio="none" aria-hidden="true">
        {stretchesOf(cells).map(({ tone, from, to }) => (
          <rect key={from} x={from} width={to - from} height="1" data-tone={tone} />
        ))}
      </svg>
      {cursor !== null && (
        <span
          className={classes.cursor}
          style={{ left: `${(100 * cursor) / cells.length}%`, width: `${100 / cells.length}%` }}
        />
      )}
    </div>
  );
}
