import { createContext, type ReactNode } from 'react';

interface Frame {
  /** Where the chart puts its own tools: at the end of the bar. */
  place: HTMLElement | null;
  /** Entries that whoever shows the chart adds to its menu. */
  menu: ReactNode;
  /** Is told whether a chart is there, with a menu of its own. */
  onDrawn: (drawn: boolean) => void;
}

/** What a chart and the frame that it stands in know of each other. */
export const FrameContext = createContext<Frame | null>(null);
