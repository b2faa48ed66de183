import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../shared/web/page/Toolbar.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { claimsCalls, type RegisterMap } from '../claims.contract.ts';
import { IoProfile, pairingAlone, SIX_LINES } from '../io-profile.model.ts';
import { type FreeDevice, lightingMetersCalls } from '../meters.contract.ts';

const FIELDS = {
  device_id: null as number | null,
  serial: '',
  reg_number: '',
  code: '',
  /** The place of a map in the list of those that there are, or another one. */
  map: 0,
  pairing: '',
};
const OTHER = -1;

const isRegister = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= 65_535;

/** The same registers, in whichever order the database keeps them. */
const isAlike = (one: IoProfile, other: IoProfile): boolean =>
  JSON.stringify(IoProfile.parse(one)) === JSON.stringify(IoProfile.parse(other));

/** Maps that can be chosen: those of the company's controllers, and the usual one. */
const mapsOf = (maps: readonly RegisterMap[]): readonly IoProfile[] => {
  const isUsual = ({ profile }: RegisterMap) => isAlike(profile, SIX_LINES);
  return [SIX_LINES, ...maps.filter((map) => !isUsual(map)).map(({ profile }) => profile)];
};

/** Where registers stand on the controller: as on others, or elsewhere. */
function MapFields({ maps }: { maps: readonly RegisterMap[] }) {
  const { t } = useTranslation('lighting');
  const map = useWatch({ name: 'map' });
  const may = useCan('lighting.municipality');
  const named = mapsOf(maps).map((profile, value) => {
    const like = maps.find((one) => one.profile === profile);
    const label = value === 0 ? t('claim.map_usual') : t('claim.map_like', { serial: like?.serial ?? '' });
    return { value, label };
  });
  return (
    <>
      <SelectField
        name="map"
        label={t('claim.map')}
        options={may ? [...named, { value: OTHER, label: t('claim.map_other') }] : named}
      />
      {map === OTHER && (
        <TextField
          name="pairing"
          label={t('controller.register.pairing')}
          description={t('claim.map_hint')}
          maxLength={5}
          rule={(text: unknown) => isRegister(String(text)) || t('claim.register_range')}
          required
        />
      )}
    </>
  );
}

function ClaimForm(props: {
  devices: readonly FreeDevice[];
  maps: readonly RegisterMap[];
  onClaimed: (id: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  // As they stood when the dialog was opened: what is chosen is a place among them, and others claim meanwhile.
  const [maps] = useState(props.maps);
  const form = useActionForm({
    values: FIELDS,
    words: 'lighting',
    focus: 'code',
    act: async ({ device_id, map, pairing, ...typed }) => {
      if (device_id === null) return;
      const profile = map === OTHER ? pairingAlone(Number(pairing)) : mapsOf(maps)[map];
      if (!profile) return;
      const { id } = await send(claimsCalls.claim, { body: { device_id, ...typed, profile }, company });
      props.onClaimed(id);
    },
  });
  const required = (text: unknown) => (text !== '' && text !== null) || t('claim.required');
  return (
    <ActionForm form={form} label={t('claim.title')}>
      <Muted>{t('claim.hint')}</Muted>
      <SelectField
        name="device_id"
        label={t('claim.device')}
        none={t('claim.choose')}
        searchable
        required
        options={props.devices.map(({ device_id, short_name, description }) => ({
          value: device_id,
          label: [short_name, description].filter(Boolean).join(' · '),
        }))}
      />
      <TextField name="serial" label={t('box.serial')} maxLength={60} rule={required} required />
      <TextField name="reg_number" label={t('box.reg_number')} maxLength={60} rule={required} required />
      <MapFields maps={maps} />
      <TextField name="code" label={t('claim.code')} maxLength={10} rule={required} required />
      <ActionButtons form={form} submit={t('claim.submit')} onCancel={props.onClose} />
    </ActionForm>
  );
}

/** What became of the claim: it is read from the controller within seconds. */
function Outcome({ id, onAgain, onClose }: { id: number; onAgain: () => void; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const query = useCall(claimsCalls.get, { params: { id: String(id) } });
  return (
    <Known query={query} height={80}>
      {({ state, box_id, serial }) => (
        <>
          <div role="status">
            <Note tone={state === 'matched' ? 'success' : state === 'waiting' ? 'brand' : 'warning'}>
              {t(`claim.states.${state}`, { serial })}
            </Note>
          </div>
          <Buttons>
            {(state === 'wrong' || state === 'silent' || state === 'sunspec') && (
              <Button onClick={onAgain}>{t('claim.again')}</Button>
            )}
            {box_id !== null && (
              <Button
                renderRoot={(root) => (
                  <Link to="/apps/illuminazione/boxes/$id" params={{ id: String(box_id) }} {...root} />
                )}
              >
                {t('claim.open')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t('claim.close')}
            </Button>
          </Buttons>
        </>
      )}
    </Known>
  );
}

/** Claims a box by the pairing code that its controller shows. */
export function ClaimDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const [claimed, setClaimed] = useState<number | null>(null);
  const query = useCall(lightingMetersCalls.freeDevices, { query: {} });
  const maps = useCall(claimsCalls.registerMaps, {});
  return (
    <Dialog title={t('claim.title')} onClose={onClose}>
      {claimed === null ? (
        <Known query={query} height={240}>
          {(devices) => (
            <Known query={maps} height={240}>
              {(known) => (
                <ClaimForm
                  devices={devices.filter(({ can_switch }) => can_switch)}
                  maps={known}
                  onClaimed={setClaimed}
                  onClose={onClose}
                />
              )}
            </Known>
          )}
        </Known>
      ) : (
        <Outcome id={claimed} onAgain={() => setClaimed(null)} onClose={onClose} />
      )}
    </Dialog>
  );
}
