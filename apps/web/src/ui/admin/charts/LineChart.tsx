import { classNames } from '#ui/class-names.ts';
import styles from './chart.module.css';
import { ChartFrame, type Plot } from './ChartFrame.tsx';

type Series = {
  label: string;
  /** One for each label of the axis; null is a gap in the line. */
  values: (number | null)[];
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
      most={Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))}
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

type LineProps = { values: Series['values']; plot: Plot; look: string | undefined };

function Line({ values, plot, look }: LineProps) {
  return partsOf(values).map((part) => {
    const points = part.map(({ index, value }) => ({
      x: xOf(index, values.length, plot),
      y: plot.yOf(value),
    }));
    const [only] = points;
    const key = part[0]?.index;
    // A line needs two points.
    if (only && points.length === 1)
      return <circle key={key} cx={only.x} cy={only.y} r={3} className={classNames(styles.dot, look)} />;
    return (
      <polyline
        key={key}
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        className={classNames(styles.stroke, look)}
      />
    );
  });
}

type Point = { index: number; value: number };

/** The stretches between gaps. */
function partsOf(values: Series['values']): Point[][] {
  const parts: Point[][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const last = parts.at(-1);
    if (last?.at(-1)?.index === index - 1) last.push({ index, value });
    else parts.push([{ index, value }]);
  }
  return parts;
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
            ...series.map(({ label: name, values }) => `${name}: ${pointText(values[index], formatValue)}`),
          ].join('\n')}
        </title>
        <rect x={x - share / 2} y={0} width={share} height={plot.bottom} className={styles.column} />
        {series.map(({ label: name, values }, line) => {
          const value = values[index] ?? null;
          return (
            value !== null && (
              <circle
                key={name}
                cx={x}
                cy={plot.yOf(value)}
                r={3.5}
                className={classNames(styles.dot, styles.pointed, LOOKS[line % LOOKS.length])}
              />
            )
          );
        })}
      </g>
    );
  });
}

function pointText(value: number | null | undefined, formatValue: (value: number) => string): string {
  return value === null || value === undefined ? 'unknown' : formatValue(value);
}

function xOf(index: number, count: number, { left, right }: Plot): number {
  return count === 1 ? (left + right) / 2 : left + (index / (count - 1)) * (right - left);
}
