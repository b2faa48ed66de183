import { Button, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidValue } from '../../../../devices/values/value-words.ts';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { useVariableLabels } from '../field/forms/use-variable-words.ts';
import { firstOf, unmeasured } from './find.model.ts';

type Seen = FoundDevice['variables'][number];
type Model = FoundDevice['models'][number];
/** So many stand there before somebody asks for all. */
const FIRST = 8;

/** What a value that was read is called, and how it is written. */
export function useSeenLabels() {
  const { number, language } = useFormat();
  const catalogueName = useVariableLabels();
  return {
    nameOf: ({ name, of_name }: Seen): string => {
      const known = catalogueName(name);
      const own = language === 'it' ? of_name?.label_it : of_name?.label_en;
      return known === name ? (own ?? name) : known;
    },
    readingOf: ({ value, of_name, ...seen }: Seen): string | null => {
      if (value === null) return null;
      const meant = { value_table: seen.value_table ?? null, quantity: of_name?.quantity ?? 'other' };
      return saidValue(meant, value, language) ?? number(value, seen.decimals ?? of_name?.decimals ?? 2);
    },
    unitOf: ({ value, unit, of_name }: Seen): string =>
      value === null ? '' : spellUnit(unit ?? of_name?.unit ?? ''),
  };
}

function ValueRow({ seen, gone }: { seen: Seen; gone: boolean }) {
  const { t } = useTranslation('add');
  const { nameOf, readingOf, unitOf } = useSeenLabels();
  const value = readingOf(seen);
  return (
    <tr>
      <th scope="row">{gone ? <s>{nameOf(seen)}</s> : nameOf(seen)}</th>
      <td data-number>{value === null ? <Muted as="span">{t('values.none')}</Muted> : <b>{value}</b>}</td>
      <td>
        <Muted as="span">{unitOf(seen)}</Muted>
      </td>
    </tr>
  );
}

/** What the device reads just now; what it does not measure is said to be so, and is never a number. */
function FoundValues({ found, without }: { found: FoundDevice; without: boolean }) {
  const { t } = useTranslation('add');
  const [all, setAll] = useState(false);
  const { variables } = found;
  const shown = all ? variables : firstOf(variables, FIRST);
  const silent = unmeasured(variables);
  const measured = t('values.measured', { count: variables.length - silent });
  const none = silent > 0 ? ` · ${t('values.not_measured', { count: silent })}` : '';
  const head = [t('values.name'), { text: t('values.value'), number: true }, t('values.unit')];
  return (
    <div>
      <PlainTable caption={`${t('values.title')}: ${measured}${none}`} head={head} headHidden>
        {shown.map((seen) => (
          <ValueRow key={seen.name} seen={seen} gone={without && seen.value === null} />
        ))}
      </PlainTable>
      {variables.length > FIRST && (
        <Button variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('values.fewer') : t('values.all', { count: variables.length })}
        </Button>
      )}
    </div>
  );
}

function ModelLine({ model }: { model: Model }) {
  const { t } = useTranslation('add');
  const language = useLanguage();
  const label = language === 'it' ? model.label_it : model.label_en;
  const counts = [
    model.variables > 0 && t('chain.variables', { count: model.variables }),
    model.not_implemented > 0 && t('chain.not_implemented', { count: model.not_implemented }),
    !model.known && t('chain.unknown'),
  ].filter(Boolean);
  return (
    <tr>
      <th scope="row">{model.id}</th>
      <td>
        {model.known ? label : <Muted as="span">{t('chain.model', { id: model.id })}</Muted>}
        {counts.length > 0 && <Muted as="span"> · {counts.join(' · ')}</Muted>}
      </td>
    </tr>
  );
}

/** The models that the device is made of, in its own order, in words. */
function FoundChain({ found }: { found: FoundDevice }) {
  const { t } = useTranslation('add');
  return (
    <PlainTable caption={`${t('chain.title')} ${t('chain.base', { base: found.base })}`}>
      {found.models.map((model) => (
        <ModelLine key={model.address} model={model} />
      ))}
    </PlainTable>
  );
}

/** What a device that was found reads just now, and what it is made of. */
export function FoundDetails(props: { found: FoundDevice; without: boolean }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={24} style={{ alignItems: 'start' }}>
      <FoundValues {...props} />
      <FoundChain found={props.found} />
    </SimpleGrid>
  );
}
