import styles from './Sparkline.module.css';

const WIDTH = 104;
const HEIGHT = 34;
/** Half of the line's end, so that nothing of it is cut off. */
const EDGE = 3;

/** A small curve without axes, hidden from screen readers, which get the numbers next to it. */
export function Sparkline({ values }: { values: number[] }) {
  const most = Math.max(1, ...values);
  const points = values.map((value, index) => ({
    x: EDGE + (index / Math.max(values.length - 1, 1)) * (WIDTH - 2 * EDGE),
    y: HEIGHT - EDGE - (Math.max(value, 0) / most) * (HEIGHT - 2 * EDGE),
  }));
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const last = points.at(-1);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden
      className={styles.curve}
    >
      <polygon points={`${EDGE},${HEIGHT} ${line} ${WIDTH - EDGE},${HEIGHT}`} />
      <polyline points={line} />
      {last && <circle cx={last.x} cy={last.y} r={EDGE} />}
    </svg>
  );
}
