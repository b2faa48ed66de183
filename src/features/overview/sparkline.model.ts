/** Runs of neighbouring known values: [start index, values]. A gap of any length parts two runs. */
export function runsOf(values: readonly (number | null)[]): { start: number; values: number[] }[] {
  const runs: { start: number; values: number[] }[] = [];
  let open: { start: number; values: number[] } | null = null;
  values.forEach((value, index) => {
    if (value === null) {
      open = null;
      return;
    }
    if (!open) {
      open = { start: index, values: [] };
      runs.push(open);
    }
    open.values.push(value);
  });
  return runs;
}

export interface SparkShape {
  lines: string[];
  areas: string[];
  peak: number;
}

/**
 * The drawing of a day's power: one line and one area for each run, gaps left empty.
 * @param values mean power of each step since midnight, kW; null is a gap
 * @param frame width and height of the drawing, and how many steps the whole day has
 * @returns SVG paths, or null when nothing is known
 */
export function sparkShape(
  values: readonly (number | null)[],
  frame: { width: number; height: number; steps: number },
): SparkShape | null {
  const runs = runsOf(values);
  if (runs.length === 0) return null;
  const peak = Math.max(...runs.flatMap((run) => run.values));
  const scale = Math.max(peak, Number.EPSILON);
  const x = (index: number) => ((index / Math.max(1, frame.steps - 1)) * frame.width).toFixed(1);
  // Half a line's width stays free above and below; consumption below zero lies on the ground line.
  const y = (value: number) =>
    (frame.height - 1 - (Math.max(0, value) / scale) * (frame.height - 2)).toFixed(1);
  const ground = frame.height.toFixed(1);
  const shape: SparkShape = { lines: [], areas: [], peak };
  for (const { start, values: known } of runs) {
    const points = known.map((value, i) => `${x(start + i)} ${y(value)}`);
    // A single known value between two gaps is a short stroke: a point alone would not be drawn.
    const line = points.length === 1 ? `M${points[0]}h.8` : `M${points.join('L')}`;
    shape.lines.push(line);
    if (points.length > 1) {
      shape.areas.push(
        `M${x(start)} ${ground}L${points.join('L')}L${x(start + known.length - 1)} ${ground}Z`,
      );
    }
  }
  return shape;
}
