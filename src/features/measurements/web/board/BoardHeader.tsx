import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconFolderOpen } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelonging, useCan } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import type { OpenedChart } from '../../saved-charts.contract.ts';
import { BoardTabs } from './BoardTabs.tsx';
import classes from './board.module.css';
import { SavedList } from './SavedList.tsx';
import { ShareButton } from './ShareButton.tsx';

export type Asked = 'save' | 'rename' | 'delete';

interface Props {
  saved: OpenedChart | undefined;
  /** Whether something is drawn that could be saved. */
  drawn: boolean;
  modified: boolean;
  busy: boolean;
  onSave: () => void;
  onShared: (shared: boolean) => void;
  onDiscard: () => void;
  onAsk: (what: Asked) => void;
}

function About({ saved, modified }: Pick<Props, 'saved' | 'modified'>) {
  const { t } = useTranslation('board');
  const { user_id } = useBelonging();
  const { date } = useFormat();
  if (!saved) return <p className="muted">{t('subtitle')}</p>;
  const mine = saved.owner?.id === user_id;
  const whose = mine ? t('saved.mine') : t('saved.of', { name: saved.owner?.name ?? t('saved.former') });
  const about = [whose, t('saved.changed', { when: date(saved.updated_at) })];
  if (saved.shared) about.push(t('saved.shared'));
  return (
    <p className={classes.about}>
      <span className="muted">{about.join(' · ')}</span>
      {modified && (
        <Badge variant="light" color="orange" size="sm" tt="none">
          {t('saved.modified')}
        </Badge>
      )}
    </p>
  );
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

/** The chart's name, whose it is, and what can be done with it. */
export function BoardHeader(props: Props) {
  const { saved, drawn, modified, busy, onSave, onShared, onAsk } = props;
  const { t } = useTranslation('board');
  const { user_id } = useBelonging();
  const canWrite = useCan('charts.write');
  const [listing, setListing] = useState(false);
  const mine = saved !== undefined && saved.owner?.id === user_id;
  return (
    <header className={classes.head}>
      <div className={classes.title}>
        <h1>{saved?.name ?? t('title')}</h1>
        <About saved={saved} modified={modified} />
      </div>
      <div className={classes.actions}>
        <BoardTabs />
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
      </div>
      {listing && (
        <Dialog title={t('saved.title')} onClose={() => setListing(false)}>
          <SavedList onFollow={() => setListing(false)} />
        </Dialog>
      )}
    </header>
  );
}
