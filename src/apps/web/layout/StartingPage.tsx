import { Box, Center, Group, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sessionMark } from '../../../shared/web/api/session-mark.ts';
import { Brand } from '../../../shared/web/ui/Brand.tsx';
import { Logo } from '../../../shared/web/ui/Logo.tsx';

const CARDS = [1, 2, 3, 4, 5, 6];

/** The portal's frame before it is known who is signed in: the header stands where it will stay. */
function StartingFrame() {
  const { t } = useTranslation();
  return (
    <>
      <Group component="header" h="var(--header-height)" px={16} bg="var(--surface)">
        <Brand />
      </Group>
      <Stack component="main" p={16} gap={16} aria-busy="true" aria-label={t('loading')}>
        <Skeleton height={28} width={220} maw="60%" />
        {/* No SimpleGrid: it would come with the first file, for these alone. */}
        <Box
          display="grid"
          style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))', gap: 12 }}
        >
          {CARDS.map((card) => (
            <Skeleton key={card} height={148} radius={12} />
          ))}
        </Box>
      </Stack>
    </>
  );
}

/** While the first answers are on their way: the frame for whoever is signed in, else the mark of index.html. */
export function StartingPage() {
  const { t } = useTranslation();
  if (sessionMark() === 'open') return <StartingFrame />;
  return (
    <Center component="main" mih="100vh" aria-busy="true" aria-label={t('loading')}>
      <Logo size={48} />
    </Center>
  );
}
