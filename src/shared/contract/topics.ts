/**
 * What an answer is made of, and what a write changes: whoever shows answers of a topic asks for them anew once the topic
 * has changed. An area names its own beside these; those here are told live, or are used by several areas.
 */
export type Topic =
  /** Current figures and states of plants: cards, a plant's page. */
  | 'figures'
  /** Stored readings over time. */
  | 'readings'
  /** Latest values of devices. */
  | 'device_values'
  /** Whether ports and devices answer. */
  | 'device_health'
  /** Ports, devices and their variables as they are configured. */
  | 'devices'
  | 'alarms'
  /** Long work that moves on. */
  | 'progress'
  /** Which plants there are, and what they are called. */
  | 'plants'
  /** Words of the catalogue: variables, categories, groups, tags, sections. */
  | 'configuration'
  | 'users'
  | 'company'
  | 'account'
  | (string & Record<never, never>);

/** Names of plants and words of the catalogue stand in nearly every answer: a change of them is one of the whole company. */
export const WIDE_TOPICS: readonly Topic[] = ['plants', 'configuration'];
