import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../../../shared/web/format/use-format.ts';
import { Entries, Entry } from '../../../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../../../shared/web/page/Section.tsx';
import { type Version, type VersionDifference, versionsCalls } from '../../../../versions.contract.ts';
import { useVariableLabels } from '../../forms/use-variable-words.ts';
import { useDifference } from '../../use-devices.ts';
import { useActionLabels } from '../../version-words.ts';
import { useDifferenceLabels } from './Difference.tsx';
import { useVersionLabels } from './use-version-words.ts';

const SHORTLY_MS = 24 * 3_600_000;
const MAX_SHOWN = 5;
/** More fields than these are counted: all of them stand among the device's versions. */
const MAX_FIELDS = 4;

/** What was changed, in one line: "unit id from 1 to 151"; what was added or deleted is said by the version itself. */
function useSummary(): (difference: VersionDifference | undefined) => string {
  const { t } = useTranslation('field');
  const nameOf = useVariableLabels();
  const labels = useDifferenceLabels();
  return (difference) => {
    const lines = (difference?.differences ?? []).filter(({ change }) => change === 'changed');
    const said = lines.flatMap(({ part, name, fields }) =>
      fields.map(({ field, before, after }) => {
        const whose = name === null ? '' : `${part === 'variable' ? nameOf(name) : name}: `;
        const [from, to] = [before, after].map((value) => labels.value(part, field, value));
        return whose + t('versions.from_to', { field: labels.field(field), from, to });
      }),
    );
    const more = said.length - MAX_FIELDS;
    const shown = said.slice(0, MAX_FIELDS).join(' · ');
    return more > 0 ? `${shown} ${t('connection.more', { count: more })}` : shown;
  };
}

interface ChangeProps {
  device_id: number;
  version: Version;
  zone: string;
}

function Change({ device_id, version, zone }: ChangeProps) {
  const { t } = useTranslation('field');
  const { dateTimeAt } = useFormat();
  const labels = useVersionLabels();
  const action = useActionLabels();
  const summary = useSummary();
  const { number, person, at } = version;
  const { data } = useDifference({ device_id, from: Math.max(1, number - 1), to: number });
  const said = summary(data);
  const details = [person ?? t('lately.nobody'), dateTimeAt(at, zone), said && action(version.action)];
  return (
    <Entry
      icon={IconHistory}
      name={said || labels(version)}
      details={details.filter((one) => one !== '').join(' · ')}
    />
  );
}

interface Props {
  device_id: number;
  /** ISO 8601. */
  before: string;
  /** IANA zone of the plant. */
  zone: string;
}

/** What was changed of a device, its port among it, in the day before an instant; nothing where nothing is known of it. */
export function ChangesBefore({ device_id, before, zone }: Props) {
  const { t } = useTranslation('field');
  const { data } = useCall(versionsCalls.list, { params: { id: String(device_id) }, query: {} });
  const ahead = ({ at }: Version) => Date.parse(before) - Date.parse(at);
  const shortly = data?.results.filter((one) => ahead(one) >= 0 && ahead(one) <= SHORTLY_MS) ?? [];
  if (shortly.length === 0) return null;
  return (
    <Section
      title={t('versions.shortly_before')}
      actions={
        <Link
          to="/apps/cloudcontrol/devices/$id"
          params={{ id: String(device_id) }}
          search={{ tab: 'versions' }}
        >
          {t('versions.all')}
        </Link>
      }
    >
      <Entries>
        {shortly.slice(0, MAX_SHOWN).map((version) => (
          <Change key={version.number} device_id={device_id} version={version} zone={zone} />
        ))}
      </Entries>
    </Section>
  );
}
