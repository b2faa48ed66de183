/** Which way the lines of a hatch run. */
export type Hatching = 'rising' | 'falling' | 'crossed';

const TILE = 8;
const canvasPatterns = new Map<string, HTMLCanvasElement>();

function drawLines(pen: CanvasRenderingContext2D, lines: Hatching): void {
  pen.beginPath();
  for (const from of [-TILE, 0, TILE]) {
    if (lines !== 'falling') {
      pen.moveTo(from, TILE);
      pen.lineTo(from + TILE, 0);
    }
    if (lines !== 'rising') {
      pen.moveTo(from, 0);
      pen.lineTo(from + TILE, TILE);
    }
  }
  pen.stroke();
}

/** A tile of fine diagonal lines. */
function tileOf(colour: string, lines: Hatching): HTMLCanvasElement {
  const key = `${colour} ${lines}`;
  const known = canvasPatterns.get(key);
  if (known) return known;
  const tile = document.createElement('canvas');
  tile.width = TILE;
  tile.height = TILE;
  const pen = tile.getContext('2d');
  if (pen) {
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    drawLines(pen, lines);
  }
  canvasPatterns.set(key, tile);
  return tile;
}

/** A hatch as ECharts fills a shape with it. */
export const hatched = (colour: string, lines: Hatching) => ({
  image: tileOf(colour, lines) as unknown as HTMLImageElement,
  repeat: 'repeat' as const,
});
