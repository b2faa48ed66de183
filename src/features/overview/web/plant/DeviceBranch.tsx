import { Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import type { DeviceGroup } from './devices.model.ts';
import classes from './devices.module.css';

/** A category with more devices is closed until somebody opens it, or one of them has an alarm. */
const MANY = 40;

interface Props {
  group: DeviceGroup;
  /** What is searched for is found also where the category was closed. */
  searched: boolean;
  children: ReactNode;
}

/** A category of a plant's devices with the rows of these, which it opens and closes. */
export function DeviceBranch({ group: { category, devices, alarmed }, searched, children }: Props) {
  const { t } = useTranslation('plant');
  const [open, setOpen] = useState(devices.length <= MANY || alarmed > 0);
  const shown = open || searched;
  return (
    <>
      <tr className={classes.branch}>
        <th scope="colgroup" colSpan={5}>
          <Group gap={12}>
            <FoldButton open={shown} onToggle={setOpen}>
              <span>{t(`devices.category.${category}`)}</span>
              <Muted as="span" className="num">
                {devices.length}
              </Muted>
            </FoldButton>
            {alarmed > 0 && (
              <Note inline small tone="warning">
                {t('devices.alarmed', { count: alarmed })}
              </Note>
            )}
          </Group>
        </th>
      </tr>
      {shown && children}
    </>
  );
}
