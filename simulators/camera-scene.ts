import sharp from 'sharp';

/** What a simulated camera looks at. */
export interface Scene {
  /** Different cameras look at different places. */
  readonly number: number;
  readonly is_thermal: boolean;
}

const [WIDTH, HEIGHT] = [960, 540];
const HORIZON = 250;
const DAY_S = 86_400;
const HOUR_S = 3600;

/** Segments of a figure, as a clock shows it: top, upper left, upper right, middle, lower left, lower right, bottom. */
const FIGURES = [
  '1110111',
  '0010010',
  '1011101',
  '1011011',
  '0111010',
  '1101011',
  '1101111',
  '1010010',
  '1111111',
  '1111011',
];
const SEGMENTS = ['M2 0h12', 'M0 2v12', 'M16 2v12', 'M2 16h12', 'M0 18v12', 'M16 18v12', 'M2 32h12'];

/** The time as figures that need no letters to be installed. */
function clock(at_ms: number): string {
  const text = new Date(at_ms).toISOString().slice(11, 19);
  const parts = [...text].map((sign, i) => {
    const x = 720 + i * 27;
    if (sign === ':') return `<path d="M${x + 8} ${40 + 9}v3M${x + 8} ${40 + 21}v3"/>`;
    const lit = FIGURES[Number(sign)] ?? '';
    const drawn = SEGMENTS.filter((_, segment) => lit[segment] === '1').join('');
    return `<path transform="translate(${x} 40)" d="${drawn}"/>`;
  });
  return `<g stroke="#fff" stroke-width="4" stroke-linecap="round" fill="none">${parts.join('')}</g>`;
}

/** How high the sun stands, from -1 at midnight to 1 at noon of the clock of Rome's winter. */
const heightOfSun = (at_ms: number): number => {
  const local_s = (at_ms / 1000 + HOUR_S) % DAY_S;
  return -Math.cos((local_s / DAY_S) * 2 * Math.PI);
};

const mixed = (from: readonly number[], to: readonly number[], share: number): string =>
  `rgb(${from.map((value, i) => Math.round(value + ((to[i] ?? value) - value) * share)).join(',')})`;

/** Rows of modules from the horizon to the camera. */
function rows(fill: (row: number, column: number) => string): string {
  const drawn: string[] = [];
  for (let row = 0; row < 5; row++) {
    const [top, height, slant] = [HORIZON + 18 + row * row * 14, 12 + row * 9, 4 + row * 4];
    const width = 70 + row * 22;
    for (let column = 0; column * (width + 6) < WIDTH + width; column++) {
      const x = column * (width + 6) - row * 30;
      drawn.push(
        `<path d="M${x} ${top + height}l${slant} -${height}h${width}l-${slant} ${height}z" fill="${fill(row, column)}"/>`,
      );
    }
  }
  return drawn.join('');
}

function clouds(number: number, at_ms: number, colour: string): string {
  return [0, 1, 2]
    .map((i) => {
      const x = ((at_ms / 1000) * (3 + i) + number * 211 + i * 370) % (WIDTH + 300);
      return `<ellipse cx="${x - 150}" cy="${60 + i * 46}" rx="${110 - i * 14}" ry="${22 - i * 3}" fill="${colour}"/>`;
    })
    .join('');
}

function visible({ number }: Scene, at_ms: number): string {
  const sun = heightOfSun(at_ms);
  const light = Math.min(1, Math.max(0, sun * 1.6 + 0.25));
  const sky = mixed([12, 18, 40], [126, 183, 232], light);
  const ground = mixed([14, 20, 16], [104, 128, 76], light);
  const module = (row: number) => mixed([10, 14, 30], [28 + row * 4, 52 + row * 6, 110 + row * 8], light);
  const [x, y] = [((number * 190) % 700) + 100, HORIZON - 30 - Math.max(0, sun) * 180];
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${sky}"/>
    ${sun > 0 ? `<circle cx="${x}" cy="${y}" r="30" fill="#fff4c2"/>` : ''}
    ${clouds(number, at_ms, mixed([40, 46, 66], [244, 247, 250], light))}
    <rect y="${HORIZON}" width="${WIDTH}" height="${HEIGHT - HORIZON}" fill="${ground}"/>${rows(module)}`;
}

/** Warmer is brighter; one module of the second row is hotter than its siblings. */
function thermal({ number }: Scene, at_ms: number): string {
  const warmth = Math.max(0.15, heightOfSun(at_ms));
  const colour = (share: number) => mixed([35, 8, 70], [255, 214, 92], Math.min(1, share));
  const flicker = 0.05 * Math.sin(at_ms / 4000);
  const module = (row: number, column: number) =>
    row === 2 && column === (number % 4) + 2
      ? '#fff7d6'
      : colour(warmth * 0.7 + flicker + ((row * 7 + column * 3) % 5) * 0.03);
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour(0)}"/>
    <rect y="${HORIZON}" width="${WIDTH}" height="${HEIGHT - HORIZON}" fill="${colour(0.25)}"/>${rows(module)}`;
}

/** What a camera sees at an instant, as a JPEG; it changes from second to second. */
export function drawScene(scene: Scene, at_ms: number): Promise<Buffer> {
  const drawn = scene.is_thermal ? thermal(scene, at_ms) : visible(scene, at_ms);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawn}
    <rect x="706" y="28" width="234" height="58" rx="6" fill="#000" opacity=".45"/>${clock(at_ms)}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 72 }).toBuffer();
}
