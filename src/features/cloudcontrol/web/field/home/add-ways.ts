import { IconRadar2, IconStackPush, IconTemplate, type TablerIcon } from '@tabler/icons-react';

interface AddWay {
  /** Its words: `add.<key>`, and `add.<key>_hint`. */
  readonly key: 'find' | 'template' | 'many';
  readonly to: '/apps/cloudcontrol/find' | '/apps/cloudcontrol/templates' | '/apps/cloudcontrol/bulk';
  readonly icon: TablerIcon;
}

/** The tools by which devices are added, the easiest first; each has a screen of its own. */
export const ADD_WAYS: readonly AddWay[] = [
  { key: 'find', to: '/apps/cloudcontrol/find', icon: IconRadar2 },
  { key: 'template', to: '/apps/cloudcontrol/templates', icon: IconTemplate },
  { key: 'many', to: '/apps/cloudcontrol/bulk', icon: IconStackPush },
];
