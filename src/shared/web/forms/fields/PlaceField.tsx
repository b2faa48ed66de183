import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PlaceSearch } from '../../geo/PlaceSearch.tsx';
import { type Found, rounded, type Spot, spotOf } from '../../geo/places.model.ts';
import classes from '../form.module.css';
import { FieldGrid } from './FieldGroup.tsx';
import { NumberField } from './NumberField.tsx';

const PlacePicker = lazy(async () => ({
  default: (await import('../../geo/PlacePicker.tsx')).PlacePicker,
}));

interface Props {
  /** False while it is folded away: the map is not fetched for nothing. */
  shown?: boolean;
  /** The text field that a municipality is proposed for, where the form has one. */
  comune?: string;
}

/** Sets the numbers of a place, and proposes its municipality where nobody has written another one. */
function usePlace(comune: string | undefined) {
  const { setValue, getValues } = useFormContext<Record<string, unknown>>();
  const proposed = useRef('');
  const put = (spot: Spot) => {
    const { latitude, longitude } = rounded(spot);
    setValue('latitude', latitude, { shouldDirty: true, shouldValidate: true });
    setValue('longitude', longitude, { shouldDirty: true, shouldValidate: true });
  };
  const propose = ({ kind, name }: Found) => {
    if (comune === undefined || kind !== 'municipality') return;
    const written = String(getValues(comune) ?? '').trim();
    if (written !== '' && written !== proposed.current) return;
    proposed.current = name;
    setValue(comune, name, { shouldDirty: true, shouldValidate: true });
  };
  return { put, propose };
}

/**
 * Where something stands, as the fields `latitude` and `longitude` (degrees of WGS 84): found by its municipality or
 * address, set on a map, or typed. The numbers do all that the map does, for whoever cannot see or draw it.
 */
export function PlaceField({ shown = true, comune }: Props) {
  const { t } = useTranslation('geo');
  const [latitude, longitude] = useWatch({ name: ['latitude', 'longitude'] }) as unknown[];
  const [goTo, setGoTo] = useState<Spot | null>(null);
  const { put, propose } = usePlace(comune);
  const find = (found: Found) => {
    put(found);
    propose(found);
    setGoTo(found);
  };
  return (
    <div className={classes.place}>
      <PlaceSearch label={t('search_label')} onFound={find} />
      <div className={classes.placeMap}>
        {shown && (
          <Suspense fallback={<Skeleton height="100%" radius={12} />}>
            <PlacePicker spot={spotOf(latitude, longitude)} goTo={goTo} onPick={put} />
          </Suspense>
        )}
      </div>
      <p className="muted">{t('pick_hint')}</p>
      <FieldGrid min={270}>
        <NumberField name="latitude" label={t('latitude')} unit="°" />
        <NumberField name="longitude" label={t('longitude')} unit="°" />
      </FieldGrid>
    </div>
  );
}
