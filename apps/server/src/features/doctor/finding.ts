export type State = 'ok' | 'warning' | 'problem' | 'skipped';

/** One result of a check. */
export type Finding = {
  check: string;
  state: State;
  /** A sentence. */
  what: string;
  /** Why it matters. */
  why?: string;
  /** The command or setting that fixes it. */
  fix?: string;
  /** The name in metrics and logs of what was found: that of an alert or a job. */
  code?: string;
};

/** A finding without the name of its check. */
export type Observation = Omit<Finding, 'check'>;

/** Reads something and changes nothing. What it throws becomes a problem. */
export type Check = { name: string; run: () => Promise<Observation[]> };

type Reason = { what: string; why: string; fix: string; code?: string };

export const ok = (what: string): Observation => ({ state: 'ok', what });
export const skipped = (what: string): Observation => ({ state: 'skipped', what });
export const warning = (reason: Reason): Observation => ({ state: 'warning', ...reason });
export const problem = (reason: Reason): Observation => ({ state: 'problem', ...reason });
