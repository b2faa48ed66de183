import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import styles from './CardGrid.module.css';

const GAP = 12;

export interface GridHandle {
  /** Brings an item to the middle of the window, rendered or not. */
  scrollTo: (index: number) => void;
}

interface Props<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  render: (item: T) => ReactNode;
  rowHeight: number;
  /** The least width of an item. */
  minWidth: number;
  label: string;
  handle: Ref<GridHandle>;
  /** Told which items are on screen, whenever that changes. */
  onView: (keys: string) => void;
}

/** Watches how wide the grid is and where in the page it starts. */
function useMeasure() {
  const ref = useRef<HTMLUListElement>(null);
  const [box, setBox] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      setBox({ width, top: top + window.scrollY });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // What stands above the grid may grow or shrink without changing the grid's own width.
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, []);
  return { ref, ...box };
}

/** A grid that renders only the rows near the window: a thousand cards scroll like twenty. */
export function CardGrid<T>(props: Props<T>) {
  const { items, keyOf, onView } = props;
  const { ref, width, top } = useMeasure();
  const columns = Math.max(1, Math.floor((width + GAP) / (props.minWidth + GAP)));
  const rows = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => props.rowHeight + GAP,
    overscan: 3,
    scrollMargin: top,
    scrollPaddingStart: 130,
  });
  // Rows that were measured at another height are forgotten.
  const { measure } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is why
  useLayoutEffect(() => measure(), [measure, props.rowHeight]);
  useImperativeHandle(props.handle, () => ({
    scrollTo: (index) => rows.scrollToIndex(Math.floor(index / columns), { align: 'center' }),
  }));
  const visible = rows.getVirtualItems();
  const from = (visible[0]?.index ?? 0) * columns;
  const to = ((visible.at(-1)?.index ?? -1) + 1) * columns;
  const inView = width === 0 ? '' : items.slice(from, to).map(keyOf).join(',');
  useLayoutEffect(() => onView(inView), [inView, onView]);

  const cell = (width - GAP * (columns - 1)) / columns;
  return (
    <ul
      ref={ref}
      aria-label={props.label}
      className={styles.grid}
      style={{ height: rows.getTotalSize() - GAP }}
    >
      {width > 0 &&
        visible.flatMap((row) =>
          items.slice(row.index * columns, (row.index + 1) * columns).map((item, place) => (
            <li
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={row.index * columns + place + 1}
              className={styles.cell}
              style={{
                width: cell,
                height: props.rowHeight,
                transform: `translate(${place * (cell + GAP)}px, ${row.start - top}px)`,
              }}
            >
              {props.render(item)}
            </li>
          )),
        )}
    </ul>
  );
}
