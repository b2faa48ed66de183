import { Muted } from '../page/Text.tsx';

/** On paper, in words, what a field chooses; nothing where it chooses nothing. */
export function PrintedChoice({ label, value }: { label: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <Muted as="span">
      {label}: <strong>{value}</strong>
    </Muted>
  );
}
