import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowWindow } from '../../../../../shared/web/list/use-row-window.ts';
import { DeviceName, useCell } from './DeviceCells.tsx';
import { PlantHead, PortHead } from './GroupHeads.tsx';
import type { Row } from './home.model.ts';
import type { TreeProps } from './TreeTable.tsx';
import classes from './tree.module.css';

const HEIGHT = 84;
const FACTS = ['contact', 'success', 'category', 'unit'] as const;

type CardProps = Omit<TreeProps, 'rows'> & { row: Row };

function Card({ row, words, now, sort, folded, onFold, actions }: CardProps) {
  const { t } = useTranslation('field');
  const cell = useCell();
  if (row.kind !== 'device') {
    const fold = { folded: folded.has(row.key), onFold: () => onFold(row.key) };
    return (
      <div className={classes.cardHead}>
        {row.kind === 'plant' ? <PlantHead row={row} {...fold} /> : <PortHead row={row} {...fold} />}
        {actions(row)}
      </div>
    );
  }
  const one = { placed: row.placed, words, now, alone: sort !== '' };
  return (
    <>
      <div className={classes.cardHead}>
        <DeviceName {...one} />
        {actions(row)}
      </div>
      <div className={classes.cardState}>{cell('state', one)}</div>
      <dl className={classes.facts}>
        {FACTS.map((id) => (
          <div key={id}>
            <dt>{t(`column.${id}`)}</dt>
            <dd>{cell(id, one)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The same rows as cards, on phones. */
export function TreeCards({ rows, ...rest }: TreeProps) {
  const { t } = useTranslation('field');
  const list = useRef<HTMLUListElement>(null);
  const { many, from, to, before, after, measure } = useRowWindow(list, rows.length, HEIGHT);
  return (
    <ul
      ref={list}
      className={classes.cards}
      aria-label={t('home.table')}
      style={{ paddingBlock: `${before}px ${after}px` }}
    >
      {rows.slice(from, to).map((row, place) => (
        <li
          key={row.key}
          ref={measure}
          data-index={from + place}
          data-kind={row.kind}
          className={classes.card}
          aria-setsize={many ? rows.length : undefined}
          aria-posinset={many ? from + place + 1 : undefined}
        >
          <Card row={row} {...rest} />
        </li>
      ))}
    </ul>
  );
}
