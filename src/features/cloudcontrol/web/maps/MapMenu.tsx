import { Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconFileTypeCsv,
  IconFileTypeXls,
  IconTableImport,
  IconTableOptions,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportMapDialog } from './ImportMapDialog.tsx';
import type { MapTarget } from './map-targets.ts';
import { useMapSaving } from './use-map-saving.ts';

interface Props {
  target: MapTarget;
  /** There is nothing to write out. */
  empty?: boolean;
  /** Nothing comes in. */
  fixed?: boolean;
}

/** A map of registers in and out. */
export function MapMenu({ target, empty = false, fixed = false }: Props) {
  const { t } = useTranslation('maps');
  const [importing, setImporting] = useState(false);
  const saving = useMapSaving(target);
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconTableOptions size={16} />}
            rightSection={<IconChevronDown size={14} />}
            loading={saving.isPending}
          >
            {t('menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={empty}
            leftSection={<IconFileTypeCsv size={16} />}
            onClick={() => saving.mutate({ format: 'csv', example: false })}
          >
            {t('menu_export_csv')}
          </Menu.Item>
          <Menu.Item
            disabled={empty}
            leftSection={<IconFileTypeXls size={16} />}
            onClick={() => saving.mutate({ format: 'xlsx', example: false })}
          >
            {t('menu_export_xlsx')}
          </Menu.Item>
          {!fixed && (
            <Menu.Item leftSection={<IconTableImport size={16} />} onClick={() => setImporting(true)}>
              {t('menu_import')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {importing && <ImportMapDialog target={target} onClose={() => setImporting(false)} />}
    </>
  );
}
