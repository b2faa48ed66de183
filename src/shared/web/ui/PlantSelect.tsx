import { ActionIcon, Group, Select, type SelectProps, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../units/names.ts';

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
  /** Where they are asked for only when somebody is about to choose: what is shown until then, and how they are asked for. */
  late?: { name: string; onWanted: () => void } | undefined;
  value: string;
  /** The link to a plant's place: a `Link` with these properties. */
  linkTo: (code: string, root: Record<string, unknown>) => ReactNode;
  onChosen: (code: string) => void;
}

interface BesideProps extends Pick<Props, 'linkTo'> {
  plant: Choice | undefined;
  /** It is not known yet which that is, and can be asked for. */
  onWanted?: (() => void) | undefined;
  label: string;
  icon: TablerIcon;
}

function Beside({ plant, onWanted, label, icon: Icon, linkTo }: BesideProps) {
  const name = plant ? `${label}: ${plant.label}` : label;
  const icon = <Icon size={18} stroke={1.7} aria-hidden="true" />;
  const look = { variant: 'default', size: 36, 'aria-label': name } as const;
  if (!plant)
    return (
      <ActionIcon {...look} {...(onWanted ? { onClick: onWanted } : { disabled: true })}>
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

/** A step to the plant before or after, taken as soon as it is known which that is. */
function useStep({ plants, at, onChosen }: Pick<Props, 'plants' | 'onChosen'> & { at: number }) {
  const [step, setStep] = useState(0);
  const next = step !== 0 && at >= 0 ? plants?.[at + step]?.value : undefined;
  useEffect(() => {
    if (step === 0 || !plants) return;
    setStep(0);
    if (next !== undefined) onChosen(next);
  }, [step, plants, next, onChosen]);
  return { step, setStep };
}

/** From one plant to the next, the one before, or one that is found by typing; nothing where there is no other. */
export function PlantSelect({ plants, late, value, linkTo, onChosen, ...rest }: Props) {
  const { t } = useTranslation();
  const at = plants?.findIndex((one) => one.value === value) ?? 0;
  const { step, setStep } = useStep({ plants, at, onChosen });
  // What stands under the pointer stays there: a plant asked for late keeps the field, also where there is no other.
  if (plants && !late && (plants.length < 2 || at < 0)) return null;
  const waits = !plants && late;
  const beside = (by: -1 | 1) => ({
    plant: plants?.[at + by],
    linkTo,
    ...(waits && {
      onWanted: () => {
        setStep(by);
        late.onWanted();
      },
    }),
  });
  return (
    <Group
      gap={4}
      wrap="nowrap"
      {...(late && { onPointerEnter: late.onWanted, onFocus: late.onWanted })}
      aria-busy={step !== 0 || undefined}
    >
      <Beside {...beside(-1)} label={t('plant_select.before')} icon={IconChevronLeft} />
      <Select
        {...rest}
        w={{ base: 190, sm: 230 }}
        aria-label={t('plant_select.label')}
        searchable
        allowDeselect={false}
        limit={MAX_SHOWN}
        nothingFoundMessage={t('plant_select.none')}
        disabled={!plants && !late}
        value={value}
        data={plants ?? (late ? [{ value, label: late.name }] : [])}
        filter={({ options, search, limit }) => {
          const wanted = fold(search.trim());
          const holds = (one: Choice) => fold(`${one.value} ${one.label}`).includes(wanted);
          return options.filter((one) => 'value' in one && holds(one)).slice(0, limit);
        }}
        onChange={(code) => code && code !== value && onChosen(code)}
      />
      <Beside {...beside(1)} label={t('plant_select.after')} icon={IconChevronRight} />
    </Group>
  );
}
