import { Button, Group, Stack, Text } from '@mantine/core';
import { IconHome, IconRefresh } from '@tabler/icons-react';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { Logo } from '../../../shared/web/ui/Logo.tsx';

/** Whether the portal's own frame stands around: it has the page's main landmark and the logo already. */
const FramedContext = createContext(false);

export function Framed({ children }: { children: ReactNode }) {
  return <FramedContext value={true}>{children}</FramedContext>;
}

function Sheet(props: { title: string; text: string; action?: ReactNode }) {
  const { t } = useTranslation();
  const framed = useContext(FramedContext);
  return (
    <Stack
      component={framed ? 'div' : 'main'}
      align="center"
      justify="center"
      mih="70vh"
      p="24px 16px"
      ta="center"
    >
      {!framed && <Logo size={40} />}
      <h1>{props.title}</h1>
      <Text c="dimmed" maw={420}>
        {props.text}
      </Text>
      <Group justify="center" gap={8} mt={12}>
        {props.action}
        <Button
          variant={props.action ? 'default' : 'filled'}
          leftSection={<IconHome size={16} />}
          renderRoot={(root) => <Link to="/" {...root} />}
        >
          {t('error.home')}
        </Button>
      </Group>
    </Stack>
  );
}

// spec §2: error page
export function NotFoundPage() {
  const { t } = useTranslation();
  return <Sheet title={t('error.not_found')} text={t('error.not_found_hint')} />;
}

/** As browsers say that a part of the portal could not be fetched: Chromium and Firefox, Safari, and the preloading. */
const PART_MISSING = /dynamically imported module|Importing a module script failed|Unable to preload/i;

/** After an update the parts that this page was built with are gone: nothing but a reload brings the new ones. */
function NewVersionPage() {
  const { t } = useTranslation();
  return (
    <Sheet
      title={t('error.new_version')}
      text={t('error.new_version_hint')}
      action={
        <Button leftSection={<IconRefresh size={16} />} onClick={() => location.reload()}>
          {t('error.reload')}
        </Button>
      }
    />
  );
}

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  if (error instanceof CallError && error.status === 404) return <NotFoundPage />;
  const partMissing = error instanceof Error && PART_MISSING.test(error.message);
  if (partMissing && navigator.onLine) return <NewVersionPage />;
  const away = partMissing || (error instanceof CallError && error.status === 0);
  const again = () => {
    reset();
    return router.invalidate();
  };
  return (
    <Sheet
      title={t('error.occurred')}
      text={t(away ? 'error.unreachable' : 'error.occurred_hint')}
      action={
        <Button leftSection={<IconRefresh size={16} />} onClick={again}>
          {t('retry')}
        </Button>
      }
    />
  );
}
