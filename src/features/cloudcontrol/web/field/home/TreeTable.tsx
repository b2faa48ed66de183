import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowWindow } from '../../../../../shared/web/list/use-row-window.ts';
import { COLUMNS } from './columns.ts';
import { useCell } from './DeviceCells.tsx';
import { PlantHead, PortHead } from './GroupHeads.tsx';
import type { Row, Words } from './home.model.ts';
import { TreeHead } from './TreeHead.tsx';
import classes from './tree.module.css';

export interface TreeProps {
  rows: readonly Row[];
  words: Words;
  now: number;
  sort: string;
  onSort: (sort: string) => void;
  folded: ReadonlySet<string>;
  onFold: (key: string) => void;
  /** Buttons of a row. */
  actions: (row: Row) => ReactNode;
}

const HEIGHT = 36;

/** The arrows go from row to row; the next one is rendered already, however many there are. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const from = (event.target as HTMLElement).closest('[data-row-link]');
  if (step === 0 || !from) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]:not(:disabled)')];
  const next = links[links.indexOf(from as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Plants, ports and devices in one dense table; of many rows only the near are rendered. */
export function TreeTable(props: TreeProps) {
  const { rows, words, now, sort, folded, onFold, actions } = props;
  const { t } = useTranslation('field');
  const body = useRef<HTMLTableSectionElement>(null);
  const cell = useCell();
  const narrow =
    useMediaQuery('(max-width: 1199.98px)', undefined, { getInitialValueInEffect: false }) === true;
  const columns = narrow ? COLUMNS.filter(({ wide }) => !wide) : COLUMNS;
  const { many, from, to, before, after } = useRowWindow(body, rows.length, HEIGHT);
  const gap = (height: number) =>
    height > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row that only takes room, and takes no focus
      <tr aria-hidden="true">
        <td colSpan={columns.length + 1} style={{ height, padding: 0, border: 0 }} />
      </tr>
    );
  const head = (row: Exclude<Row, { kind: 'device' }>) => {
    const fold = { folded: folded.has(row.key), onFold: () => onFold(row.key) };
    return row.kind === 'plant' ? <PlantHead row={row} {...fold} /> : <PortHead row={row} {...fold} />;
  };
  return (
    <div className={classes.box}>
      <table className={classes.table} aria-rowcount={many ? rows.length + 1 : undefined}>
        <caption className="visually-hidden">{t('home.table')}</caption>
        <TreeHead columns={columns} sort={sort} onSort={props.onSort} />
        <tbody ref={body} onKeyDown={moveByArrows}>
          {gap(before)}
          {rows.slice(from, to).map((row, place) => (
            <tr
              key={row.key}
              data-kind={row.kind}
              data-under={row.kind === 'device' && sort === '' ? (row.placed.port ? 2 : 1) : undefined}
              aria-rowindex={many ? from + place + 2 : undefined}
            >
              {row.kind === 'device' ? (
                columns.map(({ id, numeric }) => {
                  const Cell = id === 'device' ? 'th' : 'td';
                  return (
                    <Cell
                      key={id}
                      scope={id === 'device' ? 'row' : undefined}
                      data-numeric={numeric || undefined}
                    >
                      {cell(id, { placed: row.placed, words, now, alone: sort !== '' })}
                    </Cell>
                  );
                })
              ) : (
                <th scope="rowgroup" colSpan={columns.length}>
                  {head(row)}
                </th>
              )}
              <td className={classes.actions}>{actions(row)}</td>
            </tr>
          ))}
          {gap(after)}
        </tbody>
      </table>
    </div>
  );
}
