import { ActionIcon, Group, Select, type SelectProps, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Found by typing; more than these nobody scrolls through. */
const MAX_SHOWN = 60;

interface Choice {
  /** Its code. */
  value: string;
  label: string;
}

interface Props extends Pick<SelectProps, 'renderOption'> {
  /** In the order in which one goes from one to the next; undefined while they are not known, whose place is kept. */
  plants: readonly Choice[] | undefined;
  value: string;
  /** The link to a plant's place: a `Link` with these properties. */
  linkTo: (code: string, root: Record<string, unknown>) => ReactNode;
  onChosen: (code: string) => void;
}

interface BesideProps extends Pick<Props, 'linkTo'> {
  plant: Choice | undefined;
  label: string;
  icon: TablerIcon;
}

function Beside({ plant, label, icon: Icon, linkTo }: BesideProps) {
  const name = plant ? `${label}: ${plant.label}` : label;
  const icon = <Icon size={18} stroke={1.7} aria-hidden="true" />;
  const look = { variant: 'default', size: 36, 'aria-label': name } as const;
  if (!plant)
    return (
      <ActionIcon {...look} disabled>
        {icon}
      </ActionIcon>
    );
  return (
    <Tooltip label={name}>
      <ActionIcon {...look} renderRoot={(root) => linkTo(plant.value, root)}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** From one plant to the next, the one before, or one that is found by typing; nothing where there is no other. */
export function PlantSelect({ plants, value, linkTo, onChosen, ...rest }: Props) {
  const { t } = useTranslation();
  const at = plants?.findIndex((one) => one.value === value) ?? 0;
  if (plants && (plants.length < 2 || at < 0)) return null;
  return (
    <Group gap={4} wrap="nowrap">
      <Beside
        plant={plants?.[at - 1]}
        label={t('plant_select.before')}
        icon={IconChevronLeft}
        linkTo={linkTo}
      />
      <Select
        {...rest}
        w={{ base: 190, sm: 230 }}
        aria-label={t('plant_select.label')}
        searchable
        allowDeselect={false}
        limit={MAX_SHOWN}
        nothingFoundMessage={t('plant_select.none')}
        disabled={!plants}
        value={value}
        data={plants ?? []}
        filter={({ options, search, limit }) => {
          const wanted = search.trim().toLocaleLowerCase('it');
          const holds = (one: Choice) => `${one.value} ${one.label}`.toLocaleLowerCase('it').includes(wanted);
          return options.filter((one) => 'value' in one && holds(one)).slice(0, limit);
        }}
        onChange={(code) => code && code !== value && onChosen(code)}
      />
      <Beside
        plant={plants?.[at + 1]}
        label={t('plant_select.after')}
        icon={IconChevronRight}
        linkTo={linkTo}
      />
    </Group>
  );
}
