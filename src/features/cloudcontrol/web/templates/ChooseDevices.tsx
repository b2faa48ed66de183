import { Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareNames } from '../../../../shared/units/names.ts';
import { fold } from '../../../../shared/web/list/data-table.model.ts';
import { SearchField } from '../../../../shared/web/list/SearchField.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import type { DeviceTree } from '../../configuration.contract.ts';
import { TEMPLATES } from '../../template.model.ts';
import { useKindLabels } from '../field/kind-words.ts';
import { useDeviceTree } from '../field/use-devices.ts';

interface Choice {
  id: number;
  name: string;
  plant: string;
  /** What it is, in the reader's words. */
  kind: string;
}

/** Devices that can be brought to a template: those that are calculated cannot. */
function choicesOf(tree: DeviceTree, kindOf: (category: string) => string): Choice[] {
  return tree.flatMap(({ name: plant, ports, devices }) =>
    [...ports.flatMap((port) => port.devices), ...devices]
      .filter(({ virtual }) => !virtual)
      .map(({ id, short_name, category }) => ({ id, name: short_name, plant, kind: kindOf(category) }))
      .toSorted((a, b) => compareNames(a.name, b.name)),
  );
}

interface Props {
  chosen: ReadonlySet<number>;
  onChosen: (chosen: ReadonlySet<number>) => void;
}

function PlantChoices({ plant, devices, chosen, onChosen }: Props & { plant: string; devices: Choice[] }) {
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  return (
    <>
      <Text component="li" px={12} pt={8} fz={11} fw={600} c="dimmed">
        {plant}
      </Text>
      {devices.map(({ id, name, kind }) => (
        <Group component="li" key={id} justify="space-between" gap={12} px={12} py={6} wrap="nowrap">
          <Checkbox label={name} checked={chosen.has(id)} onChange={() => toggle(id)} />
          <Muted as="span">{kind}</Muted>
        </Group>
      ))}
    </>
  );
}

function Choices({ tree, chosen, onChosen }: Props & { tree: DeviceTree }) {
  const { t } = useTranslation('templates');
  const [q, setQ] = useState('');
  const kindOf = useKindLabels();
  const all = useMemo(() => choicesOf(tree, kindOf), [tree, kindOf]);
  const shown = all.filter(({ name, plant, kind }) => fold(`${name} ${plant} ${kind}`).includes(fold(q)));
  if (all.length === 0) return <Muted size="md">{t('apply.no_devices')}</Muted>;
  const plants = [...Map.groupBy(shown, ({ plant }) => plant)];
  const everyone = [...new Set([...chosen, ...shown.map(({ id }) => id)])].slice(0, TEMPLATES.devices);
  return (
    <>
      <SearchField data-autofocus label={t('apply.search')} value={q} onSearch={setQ} />
      <Group justify="space-between" gap={8}>
        <Muted as="span" size="md" role="status">
          {t('apply.chosen', { count: chosen.size })}
        </Muted>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={shown.length === 0}
          onClick={() => onChosen(new Set(everyone))}
        >
          {t('apply.all')}
        </Button>
      </Group>
      {shown.length === 0 ? (
        <Muted size="md">{t('apply.none_found')}</Muted>
      ) : (
        <Paper
          component="ul"
          withBorder
          mah="min(48vh, 420px)"
          m={0}
          p="0 0 4px"
          style={{ overflowY: 'auto' }}
        >
          {plants.map(([plant, devices]) => (
            <PlantChoices key={plant} plant={plant} devices={devices} chosen={chosen} onChosen={onChosen} />
          ))}
        </Paper>
      )}
    </>
  );
}

/** Devices to choose from, by plants, each with what it is; a search narrows what "all" means. */
export function ChooseDevices(props: Props) {
  const tree = useDeviceTree();
  return (
    <Known query={tree} height={240}>
      {(known) => <Choices {...props} tree={known} />}
    </Known>
  );
}
