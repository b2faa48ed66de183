import { useTranslation } from 'react-i18next';

/** What a figure of the evidence, or a value of the threshold, is called; one of a newer program stands as its code. */
export function useFigureLabels(): (of: 'figure' | 'rule', code: string) => string {
  const { t, i18n } = useTranslation('detail');
  return (of, code) => {
    const known = [`${of}.${code}`, `figure.${code}`, `rule.${code}`].find((key) =>
      i18n.exists(`detail:${key}`),
    );
    return known ? t(known as never) : code.replaceAll('_', ' ');
  };
}
