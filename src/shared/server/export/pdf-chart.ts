import type { Language } from '../language.ts';
import { numbersIn } from './printed-numbers.ts';

/** A series of a printed chart; null is a gap. */
export interface PdfSeries {
  readonly name: string;
  /** Lines lie over bars; what was expected is a dashed line. */
  readonly look: 'bars' | 'line' | 'dashed';
  readonly colour: keyof typeof CHART_COLOURS;
  readonly values: readonly (number | null)[];
}

/** A chart as it is printed above a table. */
export interface PdfChart {
  /** With the unit. */
  readonly title: string;
  readonly language: Language;
  /** Of the places along its foot. */
  readonly labels: readonly string[];
  readonly series: readonly PdfSeries[];
}

/** Of the units, as charts of the portal have them; paler: the same of another time. */
export const CHART_COLOURS = {
  energy: '#0E8F82',
  energy_paler: '#9FD2CC',
  money: '#475467',
  money_paler: '#A9B2BF',
  share: '#2456E6',
  share_other: '#9B4FD0',
} as const;

export const CHART_SIZE = { width: 384, height: 154 } as const;
const AREA = { left: 46, right: 380, top: 20, bottom: 136 } as const;
const INK = '#344054';
const GRID = '#DDE2E8';
/** Characters that fit between two labels at the foot, points each. */
const LETTER = 3.6;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const at = (value: number): string => value.toFixed(2);

/** Steps of 1, 2 or 5 in some power of ten, about four of them. */
export function scaleOf(values: readonly number[]): { least: number; most: number; step: number } {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((one) => rough / power <= one) ?? 10);
  return {
    least: Math.floor(low / step) * step,
    most: Math.ceil((high || step) / step) * step,
    step,
  };
}

interface Frame {
  readonly y: (value: number) => number;
  /** The middle of a place. */
  readonly x: (place: number) => number;
  /** Of a place. */
  readonly width: number;
}

function text(said: string, x: number, y: number, look = ''): string {
  return `<text x="${at(x)}" y="${at(y)}" font-family="Roboto" font-size="6.5" fill="${INK}" ${look}>${escaped(said)}</text>`;
}

function gridOf({ language, series }: PdfChart, scale: ReturnType<typeof scaleOf>, { y }: Frame): string {
  const number = numbersIn(language, scale.step < 1 ? Math.min(2, Math.ceil(-Math.log10(scale.step))) : 0);
  const lines = Math.round((scale.most - scale.least) / scale.step);
  if (series.length === 0) return '';
  return Array.from({ length: lines + 1 }, (_, i) => {
    const value = scale.least + i * scale.step;
    const line = `<line x1="${AREA.left}" x2="${AREA.right}" y1="${at(y(value))}" y2="${at(y(value))}" stroke="${GRID}" stroke-width="${Math.abs(value) < scale.step / 2 ? 0.9 : 0.5}"/>`;
    return line + text(number(value), AREA.left - 4, y(value) + 2.2, 'text-anchor="end"');
  }).join('');
}

/** Bars of a place stand beside each other. */
function barsOf(bars: readonly PdfSeries[], { x, y, width }: Frame): string {
  const each = Math.min(22, (width * 0.76) / Math.max(1, bars.length));
  return bars
    .flatMap(({ colour, values }, nth) =>
      values.map((value, place) => {
        if (value === null) return '';
        const left = x(place) + (nth - bars.length / 2) * each;
        const [top, foot] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
        return `<rect x="${at(left)}" y="${at(top)}" width="${at(each * 0.92)}" height="${at(foot - top)}" fill="${CHART_COLOURS[colour]}"/>`;
      }),
    )
    .join('');
}

/** Stretches of a line between its gaps; a value that stands alone is a dot. */
function lineOf({ colour, look, values }: PdfSeries, { x, y }: Frame): string {
  const stretches: [number, number][][] = [[]];
  for (const [place, value] of values.entries())
    if (value === null) stretches.push([]);
    else stretches.at(-1)?.push([x(place), y(value)]);
  const hue = CHART_COLOURS[colour];
  return stretches
    .map((points) => {
      const [first] = points;
      if (!first) return '';
      if (points.length === 1)
        return `<circle cx="${at(first[0])}" cy="${at(first[1])}" r="1.6" fill="${hue}"/>`;
      const path = points.map(([left, top], i) => `${i === 0 ? 'M' : 'L'}${at(left)} ${at(top)}`).join(' ');
      const dash = look === 'dashed' ? ' stroke-dasharray="3 2"' : '';
      return `<path d="${path}" fill="none" stroke="${hue}" stroke-width="1.3"${dash}/>`;
    })
    .join('');
}

function footOf(labels: readonly string[], { x, width }: Frame): string {
  const longest = Math.max(1, ...labels.map(({ length }) => length)) * LETTER + 4;
  const every = Math.max(1, Math.ceil(longest / width));
  return labels
    .map((label, place) =>
      place % every === 0 ? text(label, x(place), AREA.bottom + 10, 'text-anchor="middle"') : '',
    )
    .join('');
}

/** What the series are called, in a row above it. */
function legendOf(series: readonly PdfSeries[]): string {
  let left: number = AREA.left;
  return series
    .map(({ name, look, colour }) => {
      const hue = CHART_COLOURS[colour];
      const mark =
        look === 'bars'
          ? `<rect x="${at(left)}" y="3" width="7" height="6" fill="${hue}"/>`
          : `<line x1="${at(left)}" x2="${at(left + 9)}" y1="6" y2="6" stroke="${hue}" stroke-width="1.3"${look === 'dashed' ? ' stroke-dasharray="3 2"' : ''}/>`;
      const said = text(name, left + 12, 8.3);
      left += 24 + name.length * LETTER;
      return mark + said;
    })
    .join('');
}

/** A chart below its title as SVG, which a PDF prints sharp at any size. */
export function chartSvg(chart: PdfChart): string {
  const { labels, series } = chart;
  const scale = scaleOf(series.flatMap(({ values }) => values.filter((value) => value !== null)));
  const width = (AREA.right - AREA.left) / Math.max(1, labels.length);
  const frame: Frame = {
    width,
    x: (place) => AREA.left + (place + 0.5) * width,
    y: (value) =>
      AREA.bottom - ((value - scale.least) / (scale.most - scale.least)) * (AREA.bottom - AREA.top),
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CHART_SIZE.width}" height="${CHART_SIZE.height}">${[
    legendOf(series),
    gridOf(chart, scale, frame),
    barsOf(
      series.filter(({ look }) => look === 'bars'),
      frame,
    ),
    ...series.filter(({ look }) => look !== 'bars').map((one) => lineOf(one, frame)),
    footOf(labels, frame),
  ].join('')}</svg>`;
}
