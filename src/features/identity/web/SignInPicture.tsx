import styles from './PlainPage.module.css';

const RINGS = Array.from({ length: 9 }, (_, ring) => ({
  rx: 70 + ring * 62,
  ry: 130 + ring * 72,
  opacity: 0.26 - ring * 0.022,
}));

/** The meridian line at noon; decoration only. */
export function SignInPicture() {
  return (
    <div className={styles.picture} aria-hidden="true">
      <svg
        width="100%"
        height="100%"
        viewBox="0 0 600 800"
        preserveAspectRatio="xMidYMid slice"
        role="presentation"
      >
        <g fill="none" stroke="#fff">
          {RINGS.map(({ rx, ry, opacity }) => (
            <ellipse key={rx} cx="300" cy="800" rx={rx} ry={ry} strokeOpacity={opacity} />
          ))}
          <path d="M300 800V120" strokeOpacity=".3" strokeDasharray="2 8" strokeLinecap="round" />
        </g>
        <circle cx="300" cy="238" r="22" fill="#fff" fillOpacity=".92" />
        <circle cx="300" cy="238" r="40" fill="#fff" fillOpacity=".14" />
      </svg>
    </div>
  );
}
