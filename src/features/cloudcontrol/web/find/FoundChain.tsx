import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import type { FoundDevice } from '../../field-tools.contract.ts';
import classes from './find.module.css';

type Model = FoundDevice['models'][number];

function ModelLine({ model }: { model: Model }) {
  const { t } = useTranslation('find');
  const language = useLanguage();
  const label = language === 'it' ? model.label_it : model.label_en;
  const counts = [
    model.variables > 0 && t('chain.variables', { count: model.variables }),
    model.not_implemented > 0 && t('chain.not_implemented', { count: model.not_implemented }),
    !model.known && t('chain.unknown'),
  ].filter(Boolean);
  return (
    <li data-known={model.known || undefined}>
      <span className={classes.number}>{model.id}</span>
      <span>
        {model.known ? label : t('chain.model', { id: model.id })}
        {counts.length > 0 && <span className="muted"> · {counts.join(' · ')}</span>}
      </span>
    </li>
  );
}

/** The models that the device is made of, in its own order, in words. */
export function FoundChain({ found }: { found: FoundDevice }) {
  const { t } = useTranslation('find');
  return (
    <div className={classes.chain}>
      <h3>
        {t('chain.title')}
        <span className="muted"> {t('chain.base', { base: found.base })}</span>
      </h3>
      <ol>
        {found.models.map((model) => (
          <ModelLine key={model.address} model={model} />
        ))}
      </ol>
    </div>
  );
}
