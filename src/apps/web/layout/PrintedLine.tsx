import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../features/identity/web/use-user.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { HERE } from '../../../shared/web/format/dates.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { usePrinting } from '../../../shared/web/ui/use-printing.ts';
import styles from './Portal.module.css';

/** On paper alone: what was printed, by whom, when and in which company; the address holds the filters and the period. */
export function PrintedLine() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const user = useUser();
  const { name: company } = useCompany();
  const href = useRouterState({ select: ({ location }) => location.href });
  if (!usePrinting() || !user) return null;
  const name = user.name || user.email;
  return (
    <p className={styles.printed}>
      {t('printed', { title: document.title, company, name, when: dateTime(Date.now(), HERE) })}
      <br />
      {decodeURI(location.origin + href)}
    </p>
  );
}
