import { type CompanyDetails, slugOf } from '../../companies.model.ts';

/** What a person types of a company. */
export type CompanyValues = Pick<
  CompanyDetails,
  'name' | 'description' | 'telephone' | 'tag_key' | 'company_slug'
>;

export const NO_VALUES: CompanyValues = {
  name: '',
  description: '',
  telephone: '',
  tag_key: '',
  company_slug: '',
};

/** The company's own fields, without what the server adds. */
export function valuesOf(company: CompanyValues): CompanyValues {
  const { name, description, telephone, tag_key, company_slug } = company;
  return { name, description, telephone, tag_key, company_slug };
}

/** The slug that follows a name while nobody has written another one; none while there is no name. */
export const slugBeside = (name: string): string => (name.trim() === '' ? '' : slugOf(name));
