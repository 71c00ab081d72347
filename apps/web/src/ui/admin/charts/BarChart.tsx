import styles from './chart.module.css';
import { ChartFrame, type Plot } from './ChartFrame.tsx';

type Bar = { label: string; value: number };

type BarChartProps = {
  /** The chart's description for screen readers; the numbers belong in a table next to it. */
  label: string;
  bars: Bar[];
  formatValue?: (value: number) => string;
  heightPx?: number;
};

/** A bar chart. */
export function BarChart({ label, bars, formatValue = String, heightPx = 240 }: BarChartProps) {
  return (
    <ChartFrame
      label={label}
      labels={bars.map((bar) => bar.label)}
      isEdgeToEdge={false}
      most={Math.max(0, ...bars.map(({ value }) => value))}
      formatValue={formatValue}
      heightPx={heightPx}
    >
      {(plot) => <Bars bars={bars} plot={plot} formatValue={formatValue} />}
    </ChartFrame>
  );
}

type BarsProps = { bars: Bar[]; plot: Plot; formatValue: (value: number) => string };

function Bars({ bars, plot: { left, right, bottom, yOf }, formatValue }: BarsProps) {
  const share = (right - left) / Math.max(bars.length, 1);
  const width = Math.max(1, Math.min(share * 0.72, 48));
  return bars.map(({ label, value }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- labels may repeat, indexes don't
    <g key={index} className={styles.bar}>
      <title>{`${label}: ${formatValue(value)}`}</title>
      {/* The whole column reacts to the pointer. */}
      <rect x={left + index * share} y={0} width={share} height={bottom} className={styles.column} />
      <rect
        x={left + index * share + (share - width) / 2}
        y={yOf(value)}
        width={width}
        height={Math.max(bottom - yOf(value), value > 0 ? 1 : 0)}
        rx={Math.min(2, width / 4)}
        className={styles.value}
      />
    </g>
  ));
}
