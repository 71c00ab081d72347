import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { addressOf, dayOf, type Period, type PeriodChoice, periodOf } from './period.rules.ts';

export type ChosenPeriod = {
  choice: PeriodChoice;
  period: Period;
  choose: (choice: Exclude<PeriodChoice, 'own'>) => void;
  chooseDays: (period: Period) => void;
};

/** The period in the address, so that links, back and reload keep it. */
export function usePeriod(): ChosenPeriod {
  const [params, setParams] = useSearchParams();
  // A page left open over midnight keeps its days until it's reloaded.
  const [today] = useState(() => dayOf(new Date()));
  const change = (address: Record<string, string>) => setParams(address);
  return {
    ...periodOf(params, today),
    choose: (choice) => change(addressOf(choice)),
    chooseDays: (period) => change(period),
  };
}
