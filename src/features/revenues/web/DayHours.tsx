import { useTranslation } from 'react-i18next';
import { cents } from '../../../shared/units/money.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { revenuesCalls } from '../revenues.contract.ts';

interface Props {
  proj_code: string;
  day: string;
  tariff_id: number;
}

/** The hours of which an amount is made. */
export function DayHours({ proj_code, day, tariff_id }: Props) {
  const { t } = useTranslation('revenues');
  const { number, dateTime, euro } = useFormat();
  const query = useCall(revenuesCalls.hours, { query: { proj_code, day, tariff_id: String(tariff_id) } });
  const head = [
    t('hours.hour'),
    { text: 'kWh', number: true },
    { text: '€/kWh', number: true },
    { text: '€', number: true },
  ];
  return (
    <Known query={query} height={200}>
      {(hours) => (
        <PlainTable label={t('hours.open')} head={head}>
          {hours.map(({ ts, kwh, part, price_eur_kwh, eur }) => (
            <tr key={ts}>
              <th scope="row">{dateTime(ts)}</th>
              <td data-number>{part ? `≥ ${number(kwh, 3)}` : number(kwh, 3)}</td>
              <td data-number>{number(price_eur_kwh, 5)}</td>
              <td data-number>{number(eur, 4)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('hours.sum')}</th>
            <td data-number>
              {number(
                hours.reduce((sum, { kwh }) => sum + (kwh ?? 0), 0),
                3,
              )}
            </td>
            <td />
            <td data-number>
              <strong>{euro(cents(hours.reduce((sum, { eur }) => sum + (eur ?? 0), 0)))}</strong>
            </td>
          </tr>
        </PlainTable>
      )}
    </Known>
  );
}
