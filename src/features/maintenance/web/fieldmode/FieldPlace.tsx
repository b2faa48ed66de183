import { IconCpu, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '../../../../shared/units/zones.ts';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import type { FieldDevice, FieldPlant } from '../../field-mode.contract.ts';
import { mapOf } from '../map-link.ts';
import classes from './field-mode.module.css';

function Contact({ contact }: { contact: FieldPlant['contacts'][number] }) {
  const { name, role, phone, email } = contact;
  return (
    <Entry
      icon={IconUser}
      name={name}
      details={
        <>
          {role}{' '}
          {phone !== '' && (
            <a className={classes.link} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
              {phone}
            </a>
          )}{' '}
          {email !== '' && (
            <a className={classes.link} href={`mailto:${email}`}>
              {email}
            </a>
          )}
        </>
      }
    />
  );
}

/** A device with its last values; each says how old it is, because nobody asks the device now. */
function Device({ device }: { device: FieldDevice }) {
  const { t } = useTranslation('fieldmode');
  const { language, number } = useFormat();
  const now = useNow(MINUTE_MS);
  const { manufacturer, model, serial_number, values } = device;
  return (
    <Entry
      icon={IconCpu}
      name={device.name}
      details={[manufacturer, model, serial_number].filter(Boolean).join(' · ') || null}
    >
      {values.length === 0 ? (
        <Muted>{t('plant.no_values')}</Muted>
      ) : (
        <Facts>
          {values.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two variables may have one name
            <Fact key={index} label={language === 'it' ? value.label_it : value.label_en}>
              {number(value.value, value.decimals)} {value.unit}{' '}
              <Muted as="span">{ageWords(value.at, now, language)}</Muted>
            </Fact>
          ))}
        </Facts>
      )}
    </Entry>
  );
}

interface Props {
  plant: FieldPlant;
  /** Devices that the request names; none: the whole plant. */
  device_ids: readonly number[];
}

function Devices({ plant, device_ids }: Props) {
  const { t } = useTranslation('fieldmode');
  const named = plant.devices.filter(({ id }) => device_ids.includes(id));
  const shown = named.length > 0 ? named : plant.devices;
  const more = named.length > 0 ? 0 : plant.device_count - plant.devices.length;
  if (shown.length === 0) return null;
  return (
    <Section title={t('plant.devices')}>
      <Entries label={t('plant.devices')}>
        {shown.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </Entries>
      {more > 0 && <Muted>{t('plant.more_devices', { count: more })}</Muted>}
    </Section>
  );
}

/** Where the work is, whom to call there, and what its devices last said. */
export function FieldPlace({ plant, device_ids }: Props) {
  const { t } = useTranslation('fieldmode');
  const { t: tOutside } = useTranslation('outside');
  const { name, comune, address, latitude, longitude, contacts } = plant;
  const at = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  return (
    <>
      <Section title={t('plant.title')}>
        <Facts>
          <Fact label={t('plant.name')}>{name}</Fact>
          <Fact label={tOutside('place')}>
            {[address, comune].filter(Boolean).join(', ')}{' '}
            {at && (
              <a className={classes.link} href={mapOf(at)} target="_blank" rel="noreferrer">
                {tOutside('map')}
              </a>
            )}
          </Fact>
        </Facts>
        {contacts.length > 0 && (
          <Entries label={t('plant.contacts')}>
            {contacts.map((contact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a contact is known by its place
              <Contact key={index} contact={contact} />
            ))}
          </Entries>
        )}
      </Section>
      <Devices plant={plant} device_ids={device_ids} />
    </>
  );
}
