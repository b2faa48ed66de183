import { Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '../../../../shared/units/zones.ts';
import { writeTime } from '../../../../shared/web/charts/zone.model.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { type MappedBox, type MappedString, type StringCell, TONES } from '../../string-map.model.ts';
import { StringStrip } from './StringStrip.tsx';
import classes from './strings.module.css';
import type { StringMapData } from './use-string-map.ts';

interface Props {
  data: StringMapData;
  proj_code: string;
  zone: string;
}

interface Row {
  key: string;
  /** Of a box, or of one of its strings. */
  box: MappedBox;
  string: MappedString | null;
}

interface Cursor {
  row: string;
  step: number;
}

/** Boxes as rows that open to their strings; those in which one stands apart are open. */
function useRows(boxes: readonly MappedBox[]) {
  const [toggled, setToggled] = useState<Readonly<Record<number, boolean>>>({});
  const isOpen = ({ device_id, apart }: MappedBox) => toggled[device_id] ?? (apart > 0 || boxes.length === 1);
  const rows = boxes.flatMap((box): Row[] => [
    { key: String(box.device_id), box, string: null },
    ...(isOpen(box)
      ? box.strings.map((string) => ({ key: `${box.device_id}.${string.name}`, box, string }))
      : []),
  ]);
  const toggle = (id: number, open: boolean) => setToggled({ ...toggled, [id]: open });
  return { rows, isOpen, toggle };
}

/** What a cell says in words. */
function useCellWords({ data, zone }: Pick<Props, 'data' | 'zone'>) {
  const { t } = useTranslation('strings');
  const { number } = useFormat();
  const said = (cell: StringCell, string: MappedString | null, step: number): string => {
    if (typeof cell !== 'number') return t(`blank.${cell}`);
    const share = number(cell * 100, 0);
    const [current, reference] = [string?.currents[step], string?.reference[step]];
    return string
      ? t('cell', { share, current: number(current, 2), reference: number(reference, 2) })
      : t('box_cell', { share });
  };
  return ({ box, string }: Row, step: number): string => {
    const cell = (string ?? box).cells[step] ?? 'gap';
    const name = string ? `${box.box} ${string.label}` : box.box;
    return `${name}, ${writeTime(data.at[step] ?? 0, zone)}: ${said(cell, string, step)}`;
  };
}

/** The map: a strip for each box and, opened, for each of its strings; a cursor tells each cell, by pointer and by keys. */
export function StringMap({ data, proj_code, zone }: Props) {
  const { t } = useTranslation('strings');
  const { number } = useFormat();
  const { boxes, at } = data;
  const { rows, isOpen, toggle } = useRows(boxes);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const words = useCellWords({ data, zone });
  const cursorRow = rows.find(({ key }) => key === cursor?.row);
  const told = cursor && cursorRow ? words(cursorRow, cursor.step) : null;
  return (
    <Stack gap={8}>
      <table className={classes.map} aria-label={t('map')}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('string')}</th>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('share')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, box, string }) => {
            const { cells, share } = string ?? box;
            return (
              <tr
                key={key}
                data-box={string === null || undefined}
                data-apart={string?.apart ? true : undefined}
              >
                <th scope="row">
                  {string ? (
                    <span className={classes.string}>{string.label}</span>
                  ) : (
                    <FoldButton open={isOpen(box)} onToggle={(open) => toggle(box.device_id, open)}>
                      <span>
                        {box.box}
                        {box.apart > 0 && (
                          <Muted as="span"> · {t('apart_count', { count: box.apart })}</Muted>
                        )}
                      </span>
                    </FoldButton>
                  )}
                </th>
                <td>
                  <StringStrip
                    cells={cells}
                    cursor={cursor?.row === key ? cursor.step : null}
                    onPoint={(step) => setCursor(step === null ? null : { row: key, step })}
                  />
                </td>
                <td data-number>{share === null ? number(null) : `${number(share * 100, 0)} %`}</td>
              </tr>
            );
          })}
          <tr>
            <td />
            <td>
              <Axis
                at={at}
                zone={zone}
                rows={rows}
                cursor={cursor}
                setCursor={setCursor}
                told={told ?? t('cursor_hint')}
                label={t('cursor')}
              />
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      <output className={classes.told}>{told ?? <Muted as="span">{t('cursor_hint')}</Muted>}</output>
      <Group gap="4px 16px" component="ul" className={classes.legend ?? ''} aria-label={t('legend')}>
        {TONES.map((tone) => (
          <li key={tone}>
            <span data-tone={tone} aria-hidden="true" />
            {t(`tone.${tone}`)}
          </li>
        ))}
      </Group>
      <Muted>{t('formula')}</Muted>
      {boxes.length > 0 && (
        <Muted>
          {t('pages')}{' '}
          {boxes.map((box, i) => (
            <span key={box.device_id}>
              {i > 0 && ' · '}
              <Link
                to="/apps/asset/plants/$proj_code/devices/$id"
                params={{ proj_code, id: String(box.device_id) }}
                preload={false}
              >
                {box.box}
              </Link>
            </span>
          ))}
        </Muted>
      )}
    </Stack>
  );
}

interface AxisProps {
  at: readonly number[];
  zone: string;
  rows: readonly Row[];
  cursor: Cursor | null;
  setCursor: (cursor: Cursor | null) => void;
  told: string;
  label: string;
}

/** The hours below the map; with the keyboard, the cursor: left and right by steps, up and down by rows. */
function Axis({ at, zone, rows, cursor, setCursor, told, label }: AxisProps) {
  const middle = Math.floor(at.length / 2);
  const row = Math.max(
    0,
    rows.findIndex(({ key }) => key === cursor?.row),
  );
  const step = cursor?.step ?? middle;
  const move = (rowBy: number, stepBy: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, row + rowBy))];
    if (!next) return;
    setCursor({ row: next.key, step: Math.min(at.length - 1, Math.max(0, step + stepBy)) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, [number, number]>> = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      PageUp: [0, -4],
      PageDown: [0, 4],
      Home: [0, -at.length],
      End: [0, at.length],
    };
    const by = moves[event.key];
    if (event.key === 'Escape') setCursor(null);
    if (!by) return;
    event.preventDefault();
    move(...by);
  };
  const labels = at.flatMap((ts, i) => {
    const time = writeTime(ts, zone);
    return ts % HOUR_MS === 0 && Number(time.slice(0, 2)) % 6 === 0 && time.endsWith('00')
      ? [{ i, time }]
      : [];
  });
  return (
    <div
      className={classes.axis}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={at.length - 1}
      aria-valuenow={step}
      aria-valuetext={told}
      onKeyDown={onKeyDown}
      onFocus={() => cursor === null && move(0, 0)}
      onBlur={() => setCursor(null)}
    >
      {labels.map(({ i, time }) => (
        <span key={i} style={{ left: `${(100 * i) / at.length}%` }}>
          {time}
        </span>
      ))}
    </div>
  );
}
