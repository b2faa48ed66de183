import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconLetterCase } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SeenText } from '../../../../devices/plausible/texts.ts';
import { REGISTERS } from '../../../../devices/register.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import type { Known } from './known.model.ts';
import { fromWire } from './notation.model.ts';
import type { Reading } from './reading.model.ts';
import type { Looked } from './registers-search.ts';
import type { Seen } from './rows.model.ts';

const SHOWN_TEXTS = 6;

function Texts({ texts, reading, search }: { texts: readonly SeenText[]; reading: Reading; search: Looked }) {
  const { t } = useTranslation('registers');
  const { address, function_code } = reading.question;
  const likely = texts.filter(({ judgement }) => judgement === 'likely').slice(0, SHOWN_TEXTS);
  return likely.map(({ index, length, text, swapped }) => (
    <Note key={index} tone="muted" filled icon={IconLetterCase}>
      {t(swapped ? 'verdict.text_swapped' : 'verdict.text', {
        from: fromWire(address + index, function_code, search.as),
        count: length,
        text,
      })}
    </Note>
  ));
}

interface Props {
  seen: Seen;
  reading: Reading;
  search: Looked;
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
    <Stack gap={6}>
      {type !== 'bit' && (
        <Note tone={order ? 'success' : 'muted'} filled icon={order ? IconCircleCheck : IconHelpCircle}>
          {order && `${t('verdict.likely', { order: order.word_order })} `}
          <Text component="span" fz="inherit" fw={400}>
            {order
              ? t('verdict.likely_why', { type, agree: order.agree, of: order.of })
              : t(open, { type, orders: seen.left.join(', ') })}
            {shifted && order && ` ${t('verdict.shifted', { order: shifted })}`}
          </Text>
        </Note>
      )}
      <Texts texts={seen.texts} reading={reading} search={search} />
      {disagree.map(({ variable, device, disagrees }) => (
        <Note key={variable.id} tone="warning" filled icon={IconAlertTriangle}>
          {t('verdict.disagrees', {
            name: variable.name,
            device: device.short_name,
            own: variable.word_order,
            order: disagrees ?? '',
          })}
        </Note>
      ))}
    </Stack>
  );
}
