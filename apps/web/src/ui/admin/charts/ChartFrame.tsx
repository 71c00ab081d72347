import type { ReactNode } from 'react';
import styles from './chart.module.css';
import { axisTicks, labelEvery, textWidth } from './chart-scale.ts';
import { useWidth } from './use-width.ts';

const TOP_PX = 12;
const BOTTOM_PX = 32;
const RIGHT_PX = 12;
const SHORTEST_AXIS_PX = 24;

/** The plot's bounds, and `yOf` a value. */
export type Plot = { left: number; right: number; bottom: number; yOf: (value: number) => number };

type ChartFrameProps = {
  /** The chart's description for screen readers. */
  label: string;
  /** Below the plot, evenly spread, each in the middle of its share or, for lines, from edge to edge. */
  labels: string[];
  isEdgeToEdge: boolean;
  most: number;
  formatValue: (value: number) => string;
  heightPx: number;
  legend?: ReactNode;
  children: (plot: Plot) => ReactNode;
};

/** Axes, lines and labels that fit the width there is. */
export function ChartFrame({
  label,
  labels,
  isEdgeToEdge,
  most,
  formatValue,
  heightPx,
  legend,
  children,
}: ChartFrameProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const ticks = axisTicks(most);
  const top = ticks.at(-1) ?? 1;
  const left = Math.max(SHORTEST_AXIS_PX, ...ticks.map((tick) => textWidth(formatValue(tick).length))) + 8;
  const right = Math.max(width - RIGHT_PX, left + 1);
  const bottom = heightPx - BOTTOM_PX;
  const yOf = (value: number) => bottom - (Math.max(value, 0) / top) * (bottom - TOP_PX);
  return (
    <figure className={styles.chart}>
      {legend}
      <div ref={box}>
        <svg role="img" aria-label={label} width={width} height={heightPx}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={left} x2={right} y1={yOf(tick)} y2={yOf(tick)} className={styles.line} />
              <text x={left - 8} y={yOf(tick)} dy="0.32em" textAnchor="end">
                {formatValue(tick)}
              </text>
            </g>
          ))}
          {children({ left, right, bottom, yOf })}
          <AxisLabels
            labels={labels}
            isEdgeToEdge={isEdgeToEdge}
            left={left}
            right={right}
            y={heightPx - 8}
          />
        </svg>
      </div>
    </figure>
  );
}

type AxisLabelsProps = { labels: string[]; isEdgeToEdge: boolean; left: number; right: number; y: number };

function AxisLabels({ labels, isEdgeToEdge, left, right, y }: AxisLabelsProps) {
  const widest = Math.max(0, ...labels.map(({ length }) => length));
  const every = labelEvery({ count: labels.length, widest, widthPx: right - left });
  const share = (right - left) / Math.max(isEdgeToEdge ? labels.length - 1 : labels.length, 1);
  return labels.map((text, index) => {
    if (index % every !== 0) return null;
    const middle = left + (index + (isEdgeToEdge ? 0 : 0.5)) * share;
    const half = textWidth(text.length) / 2;
    // The last label moves inwards instead of being cut off.
    const x = Math.max(Math.min(middle, right + RIGHT_PX - half), half);
    return (
      // oxlint-disable-next-line react/no-array-index-key -- labels may repeat, indexes don't
      <text key={index} x={x} y={y} textAnchor="middle">
        {text}
      </text>
    );
  });
}
