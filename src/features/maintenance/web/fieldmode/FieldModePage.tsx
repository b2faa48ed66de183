import { Button, Stack } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { LinkPage } from '../../../../shared/web/page/LinkPage.tsx';
import { Waiting } from '../../../../shared/web/page/Page.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { FieldReports } from './FieldReports.tsx';
import { FieldRequest } from './FieldRequest.tsx';
import { FieldRequests } from './FieldRequests.tsx';
import { Age, FieldStatus } from './FieldStatus.tsx';
import { countReports } from './field-store.ts';
import { keepProgram, type Program } from './keep-program.ts';
import { OpenReport } from './OpenReport.tsx';
import { type FieldModeState, useFieldMode } from './use-field-mode.ts';

const route = getRouteApi('/apps/asset/field-mode');

/** Whether this browser opens the page without a network; undefined until it is known. */
function useProgram(): Program | undefined {
  const [program, setProgram] = useState<Program>();
  useEffect(() => {
    void keepProgram().then(setProgram);
  }, []);
  return program;
}

/** Nothing is kept here that might be shown: why, and what helps. */
function Nothing({ mode }: { mode: FieldModeState }) {
  const { t } = useTranslation('fieldmode');
  const { told, asking, ask, kept } = mode;
  const again = (
    <Button variant="default" onClick={ask}>
      {t('status.ask')}
    </Button>
  );
  if (!told || (asking && told.kind === 'away')) return <Waiting heights={[60, 120, 120]} />;
  if (told.kind === 'away')
    return (
      <EmptyState
        icon={IconCloudOff}
        title={t(kept?.closed === 'too_old' ? 'closed.too_old' : 'closed.away')}
        hint={t(kept?.closed === 'too_old' ? 'closed.too_old_hint' : 'closed.away_hint')}
        action={again}
      />
    );
  // Only whoever is not admitted any more keeps nothing.
  if (told.kind === 'refused')
    return (
      <EmptyState
        title={t('closed.refused')}
        {...(told.fault.status === 403 ? { hint: t('closed.refused_hint') } : {})}
        action={again}
      />
    );
  if (told.kind === 'no_company') return <EmptyState title={t('closed.no_company')} />;
  return <SignedOut />;
}

/** Nobody is signed in: reports that wait are counted, and shown to whoever wrote them. */
function SignedOut() {
  const { t } = useTranslation('fieldmode');
  const { data: count = 0 } = useQuery({ queryKey: ['field-mode', 'count'], queryFn: countReports });
  return (
    <EmptyState
      title={t('closed.signed_out')}
      hint={count > 0 ? t('closed.locked', { count }) : t('closed.signed_out_hint')}
      action={
        <Button
          renderRoot={(root) => <Link to="/login" search={{ next: '/apps/asset/field-mode' }} {...root} />}
        >
          {t('closed.sign_in')}
        </Button>
      }
    />
  );
}

function Content({ mode }: { mode: FieldModeState }) {
  const { t } = useTranslation('fieldmode');
  const { request: open, report } = route.useSearch();
  const kept = mode.kept?.kept ?? null;
  const request = kept?.answer.requests.find(({ id }) => String(id) === open);
  if (!mode.isOpen) return mode.kept ? <Nothing mode={mode} /> : <Waiting heights={[60, 120, 120]} />;
  if (report !== undefined)
    return <OpenReport key={report} id={report} request={request} kept={kept} mode={mode} />;
  if (!kept) return <Nothing mode={mode} />;
  if (open === undefined) return <FieldRequests kept={kept} />;
  if (request) return <FieldRequest request={request} kept={kept} reports={mode.reports} />;
  return (
    <EmptyState
      page
      title={t('requests.gone')}
      action={<BackLink to="/apps/asset/field-mode">{t('requests.back')}</BackLink>}
    />
  );
}

/** For a phone at a plant: one's own requests, and reports that are sent when there is a network. */
export function FieldModePage() {
  const { t } = useTranslation('fieldmode');
  const { request, report } = route.useSearch();
  const mode = useFieldMode();
  const program = useProgram();
  usePageTitle(t('title'));
  const isList = request === undefined && report === undefined;
  return (
    <LinkPage
      width={760}
      head={
        <Link to="/apps/asset/maintenance-requests" preload={false}>
          {t('portal')}
        </Link>
      }
    >
      <Stack gap={16}>
        {isList && <h1>{t('title')}</h1>}
        {isList && <FieldStatus mode={mode} program={program} />}
        {isList && <FieldReports mode={mode} />}
        {!isList && report === undefined && <Age mode={mode} />}
        <Content mode={mode} />
      </Stack>
    </LinkPage>
  );
}
