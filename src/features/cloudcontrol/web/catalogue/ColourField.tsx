import { TextInput, useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconSparkles } from '@tabler/icons-react';
import { type CSSProperties, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PALETTE, variableColour } from '../../../../shared/web/charts/colours.model.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import styles from './colour.module.css';
import { type Look, looksLikeState, looksOf } from './contrast.model.ts';

const INK = { light: '#5b6779', dark: '#9aa7ba' } as const;
const swatch = (colour: string | undefined) => ({ '--swatch': colour }) as CSSProperties;

interface ChoiceProps {
  name: string;
  colour: string;
  chosen: boolean;
  onChoose: () => void;
}

function Choice({ name, colour, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('catalogue');
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const none = colour === '';
  const label = none ? t('colour.automatic') : t('colour.named', { colour });
  return (
    <label className={styles.choice} title={label}>
      <input type="radio" name={name} checked={chosen} onChange={onChoose} aria-label={label} />
      <span
        className={styles.dot}
        data-none={none || undefined}
        style={swatch(variableColour(colour, scheme))}
      >
        {none && !chosen && <IconSparkles size={14} aria-hidden="true" />}
        {chosen && <IconCheck size={16} stroke={2.6} aria-hidden="true" />}
      </span>
    </label>
  );
}

/** A line in the colour, on the surface of one theme, with how much it stands out. */
function Sample({ look }: { look: Look }) {
  const { t } = useTranslation('catalogue');
  const { number } = useFormat();
  const style = { ...swatch(look.drawn), '--on': look.surface, '--ink': INK[look.scheme] } as CSSProperties;
  return (
    <span className={styles.look} style={style}>
      <svg width="44" height="18" viewBox="0 0 44 18" fill="none" strokeWidth="2" aria-hidden="true">
        <path d="M1 14 C 8 14 10 3 17 3 S 26 12 32 10 S 40 5 43 6" />
      </svg>
      {t(`colour.on_${look.scheme}`, { ratio: number(look.ratio, 1) })}
    </span>
  );
}

function Checks({ colour }: { colour: string }) {
  const { t } = useTranslation('catalogue');
  const looks = looksOf(colour);
  if (!looks) return null;
  const faint = looks.filter(({ enough }) => !enough);
  return (
    <>
      <div className={styles.looks}>
        {looks.map((look) => (
          <Sample key={look.scheme} look={look} />
        ))}
      </div>
      <div role="status">
        {faint.map(({ scheme }) => (
          <Note key={scheme} tone="warning" small icon={IconAlertTriangle}>
            {t(`colour.faint_${scheme}`)}
          </Note>
        ))}
        {looksLikeState(colour) && (
          <Note tone="warning" small icon={IconAlertTriangle}>
            {t('colour.like_state')}
          </Note>
        )}
      </div>
    </>
  );
}

/** A colour of the house's palette, one's own, or none: then the portal chooses. How it shows in both themes stands beneath. */
export function ColourField({ hint }: { hint: string }) {
  const { t } = useTranslation('catalogue');
  const id = useId();
  const { value, change, input } = useFormField<string>({
    name: 'colour',
    label: t('colour.title'),
    show: (colour) => colour || t('colour.automatic'),
  });
  return (
    <fieldset className={styles.field} aria-describedby={`${id}-hint`}>
      <legend>{t('colour.title')}</legend>
      <Muted id={`${id}-hint`}>{hint}</Muted>
      <div className={styles.palette}>
        {['', ...PALETTE].map((colour) => (
          <Choice
            key={colour}
            name={id}
            colour={colour}
            chosen={value.toUpperCase() === colour.toUpperCase()}
            onChoose={() => change(colour)}
          />
        ))}
        <TextInput
          ref={input.ref}
          w={132}
          aria-label={t('colour.own')}
          placeholder="#RRGGBB"
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          value={value}
          error={input.error}
          onBlur={input.onBlur}
          onChange={(event) => change(event.currentTarget.value.trim())}
        />
      </div>
      <Checks colour={value} />
    </fieldset>
  );
}
