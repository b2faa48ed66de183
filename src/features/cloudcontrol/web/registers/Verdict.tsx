import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconLetterCase } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SeenText } from '../../../../devices/plausible/texts.ts';
import { REGISTERS } from '../../../../devices/register.ts';
import type { Known } from './known.model.ts';
import { fromWire } from './notation.model.ts';
import type { Reading } from './reading.model.ts';
import classes from './registers.module.css';
import type { RegistersSearch } from './registers-search.ts';
import type { Seen } from './rows.model.ts';

const SHOWN_TEXTS = 6;

function Texts({
  texts,
  reading,
  search,
}: {
  texts: readonly SeenText[];
  reading: Reading;
  search: RegistersSearch;
}) {
  const { t } = useTranslation('registers');
  const { address, function_code } = reading.question;
  const likely = texts.filter(({ judgement }) => judgement === 'likely').slice(0, SHOWN_TEXTS);
  return likely.map(({ index, length, text, swapped }) => (
    <li key={index} data-look="text">
      <IconLetterCase size={16} aria-hidden="true" />
      <span>
        {t(swapped ? 'verdict.text_swapped' : 'verdict.text', {
          from: fromWire(address + index, function_code, search.as),
          count: length,
          text,
        })}
      </span>
    </li>
  ));
}

interface Props {
  seen: Seen;
  reading: Reading;
  search: RegistersSearch;
  known: readonly Known[];
}

/** What the registers say together: their likely order and what speaks for another, texts, variables that disagree. */
export function Verdict({ seen, reading, search, known }: Props) {
  const { t } = useTranslation('registers');
  const { order, shifted } = seen;
  const type = search.type;
  const several = REGISTERS[type] > 1;
  const some = seen.left.length === 2 || seen.left.length === 3;
  const open = !several ? 'verdict.open_one' : some ? 'verdict.open_some' : 'verdict.open';
  const disagree = known.filter(({ disagrees }) => disagrees !== null);
  return (
    <ul className={classes.verdict}>
      {type !== 'bit' && (
        <li data-look={order ? 'likely' : 'open'}>
          {order ? (
            <IconCircleCheck size={16} aria-hidden="true" />
          ) : (
            <IconHelpCircle size={16} aria-hidden="true" />
          )}
          <span>
            {order ? (
              <>
                <strong>{t('verdict.likely', { order: order.word_order })}</strong>{' '}
                {t('verdict.likely_why', { type, agree: order.agree, of: order.of })}
              </>
            ) : (
              t(open, { type, orders: seen.left.join(', ') })
            )}
            {shifted && order && ` ${t('verdict.shifted', { order: shifted })}`}
          </span>
        </li>
      )}
      <Texts texts={seen.texts} reading={reading} search={search} />
      {disagree.map(({ variable, device, disagrees }) => (
        <li key={variable.id} data-look="warning">
          <IconAlertTriangle size={16} aria-hidden="true" />
          <span>
            {t('verdict.disagrees', {
              name: variable.name,
              device: device.short_name,
              own: variable.word_order,
              order: disagrees ?? '',
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
