import { useTranslation } from 'react-i18next';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { type Assumption, assumptionWords } from '../assumptions.model.ts';

/** What no official text settles, and what was taken for it. */
export function AssumptionsTable({ assumptions }: { assumptions: readonly Assumption[] }) {
  const { t } = useTranslation('community');
  if (assumptions.length === 0) return null;
  const rows = assumptions.map((one) => assumptionWords(one, (path) => t(path as never)));
  return (
    <PlainTable label={t('assumed.title')} head={[t('assumed.title'), t('assumed.taken')]}>
      {rows.map(({ label, text }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{text}</td>
        </tr>
      ))}
    </PlainTable>
  );
}
