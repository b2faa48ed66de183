/** What a tile shows below its picture, in pixels. */
const CAPTION = 62;
const GAP = 12;
const MIN_WIDTH = 260;
const RATIO = 16 / 9;

/** In how many columns so many pictures fill a place best: as large as they can be, without scrolling where that can be. */
export function columnsFor(count: number, { width, height }: { width: number; height: number }): number {
  const most = Math.max(1, Math.min(count, Math.floor((width + GAP) / (MIN_WIDTH + GAP))));
  let best = { columns: most, width: 0 };
  for (let columns = 1; columns <= most; columns++) {
    const byWidth = (width - GAP * (columns - 1)) / columns;
    const rows = Math.ceil(count / columns);
    const byHeight = ((height - GAP * (rows - 1)) / rows - CAPTION) * RATIO;
    const shown = Math.min(byWidth, byHeight);
    // Of two as large, the one that leaves fewer places empty.
    if (shown > best.width) best = { columns, width: shown };
  }
  return best.columns;
}

/** Cameras with one of them moved by a place; undefined where it stands at that end. */
export function moved(ids: readonly number[], id: number, by: 1 | -1): number[] | undefined {
  const at = ids.indexOf(id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= ids.length) return undefined;
  return ids.with(at, ids[to] ?? id).with(to, id);
}

/** The whole order after a part of it was put into another one: the others keep their places. */
export function orderWith(all: readonly number[], part: readonly number[]): number[] {
  const inPart = new Set(part);
  const next = part[Symbol.iterator]();
  return all.map((id) => (inPart.has(id) ? (next.next().value ?? id) : id));
}

/** What the picture's file is called: plant, camera and when it was taken, by the reader's clock. */
export function pictureName(plant: string, camera: string, taken_at: Date, type: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [taken_at.getFullYear(), two(taken_at.getMonth() + 1), two(taken_at.getDate())].join('-');
  const time = [taken_at.getHours(), taken_at.getMinutes(), taken_at.getSeconds()].map(two).join('-');
  const bare = (text: string) => text.replace(/[\\/:*?"<>|\s]+/g, '-').replace(/^[.-]+|[.-]+$/g, '');
  return `${bare(plant)}_${bare(camera)}_${day}_${time}.${type === 'image/png' ? 'png' : 'jpg'}`;
}
