import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type en from './i18n/en.json';

export type ActionWord = keyof (typeof en)['action'];

/** What the audit calls each action, and the word for it here. */
const WORDS: Readonly<Record<string, ActionWord>> = {
  found: 'found',
  'port.created': 'port_created',
  'port.copied': 'port_copied',
  'port.changed': 'port_changed',
  'device.created': 'created',
  'device.copied': 'copied',
  'device.changed': 'changed',
  'device.binned': 'binned',
  'device.restored': 'restored',
  'device.version_restored': 'version_restored',
  'device.traced': 'traced',
  'device.variables_added': 'variables_added',
  'device.variable_changed': 'variable_changed',
  'device.variable_removed': 'variable_removed',
  'device.map_imported': 'map_imported',
  'template.applied': 'template_applied',
  'device.attribute_added': 'attribute_added',
  'device.attribute_changed': 'attribute_changed',
  'device.attribute_removed': 'attribute_removed',
  'calc_group.created': 'calc_created',
  'calc_group.changed': 'calc_changed',
  'calc_group.removed': 'calc_removed',
};

/** What somebody did with a device's configuration; an action of a newer program stands as it is. */
export function useActionLabels(): (action: string) => string {
  const { t } = useTranslation('field');
  return useCallback(
    (action: string) => {
      const known = WORDS[action];
      return known ? t(`action.${known}`) : action;
    },
    [t],
  );
}
