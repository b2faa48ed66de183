import { Box, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Entry } from '../../../../shared/web/page/Entries.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { Alarm } from '../../alarms.contract.ts';
import { SinceCell, StateCell, WhatCell } from '../alarms/AlarmCells.tsx';
import classes from '../alarms.module.css';

/** One open alarm of a short list: how grave, what, since when, and of which plant where there are several. */
export function AlarmEntry({ alarm, placed = false }: { alarm: Alarm; placed?: boolean }) {
  const { proj_code, plant_name } = alarm;
  return (
    <Entry
      name={
        <Group flex={1} gap="4px 12px" align="flex-start">
          <Box w={{ sm: 130 }}>
            <StateCell alarm={alarm} />
          </Box>
          <Box flex="1 1 260px" miw={0}>
            <WhatCell alarm={alarm} kept={false} whole />
            <Muted as="div" className={classes.line ?? ''}>
              {placed && (
                <>
                  <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }} preload={false}>
                    {plant_name}
                  </Link>
                  {' · '}
                </>
              )}
              <SinceCell alarm={alarm} />
            </Muted>
          </Box>
        </Group>
      }
    />
  );
}
