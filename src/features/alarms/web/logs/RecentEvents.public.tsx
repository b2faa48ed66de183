import { Button } from '@mantine/core';
import { IconArrowUpRight, IconListDetails } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Nowrap } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { logsCalls } from '../../logs.contract.ts';
import { Person } from '../Person.tsx';
import { What } from './DiaryWhat.tsx';
import { foldRepeats } from './diary.model.ts';

/** Entries that are asked for: repeats of them are folded. */
const SHOWN = 30;

interface Props {
  proj_code: string;
  /** Without one it is about the whole plant. */
  device_id?: number;
}

function askedOf({ proj_code, device_id }: Props) {
  const device = device_id === undefined ? {} : { device_id: String(device_id) };
  return { query: { proj_code, ...device, routine: 'false', page_size: String(SHOWN) } } as const;
}

/** Fetches what `RecentEvents` will say, while the rest of its page is on its way. */
export function useRecentEventsAhead(proj_code: string): void {
  const { id_client } = useCompany();
  const client = useQueryClient();
  useEffect(() => {
    void client.prefetchQuery(callQuery(id_client, logsCalls.logsDetail, askedOf({ proj_code })));
  }, [client, id_client, proj_code]);
}

/** What happened to a plant, or to one of its devices, in the last week: alarms, what devices did, what people changed. */
export function RecentEvents({ proj_code, device_id }: Props) {
  const { t } = useTranslation('logs');
  const { dateTime } = useFormat();
  const log = useCall(
    logsCalls.logsDetail,
    askedOf({ proj_code, ...(device_id !== undefined && { device_id }) }),
  );
  return (
    <Section
      title={t('device_title')}
      hint={t('last_week')}
      look="table"
      actions={
        <Button
          size="xs"
          variant="default"
          rightSection={<IconArrowUpRight size={15} aria-hidden="true" />}
          renderRoot={(root) => (
            <Link
              {...root}
              to="/apps/asset/alarms"
              search={{
                view: 'logs',
                plant: proj_code,
                ...(device_id !== undefined && { device: String(device_id) }),
              }}
              preload={false}
            />
          )}
        >
          {t('device_all')}
        </Button>
      }
    >
      <Known query={log} height={160}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState icon={IconListDetails} title={t('device_none')} />
          ) : (
            <PlainTable label={t('device_title')} inset head={[t('when'), t('what'), t('who')]} stacked>
              {foldRepeats(results).map((row) => (
                <tr key={row.key}>
                  <td>
                    <Nowrap>
                      <time dateTime={row.entry.at}>{dateTime(row.entry.at, row.entry.time_zone)}</time>
                    </Nowrap>
                  </td>
                  <td>
                    <What row={row} kept={false} />
                  </td>
                  <td>{row.entry.actor && <Person person={row.entry.actor} />}</td>
                </tr>
              ))}
            </PlainTable>
          )
        }
      </Known>
    </Section>
  );
}
