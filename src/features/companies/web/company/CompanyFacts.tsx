import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { companiesCalls } from '../../companies.contract.ts';
import type { Company } from '../../companies.model.ts';
import styles from './company.module.css';

/** What there is to know of the company besides what is typed. */
export function CompanyFacts({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const users = useCall(companiesCalls.listUsers);
  const plants = useCall(companiesCalls.listCompanyPlants);
  const count = (rows: readonly unknown[] | undefined) => (rows ? format.number(rows.length, 0) : UNKNOWN);
  return (
    <section className={`panel ${styles.section}`} aria-labelledby="company-facts">
      <h2 id="company-facts">{t('company.facts')}</h2>
      <dl className={styles.facts}>
        <dt>{t('company.id')}</dt>
        <dd>{company.id_client}</dd>
        <dt>{t('company.users')}</dt>
        <dd>{count(users.data)}</dd>
        <dt>{t('company.plants')}</dt>
        <dd>{count(plants.data)}</dd>
      </dl>
    </section>
  );
}
