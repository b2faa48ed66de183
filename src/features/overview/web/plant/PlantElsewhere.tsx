import { Button, Group, Skeleton } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useLoad } from '../../../../shared/web/api/use-call.ts';
import { useBelonging, useCompany } from '../../../../shared/web/company/context.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { overviewCalls } from '../../overview.contract.ts';

type Own = ReturnType<typeof useBelonging>['companies'][number];

/** Companies that are asked: more than these nobody switches between. */
const MAX_ASKED = 20;

/** Whether this company shows the reader such a plant: it is asked as whoever works in it asks. */
async function shows({ id_client }: Own, proj_code: string, signal: AbortSignal): Promise<boolean> {
  try {
    const cards = await send(overviewCalls.cards, {
      query: { codes: proj_code },
      company: id_client,
      signal,
    });
    return cards.length > 0;
  } catch (fault) {
    // Closed to the reader, or without such a plant: neither is told apart, and nothing is offered.
    if (fault instanceof CallError && (fault.status === 403 || fault.status === 404)) return false;
    throw fault;
  }
}

/**
 * A plant that this company does not have: where another of the reader's own companies shows it to them, that one is
 * offered. To everybody else it is the page of what does not exist. // spec §2: error page
 */
export function PlantElsewhere({ proj_code, missing }: { proj_code: string; missing: CallError }) {
  const { t } = useTranslation('plant');
  const { id_client } = useCompany();
  const { companies } = useBelonging();
  const { history } = useRouter();
  const others = companies.filter((one) => one.id_client !== id_client).slice(0, MAX_ASKED);
  const { data, isPending, isError } = useLoad({
    name: 'plant-elsewhere',
    input: { proj_code, others: others.map((one) => one.id_client) },
    of: [overviewCalls.cards],
    load: async (_ask, signal) => {
      const found = await Promise.all(others.map((one) => shows(one, proj_code, signal)));
      return others.filter((_, i) => found[i]);
    },
    enabled: others.length > 0,
    retry: false,
  });
  if (others.length > 0 && isPending) return <Skeleton height={220} radius={12} />;
  if (isError || !data || data.length === 0) throw missing;
  const address = (company: Own) => {
    const url = new URL(history.location.href, location.origin);
    url.searchParams.set('company', String(company.id_client));
    return url.pathname + url.search;
  };
  return (
    <EmptyState
      page
      icon={IconBuilding}
      title={t('elsewhere.title', { code: proj_code, name: data.map(({ name }) => name).join(', ') })}
      hint={t('elsewhere.hint')}
      action={
        <Group justify="center" gap={8}>
          {data.map((company) => (
            // The address names the company, so the page begins anew in it; this tab's other pages do, too.
            <Button key={company.id_client} component="a" href={address(company)}>
              {t('elsewhere.open', { name: company.name })}
            </Button>
          ))}
          <Button variant="default" renderRoot={(root) => <Link to="/apps/asset" {...root} />}>
            {t('back')}
          </Button>
        </Group>
      }
    />
  );
}
