import { type Fault, fault } from '#features/sign-in/fault.ts';

export type ErasureForm = { typedName: string; reason: string; isImmediate: boolean };

const SHORTEST_REASON = 3;

export function findErasureFault({ typedName, reason }: ErasureForm, userName: string): Fault | undefined {
  if (reason.trim().length < SHORTEST_REASON)
    return fault('Please give a reason of 3 to 500 characters.', 'reason');
  if (typedName.trim() !== userName) return fault(`Please type ${userName} to confirm.`, 'typedName');
  return undefined;
}
