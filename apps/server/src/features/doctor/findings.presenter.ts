import { styleText } from 'node:util';
import type { Finding, State } from './finding.ts';

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red', skipped: 'gray' } as const;
const STATE_WIDTH = 9;

/** Aligned lines for a person: one of each finding, and below it why it matters and what fixes it. */
export function renderFindings(findings: Finding[], { isColoured }: { isColoured: boolean }): string {
  const nameWidth = Math.max(...findings.map(({ check }) => check.length)) + 2;
  const indent = ' '.repeat(STATE_WIDTH + nameWidth);
  const lines = findings.flatMap(({ check, state, what, why, fix, code }) => [
    `${coloured(state, isColoured)}${check.padEnd(nameWidth)}${what}${code === undefined ? '' : ` (${code})`}`,
    ...(why === undefined ? [] : [`${indent}Why: ${why}`]),
    ...(fix === undefined ? [] : [`${indent}Fix: ${fix}`]),
  ]);
  return [...lines, '', summaryOf(findings)].join('\n');
}

function coloured(state: State, isColoured: boolean): string {
  const padded = state.padEnd(STATE_WIDTH);
  return isColoured ? styleText(COLOURS[state], padded, { validateStream: false }) : padded;
}

function summaryOf(findings: Finding[]): string {
  const count = (state: State) => findings.filter((finding) => finding.state === state).length;
  return `Problems: ${count('problem')}. Warnings: ${count('warning')}.`;
}
