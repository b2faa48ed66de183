import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasHandle } from './ChartCanvas.tsx';
import { csvOf } from './csv.model.ts';
import { csvFile, download, pngOf } from './download.ts';
import type { Picture } from './picture.ts';
import type { DrawnSeries } from './series.model.ts';
import type { TimeWindow } from './window.model.ts';
import { viewWords } from './words.ts';
import { sheetOf } from './xlsx.model.ts';

interface Saving {
  title: string;
  fileName: string;
  picture: Picture;
  /** The visible series in their own units: the CSV keeps every digit. */
  declared: readonly DrawnSeries[];
  view: TimeWindow;
  /** What one point stands for, in words. */
  resolution: string;
  canvas: RefObject<CanvasHandle | null>;
}

const DASHES = { solid: [], dashed: [6, 4], dotted: [2, 3] } as const;

/** Saves exactly what is on screen: the visible series in the visible window. */
export function useSaving({ title, fileName, picture, declared, view, resolution, canvas }: Saving) {
  const { t } = useTranslation('charts');
  const { series, zone, locale, palette } = picture;
  const words = { time: t('time'), offset: t('offset'), recovered: t('bar_recovered') };
  const csv = () => {
    const text = csvOf({ series: declared, view, zone, locale, words });
    download(csvFile(text), `${fileName}.csv`);
  };
  const xlsx = async () => {
    const { xlsxFile } = await import('./xlsx-file.ts');
    download(await xlsxFile(sheetOf({ title, series: declared, view, zone, words })), `${fileName}.xlsx`);
  };
  const png = async () => {
    if (!canvas.current) return;
    const poster = {
      plot: canvas.current.picture(palette.surface),
      title,
      subtitle: [viewWords(view, zone), t('zone', { zone }), resolution].join(' · '),
      legend: series.map(({ drawn: { series: one }, colour, dash }) => ({
        label: one.unit ? `${one.label} (${one.unit})` : one.label,
        colour,
        dash: DASHES[dash],
        bar: one.shape === 'bar',
      })),
      colours: palette,
    };
    download(await pngOf(poster), `${fileName}.png`);
  };
  return { csv, png, xlsx };
}
