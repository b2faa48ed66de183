import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconServer, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import type { Option } from '../../../shared/web/forms/fields/SelectField.tsx';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../shared/web/page/Toolbar.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../shared/web/ui/RowButton.tsx';
import { SideDrawer } from '../../../shared/web/ui/SideDrawer.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type CameraServer, camerasCalls } from '../cameras.contract.ts';
import { ServerDialog } from './ServerDialog.tsx';

interface Props {
  servers: readonly CameraServer[];
  plants: readonly Option[];
  onClose: () => void;
}

type OpenDialog = { what: 'change' | 'remove'; server: CameraServer } | { what: 'add' } | null;

/** How the cameras of each plant are reached. */
export function ServersDrawer({ servers, plants, onClose }: Props) {
  const { t } = useTranslation('cameras');
  const company = useCompany().id_client;
  const [asked, setAsked] = useState<OpenDialog>(null);
  const done = () => setAsked(null);
  const without = plants.filter(({ value }) => !servers.some(({ proj_code }) => proj_code === value));
  return (
    <SideDrawer title={t('server.title')} side="right" width={460} opened onClose={onClose}>
      <Muted size="md">{t('server.about')}</Muted>
      <Entries label={t('server.title')}>
        {servers.map((server) => (
          <Entry
            key={server.proj_code}
            icon={IconServer}
            name={server.plant_name}
            details={`${server.url_plant}:${server.port}`}
            actions={
              <Buttons>
                <RowButton
                  label={t('server.change', { plant: server.plant_name })}
                  icon={IconPencil}
                  onClick={() => setAsked({ what: 'change', server })}
                />
                <RowButton
                  label={t('server.remove', { plant: server.plant_name })}
                  icon={IconTrash}
                  onClick={() => setAsked({ what: 'remove', server })}
                />
              </Buttons>
            }
          />
        ))}
      </Entries>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        disabled={without.length === 0}
        onClick={() => setAsked({ what: 'add' })}
      >
        {t('server.new')}
      </Button>
      {asked?.what === 'add' && <ServerDialog server={null} plants={without} onClose={done} />}
      {asked?.what === 'change' && <ServerDialog server={asked.server} plants={[]} onClose={done} />}
      {asked?.what === 'remove' && (
        <ConfirmAction
          title={t('server.remove', { plant: asked.server.plant_name })}
          confirm={t('remove')}
          words="cameras"
          act={() =>
            send(camerasCalls.removeServer, {
              company,
              params: { proj_code: asked.server.proj_code },
            }).catch((fault: unknown) => {
              // spec §8: 'Error updating plant'
              toast.failed(t('messages.server_failed'));
              throw fault;
            })
          }
          onDone={() => toast.deleted()}
          onClose={done}
        >
          <p>{t('server.remove_text')}</p>
        </ConfirmAction>
      )}
    </SideDrawer>
  );
}
