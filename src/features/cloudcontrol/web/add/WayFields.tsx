import { useTranslation } from 'react-i18next';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { MAX_ASKED } from '../../field-tools.model.ts';
import { placedOf } from '../field/home/home.model.ts';
import { KINDS, WAYS } from './add-search.ts';
import { Choose, DraftText, Segments, SettingInput } from './Inputs.tsx';
import { PasteButton } from './PasteDialog.tsx';
import { useDraftFaults } from './use-fault-words.ts';
import type { Wizard } from './use-wizard.ts';

interface Props {
  wizard: Wizard;
}

function TemplateChoice({ wizard }: Props) {
  const { t } = useTranslation('add');
  const { draft, set, templates } = wizard;
  const errorOf = useDraftFaults(wizard);
  return (
    <Choose
      label={t('what.which_template')}
      placeholder={t('what.search')}
      withAsterisk
      nothingFoundMessage={t('what.no_template')}
      data={(templates.data ?? []).map((one) => ({
        value: one.key,
        label: [one.name.startsWith(one.manufacturer) ? '' : one.manufacturer, one.name]
          .filter(Boolean)
          .join(' '),
      }))}
      value={draft.template_key || null}
      error={templates.error ? t('what.no_list') : errorOf('template_key')}
      onChange={(key) => set({ template_key: key ?? '' })}
    />
  );
}

function LikeChoice({ wizard }: Props) {
  const { t } = useTranslation('add');
  const { draft, set, tree } = wizard;
  const errorOf = useDraftFaults(wizard);
  const devices = placedOf(tree).filter(({ device }) => !device.virtual);
  return (
    <Choose
      label={t('what.which_device')}
      placeholder={t('what.search')}
      withAsterisk
      nothingFoundMessage={t('what.no_device')}
      data={devices.map(({ device, plant }) => ({
        value: String(device.id),
        label: `${device.short_name} · ${plant.name}`,
      }))}
      value={draft.like_id || null}
      error={errorOf('like_id')}
      onChange={(id) => set({ like_id: id ?? '' })}
    />
  );
}

function Units({ wizard }: Props) {
  const { t } = useTranslation('add');
  const most = wizard.draft.how === 'found' ? MAX_ASKED.unit_ids : MAX_ASKED.devices;
  return (
    <DraftText
      wizard={wizard}
      name="units"
      label={t('form.units')}
      hint={t('form.units_hint', { most })}
      required
    />
  );
}

function Power({ wizard: { draft, set } }: Props) {
  return <SettingInput name="nominal_power" typed={draft.power} onTyped={(power) => set({ power })} />;
}

/** How the devices are named, and where in the plant they belong. */
export function NameFields({ wizard }: Props) {
  const { t } = useTranslation('add');
  const { rows, draft, set, sections, usual } = wizard;
  const [first, last] = [rows[0]?.short_name, rows.at(-1)?.short_name];
  const preview = first === last ? first : `${first} … ${last}`;
  return (
    <>
      <DraftText
        wizard={wizard}
        name="pattern"
        label={t('names.pattern')}
        hint={preview ? t('names.preview', { names: preview }) : t('names.hint')}
        placeholder={usual}
      />
      <DraftText
        wizard={wizard}
        name="start"
        label={t('names.start')}
        hint={t('names.start_hint')}
        placeholder={t('names.start_free')}
      />
      {sections.length > 0 && (
        <Choose
          clearable
          label={t('names.section')}
          data={sections.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.section_id || null}
          onChange={(id) => set({ section_id: id ?? '' })}
        />
      )}
    </>
  );
}

interface WayProps extends Props {
  /** Rows of a spreadsheet were taken. */
  onPasted: () => void;
}

function RangeFields({ wizard, onPasted }: WayProps) {
  const { t } = useTranslation('add');
  const { draft, set, list } = wizard;
  return (
    <>
      <FieldGrid min={320}>
        <Segments
          label={t('what.label')}
          value={draft.kind}
          of={KINDS.map((value) => ({ value, label: t(`what.${value}`) }))}
          onChange={(kind) => set({ kind })}
        />
        {draft.kind === 'template' && <TemplateChoice wizard={wizard} />}
        {draft.kind === 'like' && <LikeChoice wizard={wizard} />}
        {draft.kind === 'sunspec' && <Muted>{t('what.sunspec_hint')}</Muted>}
      </FieldGrid>
      <PasteButton wizard={wizard} onPasted={onPasted} />
      {!list.pasted && (
        <>
          <FieldGrid min={320}>
            <Segments
              label={t('way.label')}
              value={draft.way}
              of={WAYS.map((value) => ({ value, label: t(`way.${value}`) }))}
              onChange={(way) => set({ way })}
            />
            {draft.way === 'addresses' ? (
              <>
                <DraftText
                  wizard={wizard}
                  name="addresses"
                  label={t('way.which')}
                  placeholder="192.168.1.101-130, .140"
                  required
                />
                <DraftText wizard={wizard} name="unit" label={t('way.unit')} hint={t('way.unit_hint')} />
              </>
            ) : (
              <Units wizard={wizard} />
            )}
          </FieldGrid>
          <FieldGrid min={200}>
            <NameFields wizard={wizard} />
            <Power wizard={wizard} />
          </FieldGrid>
        </>
      )}
    </>
  );
}

/** What has to be said for the way that was chosen. */
export function WayFields({ wizard, onPasted }: WayProps) {
  const { how } = wizard.draft;
  if (how === 'range') return <RangeFields wizard={wizard} onPasted={onPasted} />;
  return (
    <FieldGrid min={200}>
      {how === 'template' && <TemplateChoice wizard={wizard} />}
      <Units wizard={wizard} />
      {how === 'template' && <Power wizard={wizard} />}
    </FieldGrid>
  );
}
