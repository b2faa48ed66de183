import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { useCards } from '../cards.ts';
import { NoPlants } from '../dashboard/NoPlants.tsx';
import { PlantButtons } from '../dashboard/PlantButtons.tsx';
import { usePlantNext } from '../plant/plant-next.ts';
import { PlantTable } from './PlantTable.tsx';
import { PlantViews } from './PlantViews.tsx';

/** Every plant as a row. // spec §2 */
export function PlantListPage() {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const cards = useCards();
  const at = cards.dataUpdatedAt;
  usePlantNext(cards.data !== undefined);
  return (
    <Page
      title={t('list.title')}
      actions={
        <>
          {at > 0 && (
            <Muted className="num">
              <Nowrap>{t('dashboard.updated', { time: format.time(at, HERE, { seconds: true }) })}</Nowrap>
            </Muted>
          )}
          <PlantViews />
          <PlantButtons some={cards.isPending || (cards.data?.length ?? 0) > 0} />
        </>
      }
    >
      {cards.data?.length === 0 ? <NoPlants /> : <PlantTable cards={cards} />}
    </Page>
  );
}
