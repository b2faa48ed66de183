import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { Page } from '../../../shared/web/page/Page.tsx';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { type CommunityRow, communityCalls } from '../community.contract.ts';
import { simulationsCalls } from '../simulations.contract.ts';

const SHOWN = 5;

function Communities({ rows }: { rows: readonly CommunityRow[] }) {
  const { t } = useTranslation('community');
  const { number } = useFormat();
  const sum = (of: (row: CommunityRow) => number) =>
    number(
      rows.reduce((all, row) => all + of(row), 0),
      0,
    );
  const partial = rows.some((row) => row.partial);
  const seen = (text: string) => (partial ? t('seen_of_more', { seen: text }) : text);
  if (rows.length === 0) return <EmptyState icon={IconUsersGroup} title={t('none')} hint={t('none_hint')} />;
  return (
    <Figures columns={4}>
      <Figure label={t('home.communities')} value={number(rows.length, 0)} />
      <Figure label={t('field.members')} value={sum(({ members }) => members)} />
      <Figure label={t('field.plants')} value={seen(sum(({ plants }) => plants))} />
      <Figure label={t('field.power_kw')} value={seen(sum(({ power_kw }) => power_kw))} unit="kW" />
    </Figures>
  );
}

function Simulations() {
  const { t } = useTranslation('community');
  const { number } = useFormat();
  const query = useCall(simulationsCalls.list);
  return (
    <Known query={query} height={200}>
      {(rows) =>
        rows.length === 0 ? (
          <Muted>{t('home.no_simulations')}</Muted>
        ) : (
          <PlainTable
            label={t('home.simulations')}
            stacked
            head={[
              t('home.code'),
              { text: t('field.members'), number: true },
              { text: 'NPV €', number: true },
            ]}
          >
            {rows.slice(0, SHOWN).map(({ code, members, npv_eur }) => (
              <tr key={code}>
                <th scope="row">
                  <Link
                    to="/apps/cerresid/cer_simulation/simulation"
                    search={{ code } as never}
                    data-row-link
                  >
                    {code}
                  </Link>
                </th>
                <td data-number data-label={t('field.members')}>
                  {number(members, 0)}
                </td>
                <td data-number data-label="NPV €">
                  {number(npv_eur, 0)}
                </td>
              </tr>
            ))}
          </PlainTable>
        )
      }
    </Known>
  );
}

type Place =
  | '/apps/cerresid/energy_community'
  | '/apps/cerresid/energy_community/results'
  | '/apps/cerresid/cer_simulation'
  | '/apps/cerresid/residenziale';

/** CER and residential home: what communities there are, and what was simulated. // spec §2 */
export function CerHomePage() {
  const { t } = useTranslation('community');
  const query = useCall(communityCalls.list);
  const link = (to: Place, text: string) => (
    <Button variant="default" renderRoot={(root) => <Link {...root} to={to} preload={false} />}>
      {text}
    </Button>
  );
  return (
    <Page
      title={t('home.title')}
      subtitle={t('home.subtitle')}
      actions={
        <>
          {link('/apps/cerresid/energy_community', t('home.communities'))}
          {link('/apps/cerresid/energy_community/results', t('home.results'))}
          {link('/apps/cerresid/cer_simulation', t('home.simulations'))}
          {link('/apps/cerresid/residenziale', t('home.residential'))}
        </>
      }
    >
      <Known query={query} height={96}>
        {(rows) => <Communities rows={rows} />}
      </Known>
      <Section title={t('home.simulations')}>
        <Simulations />
      </Section>
    </Page>
  );
}
