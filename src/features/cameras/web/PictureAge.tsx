import { useTranslation } from 'react-i18next';
import { ageWords } from '../../../shared/web/format/age.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import classes from './picture.module.css';
import { isLive, type Picture } from './use-picture.ts';

/** How old a picture is, and whether it may be called live: stands on the picture itself. */
export function PictureAge({ picture }: { picture: Pick<Picture, 'taken_at' | 'fault'> }) {
  const { t } = useTranslation('cameras');
  const { language } = useFormat();
  const now = useNow(1000);
  const { taken_at } = picture;
  if (taken_at === null) return null;
  const age = ageWords(new Date(taken_at).toISOString(), now, language) ?? '';
  const live = isLive(picture, now);
  return (
    <div className={classes.age} data-live={live}>
      {t(live ? 'picture.live' : 'picture.not_live', { age })}
    </div>
  );
}
