import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import type { Company } from '../../companies.model.ts';

/** What there is to know of the company besides what is typed. */
export function CompanyFacts({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const users = useCall(companiesCalls.listUsers);
  const plants = useCall(companiesCalls.listCompanyPlants);
  const count = (rows: readonly unknown[] | undefined) => rows && format.number(rows.length, 0);
  return (
    <Section title={t('company.facts')}>
      <Facts look="rows">
        <Fact label={t('company.id')}>{company.id_client}</Fact>
        <Fact label={t('company.users')}>{count(users.data)}</Fact>
        <Fact label={t('company.plants')}>{count(plants.data)}</Fact>
      </Facts>
    </Section>
  );
}
