import { Button } from '@mantine/core';
import { IconVariablePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WordOrder } from '../../../../devices/decode/data-type.ts';
import { type JudgedOrder, judgeValue } from '../../../../devices/plausible/order.ts';
import { wordsAt } from '../../../../devices/plausible/seen.ts';
import { DATA_TYPES, REGISTERS, type RegisterType } from '../../../../devices/register.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { bitsOf, figureOf, hexOf, plainFigure } from './figures.ts';
import { fromWire } from './notation.model.ts';
import classes from './registers.module.css';
import type { RegistersSearch } from './registers-search.ts';
import { type TableProps, useOrderLabels } from './WordTable.tsx';
import { useWhyLabels } from './why-words.ts';

/** Larger ones are told by their power of ten: four stand side by side. */
const SHORT = 1e7;
const TYPES = DATA_TYPES.filter((type) => type !== 'bit');
const ORDERS: readonly WordOrder[] = ['ABCD', 'CDAB', 'BADC', 'DCBA'];

interface Props extends Omit<TableProps, 'rows' | 'orders'> {
  words: readonly number[];
  judged: JudgedOrder | null;
  onSearch: (part: Partial<RegistersSearch>) => void;
}

/** Every type in every order at one address, before any factor. */
function AllTypes({ words, cursor, search, onSearch, onCursor }: Props) {
  const { t } = useTranslation('registers');
  const { language } = useFormat();
  const cellOf = (type: RegisterType, order: WordOrder) => {
    const here = wordsAt(words, cursor.index, type);
    if (!here || (REGISTERS[type] === 1 && (order === 'CDAB' || order === 'DCBA'))) return null;
    const value = judgeValue(here, type);
    const judged = value.orders.find(({ word_order }) => word_order === order);
    if (!judged) return null;
    const number = Number(judged.raw);
    const figure = Number.isFinite(number) ? plainFigure(number, language, SHORT) : t('table.no_number');
    return { figure, look: value.silent ? 'silent' : judged.judgement };
  };
  return (
    <div className={classes.allBox}>
      <table className={classes.all}>
        <caption>{t('detail.all')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('detail.type')}</th>
            {ORDERS.map((order) => (
              <th key={order} scope="col">
                {order}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TYPES.map((type) => (
            <tr key={type} data-here={type === search.type || undefined}>
              <th scope="row">{type}</th>
              {ORDERS.map((order) => {
                const cell = cellOf(type, order);
                return (
                  <td key={order} data-judgement={cell?.look ?? 'silent'}>
                    {cell && (
                      <button
                        type="button"
                        aria-label={t('detail.look_as', { type, order, value: cell.figure })}
                        onClick={() => {
                          onSearch({ type });
                          onCursor({ index: cursor.index, order });
                        }}
                      >
                        {cell.figure}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The value that the reader looks at: what it would be, how plausible that is, and why. */
export function ValueDetail(props: Props) {
  const { words, judged, reading, search, scaling, cursor, onMake } = props;
  const { t } = useTranslation('registers');
  const { language } = useFormat();
  const whyLabels = useWhyLabels();
  const orderLabels = useOrderLabels();
  const { function_code, address } = reading.question;
  const here = words.slice(cursor.index, cursor.index + REGISTERS[search.type]);
  const figure =
    judged && (figureOf(judged.raw, { data_type: search.type, scaling, language }) ?? t('table.no_number'));
  return (
    <aside className={`panel ${classes.detail}`} aria-label={t('detail.label')}>
      <header>
        <h2>{t('detail.title', { address: fromWire(address + cursor.index, function_code, search.as) })}</h2>
        <p className="muted">
          <code>{here.map(hexOf).join(' ')}</code>
        </p>
        <p className="muted">
          <code>{here.map(bitsOf).join(' · ')}</code>
        </p>
      </header>
      {judged && (
        <div aria-live="polite">
          <p className={classes.detailFigure}>
            <strong>{figure}</strong> {scaling.unit}
          </p>
          <p>
            {search.type === 'bit'
              ? t('detail.as_bits')
              : t('detail.as', {
                  type: search.type,
                  order: orderLabels(judged.word_order, search.type),
                  judgement: t(`judgement.${judged.judgement}`),
                })}
          </p>
          <ul className={classes.whys}>
            {whyLabels(judged).map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        </div>
      )}
      <Button
        leftSection={<IconVariablePlus size={16} />}
        disabled={!judged}
        onClick={() => onMake(cursor)}
        fullWidth
      >
        {t('make.open')}
      </Button>
      <AllTypes {...props} />
    </aside>
  );
}
