import { Badge, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { InvitationFound } from './invitations.public.ts';

/** Which company invites, who sent it, and as what. */
export function InvitationCard({ invitation }: { invitation: InvitationFound }) {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Panel pad="sm" label={t('invitation.title')}>
      <Group gap={12} align="flex-start" wrap="nowrap">
        <ThemeIcon variant="light" size={40} radius={10}>
          <IconBuilding size={20} stroke={1.7} aria-hidden="true" />
        </ThemeIcon>
        <Stack gap={8}>
          <div>
            <Text fz={15} fw={620}>
              {invitation.company}
            </Text>
            <Muted size="md">
              {invitation.invited_by
                ? t('invitation.by', { name: invitation.invited_by })
                : t('invitation.by_nobody')}
            </Muted>
          </div>
          <Group gap={6} role="list" aria-label={t('invitation.roles')}>
            {invitation.roles.map((role) => (
              <Badge key={role} role="listitem" title={common(`role_hints.${role}`)}>
                {common(`roles.${role}`)}
              </Badge>
            ))}
          </Group>
          <Muted>{t('invitation.until', { when: dateTime(invitation.expires_at) })}</Muted>
        </Stack>
      </Group>
    </Panel>
  );
}
