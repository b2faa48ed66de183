import { Button, Group } from '@mantine/core';
import { IconBan, IconClockOff, IconKey } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { ApiKey } from '../../companies.contract.ts';
import { type KeyState, stateOf } from './keys.model.ts';
import classes from './keys.module.css';

const LOOK = {
  live: { state: 'success' },
  expired: { state: 'nodata', icon: IconClockOff },
  revoked: { state: 'snoozed', icon: IconBan },
} as const;

function KeyPill({ state }: { state: KeyState }) {
  const { t } = useTranslation('companies');
  return <StatePill {...LOOK[state]} label={t(`keys.state.${state}`)} />;
}

function useColumns(now: number): DataColumn<ApiKey>[] {
  const { t } = useTranslation('companies');
  const { date, dateTime, language } = useFormat();
  return useMemo(() => {
    const scopes = (key: ApiKey) => key.scopes.map((scope) => t(`keys.scope_short.${scope}`)).join(', ');
    const maker = (key: ApiKey) =>
      key.created_by_name ?? t(key.created_by === null ? 'keys.program' : 'keys.removed');
    const where = (key: ApiKey) => key.proj_code ?? t('keys.whole_company');
    const expiry = (key: ApiKey) => (key.expires_at ? date(key.expires_at, HERE) : t('keys.never'));
    const used = (key: ApiKey) => ageWords(key.last_used_at, now, language) ?? t('keys.never');
    return [
      {
        id: 'name',
        header: t('keys.name'),
        width: '28%',
        value: (key) => key.name,
        text: (key) => `${key.name} ${key.hint}`,
        cell: (key) => (
          <Group gap="0 8px" align="baseline" miw={120} component="span">
            {key.name} <code className={classes.hint}>{key.hint}</code>
          </Group>
        ),
      },
      {
        id: 'state',
        header: t('keys.state_of'),
        value: (key) => stateOf(key, now),
        text: (key) => t(`keys.state.${stateOf(key, now)}`),
        cell: (key) => <KeyPill state={stateOf(key, now)} />,
      },
      { id: 'scopes', header: t('keys.may'), value: scopes },
      { id: 'where', header: t('keys.where'), value: where },
      {
        id: 'created',
        header: t('keys.created'),
        value: (key) => key.created_at,
        cell: (key) => (
          <>
            {date(key.created_at, HERE)}
            <Muted>{t('keys.made_by', { name: maker(key) })}</Muted>
            {key.created_by_left && (
              <Note tone="warning" small>
                {t('keys.left')}
              </Note>
            )}
          </>
        ),
        text: (key) => `${date(key.created_at, HERE)} ${maker(key)}`,
        descFirst: true,
      },
      {
        id: 'expires',
        header: t('keys.expires'),
        value: (key) => key.expires_at,
        cell: expiry,
        text: expiry,
      },
      {
        id: 'used',
        header: t('keys.last_used'),
        value: (key) => key.last_used_at,
        text: used,
        cell: (key) => (
          <span title={key.last_used_at ? dateTime(key.last_used_at, HERE) : undefined}>{used(key)}</span>
        ),
        descFirst: true,
      },
    ];
  }, [t, date, dateTime, language, now]);
}

interface Props {
  keys: UseQueryResult<ApiKey[]>;
  now: number;
  onRevoke: (key: ApiKey) => void;
}

/** The company's keys, never their secrets. */
export function KeyTable({ keys: { data, error, refetch, dataUpdatedAt }, now, onRevoke }: Props) {
  const { t } = useTranslation('companies');
  const columns = useColumns(now);
  return (
    <DataTable
      label={t('keys.title')}
      columns={columns}
      rows={data}
      rowKey={(key) => key.id}
      error={error}
      onRetry={() => void refetch()}
      updatedAt={dataUpdatedAt}
      empty={{ icon: IconKey, title: t('keys.none'), hint: t('keys.none_hint') }}
      actions={(key) =>
        stateOf(key, now) === 'live' && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('keys.revoke_this', { name: key.name })}
            onClick={() => onRevoke(key)}
          >
            {t('keys.revoke')}
          </Button>
        )
      }
    />
  );
}
