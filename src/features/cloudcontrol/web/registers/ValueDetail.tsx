import { Button, List, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconVariablePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WordOrder } from '../../../../devices/decode/data-type.ts';
import { type JudgedOrder, judgeValue } from '../../../../devices/plausible/order.ts';
import { wordsAt } from '../../../../devices/plausible/seen.ts';
import { DATA_TYPES, REGISTERS, type RegisterType } from '../../../../devices/register.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
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
    <div className={classes.all}>
      <PlainTable
        caption={t('detail.all')}
        nowrap
        head={[t('detail.type'), ...ORDERS.map((text) => ({ text, number: true }))]}
      >
        {TYPES.map((type) => (
          <tr key={type} data-here={type === search.type || undefined}>
            <th scope="row">{type}</th>
            {ORDERS.map((order) => {
              const cell = cellOf(type, order);
              return (
                <td key={order} data-number data-judgement={cell?.look ?? 'silent'}>
                  {cell && (
                    <UnstyledButton
                      fz="inherit"
                      aria-label={t('detail.look_as', { type, order, value: cell.figure })}
                      onClick={() => {
                        onSearch({ type });
                        onCursor({ index: cursor.index, order });
                      }}
                    >
                      {cell.figure}
                    </UnstyledButton>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </PlainTable>
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
    <Panel label={t('detail.label')} pad="sm">
      <Stack gap={2}>
        <Title order={2} size="h3">
          {t('detail.title', { address: fromWire(address + cursor.index, function_code, search.as) })}
        </Title>
        <Muted>
          <code className={classes.code}>{here.map(hexOf).join(' ')}</code>
        </Muted>
        <Muted>
          <code className={classes.code}>{here.map(bitsOf).join(' · ')}</code>
        </Muted>
      </Stack>
      {judged && (
        <div aria-live="polite">
          <Text fz={18} lh="24px">
            <strong>{figure}</strong> {scaling.unit}
          </Text>
          <p>
            {search.type === 'bit'
              ? t('detail.as_bits')
              : t('detail.as', {
                  type: search.type,
                  order: orderLabels(judged.word_order, search.type),
                  judgement: t(`judgement.${judged.judgement}`),
                })}
          </p>
          <List fz={12} lh="17px" c="dimmed" mt={6} spacing={4}>
            {whyLabels(judged).map((why) => (
              <List.Item key={why}>{why}</List.Item>
            ))}
          </List>
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
    </Panel>
  );
}
