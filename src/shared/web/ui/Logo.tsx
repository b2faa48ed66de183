/** The mark: a meridian's arc and the hand of a sundial. */
export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <defs>
        <linearGradient id="logo-gradient" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#2456E6" />
          <stop offset="1" stopColor="#12B5A6" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="9" fill="url(#logo-gradient)" />
      <g fill="none" stroke="#fff" strokeLinecap="round">
        <path d="M7 22.5a9 9 0 0 1 18 0" strokeWidth="2.4" />
        <path d="M16 22.5 20.5 13" strokeWidth="2.4" />
        <path d="M16 6.2v2.6M6.3 11.2l1.9 1.6M25.7 11.2l-1.9 1.6" strokeWidth="2" />
      </g>
    </svg>
  );
}
