import { IconAlertTriangle } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PALETTE } from '../../../../shared/web/charts/colours.model.ts';
import { ColourField as Field } from '../../../../shared/web/forms/fields/ColourField.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { looksLikeState, looksOf } from './contrast.model.ts';

/** What speaks against a colour: it hardly shows in a theme, or passes for a state. */
function useWarnings(colour: string): string[] {
  const { t } = useTranslation('catalogue');
  const faint = looksOf(colour)?.filter(({ enough }) => !enough) ?? [];
  const warnings = faint.map(({ scheme }) => t(`colour.faint_${scheme}`));
  return looksLikeState(colour) ? [...warnings, t('colour.like_state')] : warnings;
}

/** A colour of the portal's palette, one's own, or none: then the portal chooses. */
export function ColourField({ hint }: { hint: string }) {
  const { t } = useTranslation('catalogue');
  const colour: string = useWatch({ name: 'colour' });
  const warnings = useWarnings(colour);
  return (
    <div>
      <Field
        name="colour"
        label={t('colour.title')}
        description={hint}
        placeholder={t('colour.automatic')}
        swatches={PALETTE}
        none=""
      />
      <div role="status">
        {warnings.map((words) => (
          <Note key={words} tone="warning" small icon={IconAlertTriangle}>
            {words}
          </Note>
        ))}
      </div>
    </div>
  );
}
