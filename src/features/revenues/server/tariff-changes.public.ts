/** PostgreSQL's channel for tariffs that have changed, with the company's number. */
export const CHANGED_TARIFFS_CHANNEL = 'changed_tariffs';
