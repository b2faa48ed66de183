import { Badge, Center, ColorSwatch, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ageWords, spanWords } from '../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { BackLink } from '../../../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../../../shared/web/page/Page.tsx';
import { Muted } from '../../../../../shared/web/page/Text.tsx';
import { DeviceStatePill } from '../DeviceStatePill.tsx';
import { addressOf } from '../home/home.model.ts';
import { useKindLabels } from '../kind-words.ts';
import { useReasonLabels } from '../reasons.public.ts';
import { DeviceActions } from './DeviceActions.tsx';
import { DeviceAdvice } from './DeviceAdvice.tsx';
import { DevicesOfPlant } from './DevicesOfPlant.tsx';
import { FirstReading } from './FirstReading.tsx';
import { MadeFrom } from './MadeFrom.tsx';
import type { TabProps } from './standing.ts';

/** How old what is known of it is; where it does not answer, why and since when. */
function Standing({ details: { device, port }, standing: { health, port_state }, now }: TabProps) {
  const { t } = useTranslation('field');
  const { language, dateTime } = useFormat();
  const reasonLabels = useReasonLabels();
  const silent = health.state === 'silent' && !health.asleep;
  // Before its first poll nothing is known of it, but of its port: where that is cut, nothing can come.
  const cut = health.state === 'unknown' && port_state !== null && !port_state.connected;
  const reason = reasonLabels(cut ? port_state.reason : silent ? health.reason : null);
  // spec §8: 'Device is deactivated'
  const off = !device.enabled ? t('head.deactivated') : port && !port.enabled ? t('head.port_off') : null;
  const since = silent && !off ? t('head.since', { span: spanWords(health.since, now, language) }) : null;
  const { last_reading_at: at } = health;
  return (
    <>
      {(off ?? reason) && (
        <Text component="span" inherit c={off ? 'inherit' : 'var(--alarm-text)'}>
          {off ?? reason}{' '}
          {since && (
            <span className="muted" title={dateTime(health.since, HERE)}>
              {since}
            </span>
          )}
        </Text>
      )}
      {health.asleep && !off && <span>{t('head.asleep')}</span>}
      <Muted as="span" title={at ? dateTime(at, HERE) : undefined}>
        {at ? t('head.last_value', { age: ageWords(at, now, language) }) : t('head.no_value')}
      </Muted>
    </>
  );
}

/** Where the device stands, what it was made from, and its tags. */
function About({ details }: Pick<TabProps, 'details'>) {
  const { device, port, category, tags } = details;
  const { t } = useTranslation('field');
  const language = useLanguage();
  const kindLabels = useKindLabels();
  const about = [
    device.plant_name,
    category ? (language === 'it' ? category.label_it : category.label_en) : kindLabels(device.category),
    port ? '' : t(device.virtual ? 'head.virtual' : 'head.no_port'),
  ];
  const unit = device.unit_id === null ? '' : ` · ${t('head.unit', { unit: device.unit_id })}`;
  return (
    <Group gap="2px 8px">
      <span>{about.filter((one) => one !== '').join(' · ')}</span>
      {port && (
        <Center mih="var(--target)">
          <Link
            to="/apps/cloudcontrol/devices/$id"
            params={{ id: String(device.id) }}
            search={{ tab: 'connection' }}
          >
            {addressOf(port)}
            {unit}
          </Link>
        </Center>
      )}
      <MadeFrom template={details.template} />
      {tags.map(({ id, name, colour }) => (
        <Badge
          key={id}
          variant="default"
          tt="none"
          fw={400}
          leftSection={<ColorSwatch component="span" size={8} color={colour || 'var(--text-muted)'} />}
        >
          {name}
        </Badge>
      ))}
    </Group>
  );
}

/** The page of a device: what it is called, how it stands and why, and what can be done with it as a whole. */
export function DeviceFrame({ children, ...props }: TabProps & { children: ReactNode }) {
  const { t } = useTranslation('field');
  return (
    <Page
      title={props.details.device.short_name}
      back={<BackLink to="/apps/cloudcontrol">{t('home.title')}</BackLink>}
      beside={
        <>
          <DeviceStatePill device={props.standing.health} />
          <Standing {...props} />
        </>
      }
      subtitle={<About {...props} />}
      actions={
        <>
          <DevicesOfPlant proj_code={props.details.device.proj_code} />
          <DeviceActions details={props.details} />
        </>
      }
    >
      <DeviceAdvice {...props} />
      <FirstReading {...props} />
      {children}
    </Page>
  );
}
