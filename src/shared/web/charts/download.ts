/** Hands a file to the reader; nothing of it leaves the browser. */
export function download(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A spreadsheet takes UTF-8 for what it is only with the mark in front. */
export function csvFile(text: string): Blob {
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });
}

/** The bytes behind a data URL, read without a request (which a content policy may refuse). */
function bytesOf(dataUrl: string): Blob {
  const [head = '', body = ''] = dataUrl.split(',', 2);
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: /:(.*?);/.exec(head)?.[1] ?? 'image/png' });
}

export interface Poster {
  plot: { url: string; cropped: number };
  title: string;
  subtitle: string;
  legend: readonly { label: string; colour: string; dash: readonly number[]; bar: boolean }[];
  colours: { surface: string; text: string; muted: string };
}

const DENSITY = 2;
const FONT = 'Inter Variable, Inter, system-ui, sans-serif';

/** Places legend entries in rows that fit the width. */
function legendRows(pen: CanvasRenderingContext2D, poster: Poster, width: number) {
  const rows: { x: number; row: number; entry: Poster['legend'][number] }[] = [];
  let x = 16;
  let row = 0;
  for (const entry of poster.legend) {
    const room = 26 + pen.measureText(entry.label).width + 18;
    if (x > 16 && x + room > width) {
      x = 16;
      row += 1;
    }
    rows.push({ x, row, entry });
    x += room;
  }
  return rows;
}

function drawSwatch(
  pen: CanvasRenderingContext2D,
  { entry, x }: { entry: Poster['legend'][number]; x: number },
  y: number,
) {
  if (entry.bar) {
    pen.fillStyle = entry.colour;
    pen.fillRect(x + 4, y - 9, 10, 10);
    return;
  }
  pen.strokeStyle = entry.colour;
  pen.lineWidth = 2;
  pen.setLineDash([...entry.dash]);
  pen.beginPath();
  pen.moveTo(x, y - 4);
  pen.lineTo(x + 18, y - 4);
  pen.stroke();
  pen.setLineDash([]);
}

/** A picture that stands alone: title, period and legend above the plot as it is on screen. */
export async function pngOf(poster: Poster): Promise<Blob> {
  const plot = await createImageBitmap(bytesOf(poster.plot.url));
  const width = plot.width / DENSITY;
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser offers no canvas');
  pen.font = `12px ${FONT}`;
  const legend = legendRows(pen, poster, width);
  const head = 64 + ((legend.at(-1)?.row ?? 0) + 1) * 20;
  canvas.width = plot.width;
  canvas.height = (head - poster.plot.cropped + 8) * DENSITY + plot.height;
  pen.scale(DENSITY, DENSITY);
  pen.fillStyle = poster.colours.surface;
  pen.fillRect(0, 0, width, canvas.height / DENSITY);
  pen.fillStyle = poster.colours.text;
  pen.font = `600 16px ${FONT}`;
  pen.fillText(poster.title, 16, 28);
  pen.fillStyle = poster.colours.muted;
  pen.font = `12px ${FONT}`;
  pen.fillText(poster.subtitle, 16, 48);
  for (const item of legend) {
    const y = 72 + item.row * 20;
    drawSwatch(pen, item, y);
    pen.fillStyle = poster.colours.text;
    pen.fillText(item.entry.label, item.x + 26, y);
  }
  const shown = plot.height - poster.plot.cropped * DENSITY;
  pen.drawImage(plot, 0, 0, plot.width, shown, 0, head, width, shown / DENSITY);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no picture could be made'))),
      'image/png',
    );
  });
}
