import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageChoice } from '../../../shared/web/ui/LanguageChoice.tsx';
import { Logo } from '../../../shared/web/ui/Logo.tsx';
import { usePageTitle } from '../../../shared/web/ui/use-page-title.ts';
import styles from './PlainPage.module.css';
import { SignInPicture } from './SignInPicture.tsx';

interface Props {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A page outside the portal's frame: the picture on one side, one thing to do on the other. */
export function PlainPage({ title, subtitle, children }: Props) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <SignInPicture />
      <main className={styles.main}>
        <Box pos="absolute" top={12} right={16}>
          <LanguageChoice />
        </Box>
        <Box w="100%" maw={440}>
          <Group gap={12} mb={28}>
            <Logo size={36} />
            <Text component="span" fz={18} fw={680}>
              {t('app_name')}
            </Text>
          </Group>
          <h1>{title}</h1>
          {subtitle && <p className="muted">{subtitle}</p>}
          <Stack gap={14} mt={20} className={styles.body ?? ''}>
            {children}
          </Stack>
        </Box>
      </main>
    </div>
  );
}

/** Where else one may want to go from a plain page; one line each. */
export function PlainLinks({ children }: { children: ReactNode }) {
  return (
    <Stack gap="max(10px, var(--target) - 20px)" align="flex-start" c="dimmed" fw={400}>
      {children}
    </Stack>
  );
}
