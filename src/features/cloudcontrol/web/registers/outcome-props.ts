import type { Reading, ReadQuestion } from './reading.model.ts';
import type { RegistersSearch } from './registers-search.ts';
import type { Readings } from './use-readings.ts';

export interface OutcomeProps {
  readings: Readings;
  search: RegistersSearch;
  onSearch: (part: Partial<RegistersSearch>) => void;
  /** Reads another place than before. */
  onOther: (question: ReadQuestion) => void;
  onAround: (question: ReadQuestion) => void;
}

export interface ContentProps extends OutcomeProps {
  newest: Reading;
}
