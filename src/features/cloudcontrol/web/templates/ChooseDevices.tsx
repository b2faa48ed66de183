import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../../shared/web/list/data-table.model.ts';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import type { DeviceTree } from '../../configuration.contract.ts';
import { TEMPLATES } from '../../template.model.ts';
import { useKindLabels } from '../field/kind-words.ts';
import { useDeviceTree } from '../field/use-devices.ts';
import classes from './templates.module.css';

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
      .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })),
  );
}

interface Props {
  chosen: ReadonlySet<number>;
  onChosen: (chosen: ReadonlySet<number>) => void;
}

/** Devices to choose from, by plants, each with what it is; a search narrows what "all" means. */
export function ChooseDevices({ chosen, onChosen }: Props) {
  const { t } = useTranslation('templates');
  const { data, error, refetch } = useDeviceTree();
  const [q, setQ] = useState('');
  const kindOf = useKindLabels();
  const all = useMemo(() => choicesOf(data ?? [], kindOf), [data, kindOf]);
  const shown = all.filter(({ name, plant, kind }) => fold(`${name} ${plant} ${kind}`).includes(fold(q)));
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} radius={8} aria-busy="true" />;
  if (all.length === 0) return <p className="muted">{t('apply.no_devices')}</p>;
  const plants = Map.groupBy(shown, ({ plant }) => plant);
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  return (
    <>
      <TextInput
        data-autofocus
        aria-label={t('apply.search')}
        placeholder={t('apply.search')}
        leftSection={<IconSearch size={16} />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <div className={classes.bar}>
        <span className="muted" role="status">
          {t('apply.chosen', { count: chosen.size })}
        </span>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={shown.length === 0}
          onClick={() =>
            onChosen(new Set([...chosen, ...shown.map(({ id }) => id)].slice(0, TEMPLATES.devices)))
          }
        >
          {t('apply.all')}
        </Button>
      </div>
      {shown.length === 0 && <p className="muted">{t('apply.none_found')}</p>}
      <ul className={classes.choices} hidden={shown.length === 0}>
        {[...plants].flatMap(([plant, devices]) => [
          <li key={plant} className={classes.plant}>
            {plant}
          </li>,
          ...devices.map(({ id, name, kind }) => (
            <li key={id}>
              <Checkbox label={name} checked={chosen.has(id)} onChange={() => toggle(id)} />
              <span className="muted">{kind}</span>
            </li>
          )),
        ])}
      </ul>
    </>
  );
}
