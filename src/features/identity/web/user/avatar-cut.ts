/** A file that a person chose, and what it is by its content. */
export interface Chosen {
  file: File;
  type: 'image/png' | 'image/jpeg';
}

/** What a file is by its first bytes, whatever it is called; null for all but png and jpeg. // spec §5: avatar types */
export function pictureTypeOf(head: Uint8Array): Chosen['type'] | null {
  const begins = (...signature: number[]) => signature.every((byte, i) => head[i] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  return begins(0xff, 0xd8, 0xff) ? 'image/jpeg' : null;
}

/** The square that is cut out of a picture, in its own pixels. */
export interface Square {
  x: number;
  y: number;
  side: number;
}

/**
 * The largest square of a picture, moved along its longer side.
 * @param share where it lies: 0 at the beginning (left or top), 1 at the end
 */
export function squareOf({ width, height }: { width: number; height: number }, share: number): Square {
  const side = Math.min(width, height);
  const at = (length: number) => Math.round((length - side) * Math.min(1, Math.max(0, share)));
  return { x: at(width), y: at(height), side };
}

/** Large enough for every place that shows it, small enough to travel at once. */
const SIDE = 512;

/** The square as a picture of its own, in the type of the file that it was cut from. */
export async function cutPicture(image: HTMLImageElement, square: Square, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const side = Math.min(SIDE, square.side);
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser offers no canvas');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, square.x, square.y, square.side, square.side, 0, 0, side, side);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no picture could be made'))),
      type,
      0.9,
    );
  });
}
