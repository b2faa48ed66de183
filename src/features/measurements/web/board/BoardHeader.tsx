import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconFolderOpen } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelonging, useCan } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import type { OpenedChart } from '../../saved-charts.contract.ts';
import { BoardTabs } from './BoardTabs.tsx';
import { SavedList } from './SavedList.tsx';
import { ShareButton } from './ShareButton.tsx';

export type BoardAction = 'save' | 'rename' | 'delete';

interface Props {
  saved: OpenedChart | undefined;
  /** Whether something is drawn that could be saved. */
  drawn: boolean;
  modified: boolean;
  busy: boolean;
  onSave: () => void;
  onShared: (shared: boolean) => void;
  onDiscard: () => void;
  onAsk: (what: BoardAction) => void;
}

/** Whose a chart is and when it was saved; of one that is not saved, what can be done here. */
export function useAbout(saved: OpenedChart | undefined): string {
  const { t } = useTranslation('board');
  const { user_id } = useBelonging();
  const { date } = useFormat();
  if (!saved) return t('subtitle');
  const mine = saved.owner?.id === user_id;
  const whose = mine ? t('saved.mine') : t('saved.of', { name: saved.owner?.name ?? t('saved.former') });
  const about = [whose, t('saved.changed', { when: date(saved.updated_at) })];
  return [...about, ...(saved.shared ? [t('saved.shared')] : [])].join(' · ');
}

function More({ saved, mine, modified, drawn, onDiscard, onAsk }: Props & { mine: boolean }) {
  const { t } = useTranslation('board');
  const canWrite = useCan('charts.write');
  const clears = useCan('company.manage') && saved?.owner === null;
  return (
    <Menu position="bottom-end" shadow="none" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('more')}>
          <IconDotsVertical size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/apps/asset/charts">
          {t('new')}
        </Menu.Item>
        {modified && <Menu.Item onClick={onDiscard}>{t('discard')}</Menu.Item>}
        {canWrite && (
          <Menu.Item disabled={!drawn} onClick={() => onAsk('save')}>
            {t('save.as')}
          </Menu.Item>
        )}
        {canWrite && mine && <Menu.Item onClick={() => onAsk('rename')}>{t('save.rename')}</Menu.Item>}
        {canWrite && (mine || clears) && (
          <Menu.Item color="red" onClick={() => onAsk('delete')}>
            {t('remove.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What can be done with the chart as a whole. */
export function BoardActions(props: Props) {
  const { saved, drawn, modified, busy, onSave, onShared, onAsk } = props;
  const { t } = useTranslation('board');
  const { user_id } = useBelonging();
  const canWrite = useCan('charts.write');
  const [listing, setListing] = useState(false);
  const mine = saved !== undefined && saved.owner?.id === user_id;
  return (
    <>
      <BoardTabs view="chart" />
      <Button
        variant="default"
        leftSection={<IconFolderOpen size={16} stroke={1.7} />}
        onClick={() => setListing(true)}
      >
        {t('saved.title')}
      </Button>
      <ShareButton saved={saved} mine={mine} busy={busy} onShared={onShared} />
      {canWrite && (
        <Button
          loading={busy}
          disabled={!drawn || (mine && !modified)}
          onClick={() => (mine ? onSave() : onAsk('save'))}
        >
          {saved && !mine ? t('save.as_mine') : t('save.save')}
        </Button>
      )}
      <More {...props} mine={mine} />
      {listing && (
        <Dialog title={t('saved.title')} onClose={() => setListing(false)}>
          <SavedList onFollow={() => setListing(false)} />
        </Dialog>
      )}
    </>
  );
}
