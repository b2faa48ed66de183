import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import type { StatementContent } from '../../statements.contract.ts';

const SHOWN = 20;

/** Which hours of a month are not known, POD by POD. */
export function Missing({ content }: { content: StatementContent }) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const { missing, missing_hours, unpriced_hours } = content;
  if (missing_hours === 0) return null;
  return (
    <>
      <Note tone="warning" filled>
        {t('missing.text', { count: missing_hours, hours: number(missing_hours, 0) })}
      </Note>
      {unpriced_hours > 0 && (
        <Muted>{t('missing.unpriced', { count: unpriced_hours, hours: number(unpriced_hours, 0) })}</Muted>
      )}
      {missing.length > 0 && (
        <PlainTable
          label={t('missing.title')}
          head={[t('field.member'), t('field.pod'), { text: t('missing.hours'), number: true }]}
        >
          {missing.slice(0, SHOWN).map(({ name, pod, direction, hours }) => (
            <tr key={`${pod} ${name} ${direction}`}>
              <th scope="row">
                {name}
                <Muted as="div">{t(`missing.${direction}`)}</Muted>
              </th>
              <td>{pod}</td>
              <td data-number>{number(hours, 0)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      {missing.length > SHOWN && <Muted>{t('missing.more', { count: missing.length - SHOWN })}</Muted>}
    </>
  );
}
