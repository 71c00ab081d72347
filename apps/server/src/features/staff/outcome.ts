import type { AccountAction, AuditAction } from './record-audit.ts';

/** What a staff write came to: audit entries or, explicitly, no change. There is no third way to end one. */
export type Outcome<Result> =
  | { action: AuditAction; finish: (entryId: number) => Result | Promise<Result> }
  | { actions: AccountAction[]; result: Result }
  | { unchanged: Result };

/** The write changed something. */
export function audited(action: AuditAction): Outcome<void>;
export function audited<Result>(action: AuditAction, result: Result): Outcome<Result>;
export function audited<Result>(action: AuditAction, result?: Result): Outcome<Result | undefined> {
  return { action, finish: () => result };
}

/** The write changed something, and what follows refers to its audit entry. */
export function auditedThen<Result>(
  action: AuditAction,
  finish: (entryId: number) => Promise<Result>,
): Outcome<Result> {
  return { action, finish };
}

/** The write changed several things, such as the rights of many accounts; nothing, if there are no actions. */
export function auditedAll(actions: AccountAction[]): Outcome<void>;
export function auditedAll<Result>(actions: AccountAction[], result: Result): Outcome<Result>;
export function auditedAll<Result>(actions: AccountAction[], result?: Result): Outcome<Result | undefined> {
  return { actions, result };
}

/** The write changed nothing, so that nothing is recorded. */
export function unchanged(): Outcome<void>;
export function unchanged<Result>(result: Result): Outcome<Result>;
export function unchanged<Result>(result?: Result): Outcome<Result | undefined> {
  return { unchanged: result };
}
