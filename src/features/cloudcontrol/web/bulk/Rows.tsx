import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usualModel } from './answers.model.ts';
import classes from './bulk.module.css';
import { RowLine } from './RowLine.tsx';
import type { Adding } from './use-adding.ts';
import type { Bulk } from './use-bulk.ts';
import { useValueLabels } from './use-value-words.ts';

function Head({ bulk }: { bulk: Bulk }) {
  const { t } = useTranslation('bulk');
  const { rows, silent, narrowed, onlySilent, list } = bulk;
  return (
    <div className={classes.rowsHead}>
      <h2>{t('rows.title', { count: rows.length })}</h2>
      {list.left > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={list.takeBack}>
          {t('rows.take_back', { count: list.left })}
        </Button>
      )}
      {silent.length > 0 && (
        <Checkbox
          label={t('rows.only_silent', { count: silent.length })}
          checked={narrowed}
          onChange={(event) => onlySilent(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}

/** Every device that is to be added, each field to be changed, with what it answered. */
export function Rows({ bulk, adding }: { bulk: Bulk; adding: Adding }) {
  const { t } = useTranslation('bulk');
  const { t: tf } = useTranslation('field');
  const words = useValueLabels(bulk);
  const usual = usualModel(bulk.answers.outcomes.values());
  return (
    <section className="panel" aria-label={t('rows.label')}>
      <Head bulk={bulk} />
      <div className={classes.box}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('rows.number')}</th>
              <th scope="col">{tf('fields.short_name')}</th>
              <th scope="col">{t('rows.address')}</th>
              <th scope="col">{tf('fields.unit_id')}</th>
              <th scope="col">{tf('fields.serial_number')}</th>
              <th scope="col">kW</th>
              <th scope="col">{t('rows.answer')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('rows.leave_out')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {bulk.shown.map((row) => (
              <RowLine
                key={row.key}
                row={row}
                line={bulk.rows.indexOf(row) + 1}
                bulk={bulk}
                adding={adding}
                words={words}
                usual={usual}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
