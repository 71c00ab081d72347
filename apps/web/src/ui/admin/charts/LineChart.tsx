import { classNames } from '#ui/class-names.ts';
import styles from './chart.module.css';
import { ChartFrame, type Plot } from './ChartFrame.tsx';

type Series = {
  label: string;
  /** One for each label of the axis. */
  values: number[];
};

type LineChartProps = {
  /** The chart's description for screen readers; the numbers belong in a table next to it. */
  label: string;
  /** Of the axis, one for each value: days, mostly. */
  labels: string[];
  /** At most three, told apart by colour and by the pattern of the line. */
  series: Series[];
  formatValue?: (value: number) => string;
  heightPx?: number;
};

const LOOKS = [styles.first, styles.second, styles.third];

/** A line chart over time. */
export function LineChart({ label, labels, series, formatValue = String, heightPx = 260 }: LineChartProps) {
  return (
    <ChartFrame
      label={label}
      labels={labels}
      isEdgeToEdge
      most={Math.max(0, ...series.flatMap(({ values }) => values))}
      formatValue={formatValue}
      heightPx={heightPx}
      legend={series.length > 1 && <Legend series={series} />}
    >
      {(plot) => (
        <>
          {series.map(({ label: name, values }, index) => (
            <Line key={name} values={values} plot={plot} look={LOOKS[index % LOOKS.length]} />
          ))}
          <Columns labels={labels} series={series} plot={plot} formatValue={formatValue} />
        </>
      )}
    </ChartFrame>
  );
}

function Legend({ series }: { series: Series[] }) {
  return (
    <figcaption className={styles.legend}>
      {series.map(({ label }, index) => (
        <span key={label}>
          <svg width="24" height="8" aria-hidden>
            <line
              x1="0"
              x2="24"
              y1="4"
              y2="4"
              className={classNames(styles.stroke, LOOKS[index % LOOKS.length])}
            />
          </svg>
          {label}
        </span>
      ))}
    </figcaption>
  );
}

function Line({ values, plot, look }: { values: number[]; plot: Plot; look: string | undefined }) {
  const points = values.map((value, index) => `${xOf(index, values.length, plot)},${plot.yOf(value)}`);
  const [only] = values;
  // A line needs two points.
  if (values.length === 1 && only !== undefined)
    return <circle cx={xOf(0, 1, plot)} cy={plot.yOf(only)} r={3} className={classNames(styles.dot, look)} />;
  return <polyline points={points.join(' ')} className={classNames(styles.stroke, look)} />;
}

type ColumnsProps = Pick<LineChartProps, 'labels' | 'series'> & {
  plot: Plot;
  formatValue: (value: number) => string;
};

/** Tooltips for each label of the axis. */
function Columns({ labels, series, plot, formatValue }: ColumnsProps) {
  const share = (plot.right - plot.left) / Math.max(labels.length - 1, 1);
  return labels.map((label, index) => {
    const x = xOf(index, labels.length, plot);
    return (
      // oxlint-disable-next-line react/no-array-index-key -- labels may repeat, indexes don't
      <g key={index} className={styles.bar}>
        <title>
          {[
            label,
            ...series.map(({ label: name, values }) => `${name}: ${formatValue(values[index] ?? 0)}`),
          ].join('\n')}
        </title>
        <rect x={x - share / 2} y={0} width={share} height={plot.bottom} className={styles.column} />
        {series.map(({ label: name, values }, line) => (
          <circle
            key={name}
            cx={x}
            cy={plot.yOf(values[index] ?? 0)}
            r={3.5}
            className={classNames(styles.dot, styles.pointed, LOOKS[line % LOOKS.length])}
          />
        ))}
      </g>
    );
  });
}

function xOf(index: number, count: number, { left, right }: Plot): number {
  return count === 1 ? (left + right) / 2 : left + (index / (count - 1)) * (right - left);
}
